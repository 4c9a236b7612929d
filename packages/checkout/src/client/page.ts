import type { ClosedReason } from "../closed-reasons.ts";
import { enableCardCompany } from "./card-company.ts";
import { find, the } from "./elements.ts";
import { closedReason, followConfirm, showEnd } from "./closed.ts";
import { enableFields } from "./fields.ts";
import {
  answerLeave,
  enableLeaveQuestion,
  isAsking,
  cancel,
  enablePaying,
  goOn,
  isUnderWay,
  notify,
  takeBack,
  watchComingBack,
} from "./paying.ts";
import { answerParent, closeWindow, isFramed, leaveFor } from "./parent-window.ts";
import { enablePlans } from "./plans.ts";
import { enableLanguageSwitch, translated } from "./page-language.ts";
import { leaveAfterwards, leaveIfAsked, waitForCard } from "./waiting.ts";
import { enableWindow, openWanted } from "./in-window.ts";
import { takesWindow } from "../takes-window.ts";
import { clockText, minutesReached, soonMs } from "../time-left.ts";

/** Counts down until the link expires, then calls `over` every second until it returns true. */
function countDown(over: () => boolean): void {
  const until = Date.now() + Number(the("main", HTMLElement).dataset["left"]);
  let before = until - Date.now();
  const tick = () => {
    const time = find("#time", HTMLElement);
    if (time === undefined) return stop();
    const left = until - Date.now();
    time.textContent = clockText(left);
    time.classList.toggle("soon", left <= soonMs);
    const minutes = minutesReached(before, left);
    if (minutes !== undefined)
      the("#quiet", HTMLElement).textContent = translated("minutesLeft", { minutes: String(minutes) });
    before = left;
    if (left <= 0 && over()) stop();
  };
  const timer = setInterval(tick, 1000);
  const stop = () => clearInterval(timer);
  // A phone that slept shows an old time when it wakes.
  document.addEventListener("visibilitychange", tick);
  tick();
}

/** Keeps the pay button above a phone's keyboard, in browsers that lay the keyboard over the page in place of shrinking it. */
function keepAboveKeyboard(): void {
  const { visualViewport } = window;
  const measure = () => {
    if (visualViewport === null) return;
    // The keyboard does not cover a zoomed page.
    const covered =
      visualViewport.scale > 1 ? 0 : window.innerHeight - visualViewport.height - visualViewport.offsetTop;
    document.documentElement.style.setProperty("--keyboard", `${Math.max(0, Math.round(covered))}px`);
  };
  visualViewport?.addEventListener("resize", measure);
  visualViewport?.addEventListener("scroll", measure);
}

// The script of every page of the checkout. Without it the form works by itself.

const cardForm = () => find("#card", HTMLFormElement);

/** Reactions to closing in states that are not simply over. */
const closings: Readonly<Partial<Record<ClosedReason, () => unknown>>> = {
  paying: cancel,
  inWindow: cancel,
  checking: leaveAfterwards,
  authenticated: takeBack,
  authenticatedInWindow: takeBack,
  confirming: () => notify("tooLate"),
  unanswered: () => closeWindow({ underWay: true }),
  paid: leavePaid,
};

/** Closes the window for the buyer, or says why it can't be closed yet. It never pays. */
function close(): void {
  if (isAsking()) return answerLeave();
  if (cardForm() !== undefined) return void cancel();
  const reason = closedReason();
  const closing = reason === undefined ? undefined : closings[reason];
  if (closing === undefined) closeWindow({ underWay: false });
  else void closing();
}

function leavePaid(): void {
  const onward = find("#onward", HTMLAnchorElement);
  if (onward === undefined) closeWindow({ underWay: true });
  else void leaveFor(onward.href);
}

document.documentElement.classList.toggle("framed", isFramed());
answerParent({
  onHello: () => {
    // A buyer who may choose starts at the methods, not at the fields below them.
    const chooses = takesWindow && find(".methods button", HTMLButtonElement) !== undefined;
    if (document.activeElement === document.body && !chooses) find("#number", HTMLInputElement)?.focus();
  },
  onClose: close,
});
enableLanguageSwitch();
watchComingBack();
if (takesWindow) enableWindow();
if (closedReason() === "checking") waitForCard();
if (closedReason() === "confirming") followConfirm();

const form = cardForm();
if (form !== undefined) {
  if (find("#number", HTMLInputElement) !== undefined) {
    enableFields();
    enablePlans();
    enableCardCompany();
  }
  enableLeaveQuestion();
  enablePaying(form);
  keepAboveKeyboard();
  countDown(() => {
    // A card under way is answered, so its answer says whether it came in time.
    if (isUnderWay()) return false;
    void showEnd("expired");
    return true;
  });
  leaveIfAsked();
  if (takesWindow) openWanted();
}

// Listens on the document, because a closed page that replaces the form has these links too.
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("#onward") : null;
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const reason = closedReason();
  if (reason === "authenticated" || reason === "authenticatedInWindow") {
    event.preventDefault();
    goOn(link.href);
  } else if (isFramed()) {
    event.preventDefault();
    void leaveFor(link.href);
  }
});
document.addEventListener("submit", (event) => {
  if (!(event.target instanceof HTMLFormElement) || event.target.id !== "asked") return;
  event.preventDefault();
  void takeBack();
});

window.addEventListener("keydown", (event) => {
  const { key, isComposing, defaultPrevented } = event;
  // Escape closes the question whether to leave, if it is open.
  if (key !== "Escape" || isComposing || defaultPrevented || !isFramed() || isAsking()) return;
  // The same key must not close the question that it opens.
  event.preventDefault();
  close();
});
