import { enableCardCompany } from "./card-company.ts";
import { countDown } from "./countdown.ts";
import { find } from "./elements.ts";
import { asksToGoOn, showEnd } from "./closed.ts";
import { enableFields } from "./fields.ts";
import { keepAboveKeyboard } from "./keyboard.ts";
import { answerLeave, enableLeaveQuestion, isAsking } from "./leave-question.ts";
import { answerParent, closeWindow, isFramed, leaveFor, tellBusy } from "./parent-window.ts";
import { cancel, enablePaying, isSending, takeBack } from "./paying.ts";
import { enableLanguageSwitch } from "./page-language.ts";
import { waitForCard } from "./waiting.ts";

// What the page's script does, on every page of the checkout. Without it the form works by itself.

const cardForm = () => find("#card", HTMLFormElement);

/** The buyer wants to close the window: nothing is interrupted, and nothing is paid by it. */
function close(): void {
  if (isSending() || isWaiting) return;
  if (isAsking()) answerLeave();
  else if (cardForm() !== undefined) void cancel();
  else if (asksToGoOn()) void takeBack();
  else closeWindow();
}

document.documentElement.classList.toggle("framed", isFramed());
const isWaiting = find("main", HTMLElement)?.dataset["reason"] === "checking";
answerParent({
  onHello: () => {
    if (document.activeElement === document.body) find("#number", HTMLInputElement)?.focus();
  },
  onClose: close,
});
enableLanguageSwitch();
if (isWaiting) {
  tellBusy(true);
  waitForCard();
}

const form = cardForm();
if (form !== undefined) {
  enableFields();
  enableLeaveQuestion();
  enableCardCompany();
  enablePaying(form);
  keepAboveKeyboard();
  countDown(() => {
    // While a card is on its way, its answer says whether it came in time.
    if (isSending()) return false;
    void showEnd("expired");
    return true;
  });
}

// An end that takes the form's place has the ways on and back too, so they are heard where they arrive.
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("#onward") : null;
  if (!(link instanceof HTMLAnchorElement) || !isFramed()) return;
  event.preventDefault();
  void leaveFor(link.href);
});
document.addEventListener("submit", (event) => {
  if (!(event.target instanceof HTMLFormElement) || event.target.id !== "asked") return;
  event.preventDefault();
  void takeBack();
});

window.addEventListener("keydown", (event) => {
  const { key, isComposing, defaultPrevented } = event;
  // In the question whether to leave, Escape closes the question.
  if (key !== "Escape" || isComposing || defaultPrevented || !isFramed() || isAsking()) return;
  // The same key must not close the question that it brings up.
  event.preventDefault();
  close();
});
