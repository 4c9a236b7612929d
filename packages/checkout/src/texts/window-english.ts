import type { WindowTextKey } from "./window-korean.ts";

export const windowEn: Readonly<Record<WindowTextKey, string>> = {
  toWindow: "Taking you to the payment window",
  openWindow: "Open the payment window",
  windowFailed: "The payment window did not open. Go back to open it again, or pay another way.",
  methods: "Payment method",
  cardInApp: "Card (in your card app)",
  payBy: "{method}",
  payWith: "Pay {amount} · {method}",
  orCard: "Or pay with a card number",
  noMethods: "There is no way to pay right now. Please ask the shop.",
  inWindowTitle: "Continue in the payment window",
  inWindowNext:
    "Confirm there, and you’ll continue from here. If you closed the window, you can open it again. You haven’t paid yet.",
  returnedTitle: "Waiting for the payment window",
  returnedNext: "You’ll continue from here as soon as it answers. If you closed it, continue where you started to pay.",
  reopenWindow: "Open the payment window again",
  otherMethod: "Pay another way",
  windowCanceled: "You canceled in the payment window. You haven’t been charged. To pay, choose a method again below.",
  windowTimeOver:
    "The time in the payment window is over. You haven’t been charged. To pay, choose a method again below.",
  windowLimit:
    "That is over the limit, or the balance is too low. You haven’t been charged. Check your limit and balance, or pay another way.",
  windowRefused:
    "That payment method was turned down. You haven’t been charged. Pay another way, or ask your card company or bank.",
  windowNotOpened:
    "We couldn’t reach the payment provider. You haven’t been charged. Press again in a moment, or pay another way.",
  windowAmount: "This amount can’t be paid that way. Please pay another way.",
  windowTooOften: "The payment window was opened too many times. Please start again at the shop.",
  windowLate:
    "The time to pay is over, so the window can’t be opened again. Finish in the one that is open, or start again at the shop.",
  methodGone: "That method can’t be used right now. Please pay another way.",
  authenticatedInWindowTitle: "You’re confirmed",
  authenticatedInWindowNext: "You haven’t paid yet. Continue without confirming again, or stop here.",
  earlierMethod:
    "Another payment method was confirmed first, so the one you just chose was not used. To pay a different way, choose “Don’t pay” and start again at the shop.",
};
