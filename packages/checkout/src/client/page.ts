import type { ClosedReason } from "../closed-reasons.ts";
import { enableCardCompany } from "./card-company.ts";
import { countDown } from "./countdown.ts";
import { find } from "./elements.ts";
import { closedReason, followConfirm, showEnd } from "./closed.ts";
import { enableFields } from "./fields.ts";
import { keepAboveKeyboard } from "./keyboard.ts";
import { answerLeave, enableLeaveQuestion, isAsking } from "./leave-question.ts";
import { answerParent, closeWindow, isFramed, leaveFor } from "./parent-window.ts";
import { enablePlans } from "./plans.ts";
import { cancel, enablePaying, goOn, isUnderWay, notify, takeBack, watchComingBack } from "./paying.ts";
import { enableLanguageSwitch } from "./page-language.ts";
import { leaveAfterwards, leaveIfAsked, waitForCard } from "./waiting.ts";

// The script of every page of the checkout. Without it the form works by itself.

const cardForm = () => find("#card", HTMLFormElement);

/** Reactions to closing in states that are not simply over. */
const closings: Readonly<Partial<Record<ClosedReason, () => unknown>>> = {
  paying: cancel,
  checking: leaveAfterwards,
  authenticated: takeBack,
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
    if (document.activeElement === document.body) find("#number", HTMLInputElement)?.focus();
  },
  onClose: close,
});
enableLanguageSwitch();
watchComingBack();
if (closedReason() === "checking") waitForCard();
if (closedReason() === "confirming") followConfirm();

const form = cardForm();
if (form !== undefined) {
  enableFields();
  enableLeaveQuestion();
  enablePlans();
  enableCardCompany();
  enablePaying(form);
  keepAboveKeyboard();
  countDown(() => {
    // A card under way is answered, so its answer says whether it came in time.
    if (isUnderWay()) return false;
    void showEnd("expired");
    return true;
  });
  leaveIfAsked();
}

// Listens on the document, because a closed page that replaces the form has these links too.
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("#onward") : null;
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (closedReason() === "authenticated") {
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
