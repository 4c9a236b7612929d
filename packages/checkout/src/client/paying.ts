import { cardEntry, problemsWith, type TypedCard } from "../card/entry.ts";
import { refusalOf } from "../card/refused.ts";
import type { TextKey } from "../texts.ts";
import { takesWindow } from "../takes-window.ts";
import { find, inputs } from "./elements.ts";
import { closedReason, showClosed, showEnd, showStanding, showStandingBesideWindow } from "./closed.ts";
import { showProblems, showRefusal, typedCard } from "./fields.ts";
import { leaveFor, stay } from "./parent-window.ts";
import { showPayButton } from "./plans.ts";
import { authenticate, giveUp, readSession, type Answer } from "./session-calls.ts";
import { showText, translated } from "./page-language.ts";

const question = () => find("#leaving", HTMLDialogElement);

const toLeave = "leave";

/** Whether the question is open. It is removed with the form. */
export function isAsking(): boolean {
  return question()?.open === true;
}

export function answerLeave(): void {
  question()?.close(toLeave);
}

async function mayLeave(): Promise<boolean> {
  const dialog = question();
  const isTyped = inputs("form .box input").some(({ value }) => value !== "");
  if (dialog === undefined || !isTyped) return true;
  dialog.returnValue = "";
  dialog.showModal();
  // The event of an earlier closing may arrive only now.
  do await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
  while (dialog.open);
  return dialog.returnValue === toLeave;
}

export function enableLeaveQuestion(): void {
  find("#leave-now", HTMLButtonElement)?.addEventListener("click", answerLeave);
  find("#stay", HTMLButtonElement)?.addEventListener("click", () => question()?.close());
}

/** A buyer who waits longer is notified that the payment is still in progress. */
const longWaitMs = 8_000;

/** The request that is under way, or the page that the browser is on its way to. Meanwhile nothing else is sent. */
let underWay: Work | "to pay" | "to the shop" | undefined;

/** `opening`: the gateway's window is being prepared. */
type Work = "paying" | "leaving" | "opening";

/**
 * Whether the buyer asked to leave while a card was under way, or a window. The page asks again once the card is
 * answered; a window then stays closed.
 */
let wantsToLeave = false;

/** The card that was sent without an answer: the session is then read before anything else is sent. */
let unanswered: string | undefined;

export function isUnderWay(): boolean {
  return underWay !== undefined;
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

function setBusy(busy: boolean, text: Work = "paying"): void {
  const form = find("form", HTMLFormElement);
  if (form === undefined) return;
  const opens = takesWindow && text === "opening";
  // The button that was pressed shows that a window opens.
  form.setAttribute("aria-busy", String(busy && !opens));
  for (const input of inputs("form .box input")) input.readOnly = busy;
  for (const select of form.querySelectorAll("select")) select.disabled = busy;
  // A buyer may always say that they want to leave.
  for (const button of form.querySelectorAll("button:not(#leave)")) button.setAttribute("aria-disabled", String(busy));
  const key: TextKey = text === "opening" ? "toWindow" : text;
  const button = find("#pay", HTMLElement);
  if (button !== undefined && !opens) {
    if (busy) showText(button, key);
    else showPayButton();
  }
  const quiet = find("#quiet", HTMLElement);
  if (quiet !== undefined) quiet.textContent = busy ? translated(key) : "";
}

/** Runs one request at a time: a second press meanwhile does nothing. */
export async function exclusively(text: Work, work: () => Promise<void>): Promise<void> {
  if (underWay !== undefined) return;
  clearTimeout(patience);
  underWay = text;
  notify(undefined);
  setBusy(true, text);
  const long = setTimeout(() => {
    if (underWay === "paying" && !wantsToLeave) notify("stillPaying");
  }, longWaitMs);
  try {
    await work();
  } finally {
    clearTimeout(long);
    if (underWay === text) {
      underWay = undefined;
      setBusy(false);
    }
  }
}

/** The shop confirms before its page loads. A buyer who has waited this long sees the payment's state. */
const shopPatienceMs = 60_000;

/** Runs while the page waits for the shop's page. A way that has ended must not shorten the next one. */
let patience: ReturnType<typeof setTimeout> | undefined;

function waitForShop(): void {
  patience = setTimeout(() => void comeBack(), shopPatienceMs);
}

/** From here on the window has no form and no card, so that the back button brings no typed values back either. */
function leave(url: string, way: "to pay" | "to the shop"): void {
  underWay = way;
  unanswered = undefined;
  showClosed(way === "to pay" ? "paying" : "leaving");
  void leaveFor(url);
  if (way === "to pay") waitForShop();
}

/** Continues with the authenticated card. */
export function goOn(url: string): void {
  if (underWay === undefined) leave(url, "to pay");
}

/** The answer of a call that failed. */
export type Failed = Exclude<Answer<never>, { kind: "value" }>;

export async function showFailure(answer: Failed, card?: TypedCard): Promise<void> {
  switch (answer.kind) {
    case "closed":
      // Other tries of the link may be under way.
      if (!(await showEnd(answer.reason))) notify("busy");
      else if (takesWindow && closedReason() === "inWindow") notify("windowLate");
      else if (answer.reason === "authenticated") notifyEarlier("earlierCard");
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

/** Says why what the buyer just did is not used: something else was authenticated before. */
export function notifyEarlier(typed: "earlierCard" | "earlierMethod"): void {
  const reason = closedReason();
  if (takesWindow && reason === "authenticatedInWindow") notify("earlierMethod");
  else if (reason === "authenticated") notify(typed);
}

async function sendCard(card: TypedCard): Promise<void> {
  const entry = cardEntry(card, Date.now());
  const sent = JSON.stringify(entry);
  if (unanswered !== undefined) {
    const seen = await readSession();
    if (seen.kind !== "value") return showFailure(seen);
    const { status, redirectUrl } = seen.value;
    if (status === "AUTHENTICATED" && redirectUrl !== undefined && !wantsToLeave) {
      // The buyer has asked to pay with this card; another one is refused by the service.
      if (unanswered === sent) return leave(redirectUrl, "to pay");
    } else if (showStandingBesideWindow(seen.value)) return;
    unanswered = undefined;
  }
  const answer = await authenticate(entry);
  unanswered = answer.kind === "lost" ? sent : undefined;
  if (answer.kind !== "value") return showFailure(answer, card);
  const { redirectUrl, leadsTo } = answer.value;
  if (wantsToLeave) {
    unanswered = sent;
    return askBeforeLeaving(redirectUrl);
  }
  return leave(redirectUrl, leadsTo === "successUrl" ? "to pay" : "to the shop");
}

/** The buyer asked to leave while the card was under way: an authenticated one is not paid before they say so. */
async function askBeforeLeaving(redirectUrl: string): Promise<void> {
  const seen = await readSession();
  if (seen.kind !== "value") return showFailure(seen);
  // A link that has ended leads to failUrl.
  if (seen.value.status === "EXPIRED") return leave(redirectUrl, "to the shop");
  showStanding(seen.value);
}

async function pay(): Promise<void> {
  if (underWay !== undefined) return;
  const card = typedCard();
  const problems = problemsWith(card, Date.now());
  showProblems(problems);
  if (Object.keys(problems).length > 0) return;
  if (!navigator.onLine) return notify("offline");
  await exclusively("paying", () => sendCard(card));
  const wanted = wantsToLeave;
  wantsToLeave = false;
  if (wanted && find("#card", HTMLFormElement) !== undefined) await cancel();
}

/**
 * Abandons the payment, and leaves for the shop. If the card has been authenticated meanwhile, the page asks first.
 * While a card is under way the wish is kept; on the way to the shop's successUrl the payment is abandoned, unless it
 * is too late.
 */
export async function cancel(): Promise<void> {
  if (underWay === "to pay") return takeBack();
  if (underWay === "paying" || underWay === "opening") {
    wantsToLeave = true;
    if (underWay === "paying") notify("askLater");
    return;
  }
  if (underWay !== undefined || isAsking() || !(await mayLeave())) return;
  await exclusively("leaving", async () => {
    const seen = await readSession();
    if (seen.kind !== "value") return showFailure(seen);
    // Giving up ends an opening, so that it can't pay any more.
    if (showStandingBesideWindow(seen.value)) return;
    await giveUpAndLeave();
  });
}

/** Gives up a payment whose card is authenticated, also on the way to the shop. */
export function takeBack(): Promise<void> {
  if (underWay === "to pay") {
    underWay = undefined;
    stay();
  }
  return exclusively("leaving", giveUpAndLeave);
}

/** Leaves if the buyer has asked for it while the window was prepared, and returns whether it does. */
export async function leaveInsteadOfOpening(): Promise<boolean> {
  const wanted = wantsToLeave;
  wantsToLeave = false;
  if (wanted) await giveUpAndLeave();
  return wanted;
}

async function giveUpAndLeave(): Promise<void> {
  const answer = await giveUp();
  if (answer.kind === "value") return leave(answer.value.redirectUrl, "to the shop");
  await showFailure(answer);
}

/** After the back button, or a shop's page that does not come: shows the current state of the session. */
async function comeBack(): Promise<void> {
  clearTimeout(patience);
  underWay = undefined;
  setBusy(false);
  const seen = await readSession();
  if (seen.kind === "closed") await showEnd(seen.reason);
  else if (seen.kind !== "value") {
    notify("lost");
    if (closedReason() === "paying") waitForShop();
  }
  // The form is gone, and only the service renders another one.
  else if (!showStanding(seen.value) && find("#card", HTMLFormElement) === undefined) window.location.reload();
}

/** Whether a button opens the gateway's window: its value names the method. */
export function opensWindow(button: HTMLElement | null): button is HTMLButtonElement {
  return takesWindow && button instanceof HTMLButtonElement && button.value.startsWith("window-");
}

/** Submits the form by script, which keeps the typed values on every failure. */
export function enablePaying(form: HTMLFormElement): void {
  form.noValidate = true;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { submitter } = event;
    if (submitter?.id === "leave") void cancel();
    // Another listener opens the window.
    else if (!opensWindow(submitter)) void pay();
  });
  // Other pages hold nothing that was typed, and nothing to press again.
  const notifyOnForm = (key: TextKey | undefined) => {
    if (form.isConnected) notify(key);
  };
  window.addEventListener("offline", () => notifyOnForm("offline"));
  window.addEventListener("online", () => {
    const interrupted = document.querySelector("#notice > *") !== null;
    notifyOnForm(interrupted ? "online" : undefined);
  });
}

/** A page that the back button brings back as it was left looks how far the payment has got. */
export function watchComingBack(): void {
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted && (find("form", HTMLFormElement) !== undefined || underWay !== undefined)) void comeBack();
  });
}
