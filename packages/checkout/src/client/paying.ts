import { cardEntry, problemsWith, type TypedCard } from "../card/entry.ts";
import { refusalOf } from "../card/refused.ts";
import type { TextKey } from "../texts.ts";
import { find, inputs, the } from "./elements.ts";
import { showEnd, showStanding } from "./closed.ts";
import { showProblems, showRefusal, typedCard } from "./fields.ts";
import { isAsking, mayLeave } from "./leave-question.ts";
import { leaveFor, tellBusy } from "./parent-window.ts";
import { authenticate, giveUp, readSession, type Answer } from "./session-calls.ts";
import { showText, translated } from "./page-language.ts";

/** A buyer who waits longer is told that it is still going on. */
const longWaitMs = 8_000;

/** Whether a request is under way; meanwhile nothing else is sent. */
let sending = false;

/** Whether a card was sent without an answer: the session is then read before anything else is sent. */
let answerLost = false;

export function isSending(): boolean {
  return sending;
}

/** Shows a notice above the buttons, unless the form is gone. */
function notify(key: TextKey | undefined): void {
  const notice = find("#notice", HTMLElement);
  if (notice === undefined) return;
  notice.classList.toggle("fine", key === "online" || key === "stillPaying");
  showText(notice, key);
  // The sticky button would cover it.
  if (key !== undefined) notice.scrollIntoView({ block: "nearest" });
}

function setBusy(busy: boolean, text: "paying" | "leaving" = "paying"): void {
  tellBusy(busy);
  const form = find("form", HTMLFormElement);
  if (form === undefined) return;
  form.setAttribute("aria-busy", String(busy));
  for (const input of inputs("form .box input")) input.readOnly = busy;
  for (const button of form.querySelectorAll("button")) button.setAttribute("aria-disabled", String(busy));
  if (form.id === "asked") return;
  showText(the("#pay", HTMLElement), busy ? text : "pay");
  the("#quiet", HTMLElement).textContent = busy ? translated(text) : "";
}

/** Runs one request at a time: a second press meanwhile does nothing. */
async function exclusively(text: "paying" | "leaving", work: () => Promise<void>): Promise<void> {
  if (sending) return;
  sending = true;
  notify(undefined);
  setBusy(true, text);
  const long = setTimeout(() => {
    if (text === "paying" && !leaving) notify("stillPaying");
  }, longWaitMs);
  try {
    await work();
  } finally {
    clearTimeout(long);
    if (!leaving) {
      sending = false;
      setBusy(false);
    }
  }
}

let leaving = false;

async function leave(url: string): Promise<void> {
  leaving = true;
  setBusy(true, "leaving");
  // The back button must not bring the typed values back.
  find("form", HTMLFormElement)?.reset();
  await leaveFor(url);
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
    if (status === "AUTHENTICATED" && redirectUrl !== undefined) return leave(redirectUrl);
    if (showStanding(seen.value)) return;
    answerLost = false;
  }
  const answer = await authenticate(cardEntry(card, Date.now()));
  if (answer.kind === "value") return leave(answer.value.redirectUrl);
  answerLost = answer.kind === "lost";
  await showFailure(answer, card);
}

async function pay(): Promise<void> {
  if (sending) return;
  const card = typedCard();
  const problems = problemsWith(card, Date.now());
  showProblems(problems);
  if (Object.keys(problems).length > 0) return;
  if (!navigator.onLine) return notify("offline");
  await exclusively("paying", () => sendCard(card));
}

/** Gives up, and leaves for the shop. If the card has been authenticated meanwhile, the page asks first. */
export async function cancel(): Promise<void> {
  if (sending || isAsking() || !(await mayLeave())) return;
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
  leaving = false;
  sending = false;
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
