import { cardEntry, problemsWith, type TypedCard } from "../card/entry.ts";
import { refusalOf } from "../card/refused.ts";
import type { TextKey } from "../texts.ts";
import { find, inputs, the } from "./elements.ts";
import { showEnd, showStanding } from "./closed.ts";
import { showProblems, showRefusal, typedCard } from "./fields.ts";
import { isAsking, mayLeave } from "./leave-question.ts";
import { leaveFor, stay } from "./parent-window.ts";
import { showPayButton } from "./plans.ts";
import { authenticate, giveUp, readSession, type Answer } from "./session-calls.ts";
import { showText, translated } from "./page-language.ts";

/** A buyer who waits longer is told that it is still going on. */
const longWaitMs = 8_000;

/** The request that is under way; meanwhile nothing else is sent. */
let sending: "paying" | "leaving" | undefined;

/** Whether the buyer asked to leave while a card was under way. The page asks again once the card is answered. */
let wantsToLeave = false;

/** Whether a card was sent without an answer: the session is then read before anything else is sent. */
let answerLost = false;

export function isSending(): boolean {
  return sending !== undefined;
}

const fineNotices: readonly (TextKey | undefined)[] = ["online", "stillPaying", "askLater"];

/** Shows a notice above the buttons, unless the page has no place for it. */
export function notify(key: TextKey | undefined): void {
  const notice = find("#notice", HTMLElement);
  if (notice === undefined) return;
  notice.classList.toggle("fine", fineNotices.includes(key));
  showText(notice, key);
  // The sticky button would cover it.
  if (key !== undefined) notice.scrollIntoView({ block: "nearest" });
}

function setBusy(busy: boolean, text: "paying" | "leaving" = "paying"): void {
  const form = find("form", HTMLFormElement);
  if (form === undefined) return;
  form.setAttribute("aria-busy", String(busy));
  for (const input of inputs("form .box input")) input.readOnly = busy;
  for (const select of form.querySelectorAll("select")) select.disabled = busy;
  // A buyer may always say that they want to leave.
  for (const button of form.querySelectorAll("button:not(#leave)")) button.setAttribute("aria-disabled", String(busy));
  if (form.id === "asked") return;
  if (busy) showText(the("#pay", HTMLElement), text);
  else showPayButton();
  the("#quiet", HTMLElement).textContent = busy ? translated(text) : "";
}

/** Runs one request at a time: a second press meanwhile does nothing. */
async function exclusively(text: "paying" | "leaving", work: () => Promise<void>): Promise<void> {
  if (sending !== undefined) return;
  sending = text;
  notify(undefined);
  setBusy(true, text);
  const long = setTimeout(() => {
    if (text === "paying" && leaving === undefined && !wantsToLeave) notify("stillPaying");
  }, longWaitMs);
  try {
    await work();
  } finally {
    clearTimeout(long);
    if (leaving === undefined) {
      sending = undefined;
      setBusy(false);
    }
  }
}

/** Where the browser is going, which may take long; a buyer may still give up on the way to pay. */
let leaving: "to pay" | "to the shop" | undefined;

function leave(url: string, way: "to pay" | "to the shop" = "to the shop"): void {
  leaving = way;
  setBusy(true, "leaving");
  // The back button must not bring the typed values back.
  find("form", HTMLFormElement)?.reset();
  void leaveFor(url);
}

async function showFailure(answer: Exclude<Answer<never>, { kind: "value" }>, card?: TypedCard): Promise<void> {
  switch (answer.kind) {
    case "closed":
      // Other tries of the link may be under way.
      if (!(await showEnd(answer.reason))) notify("busy");
      return;
    case "refused": {
      const refusal = refusalOf(answer.refused, card?.holder ?? "personal");
      return refusal === undefined ? notify("busy") : showRefusal(refusal);
    }
    case "unreachable":
      return notify("cardNoAnswer");
    case "busy":
      return notify("busy");
    case "lost":
      return notify(navigator.onLine ? "lost" : "offline");
  }
}

async function sendCard(card: TypedCard): Promise<void> {
  if (answerLost) {
    const seen = await readSession();
    if (seen.kind !== "value") return showFailure(seen);
    const { status, redirectUrl } = seen.value;
    // The buyer has asked to pay, and the earlier card was authenticated.
    if (status === "AUTHENTICATED" && redirectUrl !== undefined && !wantsToLeave) return leave(redirectUrl, "to pay");
    if (showStanding(seen.value)) return;
    answerLost = false;
  }
  const answer = await authenticate(cardEntry(card, Date.now()));
  answerLost = answer.kind === "lost";
  if (answer.kind !== "value") return showFailure(answer, card);
  return wantsToLeave ? askBeforeLeaving(answer.value.redirectUrl) : leave(answer.value.redirectUrl, "to pay");
}

/** The buyer asked to leave while the card was under way: an authenticated one is not paid before they say so. */
async function askBeforeLeaving(redirectUrl: string): Promise<void> {
  const seen = await readSession();
  if (seen.kind !== "value") {
    answerLost = true;
    return showFailure(seen);
  }
  // A link that has ended leads to failUrl.
  if (seen.value.status === "EXPIRED") return leave(redirectUrl);
  showStanding(seen.value);
}

async function pay(): Promise<void> {
  if (sending !== undefined) return;
  const card = typedCard();
  const problems = problemsWith(card, Date.now());
  showProblems(problems);
  if (Object.keys(problems).length > 0) return;
  if (!navigator.onLine) return notify("offline");
  await exclusively("paying", () => sendCard(card));
  const wanted = wantsToLeave;
  wantsToLeave = false;
  if (wanted && leaving === undefined && find("#card", HTMLFormElement) !== undefined) await cancel();
}

/**
 * Gives up, and leaves for the shop. If the card has been authenticated meanwhile, the page asks first. While a card
 * is under way the wish is kept; on the way to the shop's successUrl the payment is taken back, unless it is too late.
 */
export async function cancel(): Promise<void> {
  if (leaving === "to pay") {
    leaving = sending = undefined;
    stay();
    return takeBack();
  }
  if (sending === "paying") {
    wantsToLeave = true;
    return notify("askLater");
  }
  if (sending !== undefined || isAsking() || !(await mayLeave())) return;
  await exclusively("leaving", async () => {
    const seen = await readSession();
    if (seen.kind !== "value") return showFailure(seen);
    if (showStanding(seen.value)) return;
    await giveUpAndLeave();
  });
}

export function takeBack(): Promise<void> {
  return exclusively("leaving", giveUpAndLeave);
}

async function giveUpAndLeave(): Promise<void> {
  const answer = await giveUp();
  if (answer.kind === "value") return leave(answer.value.redirectUrl);
  await showFailure(answer);
}

/** After the back button: shows the current state of the session. */
async function comeBack(): Promise<void> {
  leaving = sending = undefined;
  setBusy(false);
  const seen = await readSession();
  if (seen.kind === "closed") await showEnd(seen.reason);
  if (seen.kind === "value") showStanding(seen.value);
}

/** Submits the form by script, which keeps the typed values on every failure. */
export function enablePaying(form: HTMLFormElement): void {
  form.noValidate = true;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const leaves = event.submitter?.id === "leave";
    void (leaves ? cancel() : pay());
  });
  window.addEventListener("offline", () => notify("offline"));
  window.addEventListener("online", () => {
    const interrupted = document.querySelector("#notice > *") !== null;
    notify(interrupted ? "online" : undefined);
  });
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted && find("form", HTMLFormElement) !== undefined) void comeBack();
  });
}
