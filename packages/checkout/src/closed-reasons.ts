import type { CheckoutView } from "@wonflow/core";
import type { TextKey } from "./texts.ts";

interface ClosedTexts {
  readonly title: TextKey;
  readonly next: TextKey;
  /** The label of the link to the shop, if its address is known. */
  readonly onward?: TextKey;
  /** Whether the buyer may still reverse the payment. */
  readonly asks?: boolean;
  /** Whether it names the card, or the method of the window, that the buyer has authenticated. */
  readonly card?: boolean;
  /** Whether the page changes by itself. */
  readonly waits?: boolean;
}

const texts = {
  paying: { title: "payingTitle", next: "payingNext", asks: true, waits: true },
  leaving: { title: "leaving", next: "leavingNext", waits: true },
  inWindow: { title: "inWindowTitle", next: "inWindowNext", waits: true },
  checking: { title: "checkingTitle", next: "checkingNext", waits: true },
  authenticated: { title: "authenticatedTitle", next: "authenticatedNext", onward: "goOn", asks: true, card: true },
  authenticatedInWindow: {
    title: "authenticatedInWindowTitle",
    next: "authenticatedInWindowNext",
    onward: "goOn",
    asks: true,
    card: true,
  },
  confirming: { title: "confirmingTitle", next: "confirmingNext", onward: "onward", waits: true, card: true },
  unanswered: { title: "unansweredTitle", next: "unansweredNext", onward: "onward" },
  paid: { title: "paidTitle", next: "paidNext", onward: "onward", card: true },
  expired: { title: "expiredTitle", next: "expiredNext", onward: "back" },
  tries: { title: "triesTitle", next: "triesNext", onward: "back" },
  closed: { title: "closedTitle", next: "closedNext", onward: "back" },
  superseded: { title: "supersededTitle", next: "supersededNext", onward: "back" },
  suspended: { title: "suspendedTitle", next: "suspendedNext", onward: "back" },
  unknown: { title: "unknownTitle", next: "unknownNext" },
  overloaded: { title: "overloadedTitle", next: "overloadedNext" },
  limited: { title: "overloadedTitle", next: "limitedNext" },
  failed: { title: "failedTitle", next: "failedNext" },
} satisfies Readonly<Record<string, ClosedTexts>>;

export type ClosedReason = keyof typeof texts;

export const closedTexts: Readonly<Record<ClosedReason, ClosedTexts>> = texts;

export const closedReasons = Object.keys(closedTexts) as readonly ClosedReason[];

type LinkState = Pick<CheckoutView, "status" | "endedBy" | "checking" | "suspended" | "windowFailure" | "paidIn">;

/** Undefined while the buyer may choose how to pay, also after a visit to the window that failed. */
export function reasonOf(link: LinkState): ClosedReason | undefined {
  const { status, endedBy, checking, suspended, windowFailure, paidIn } = link;
  switch (status) {
    case "OPEN":
    case "IN_WINDOW":
      if (checking === true) return "checking";
      if (suspended === true) return "suspended";
      return status === "IN_WINDOW" && windowFailure === undefined ? "inWindow" : undefined;
    case "AUTHENTICATED":
      return paidIn === undefined ? "authenticated" : "authenticatedInWindow";
    case "CONFIRMING":
      return "confirming";
    case "PAID":
      return "paid";
    case "SUPERSEDED":
      return "superseded";
    case "EXPIRED":
      return endedBy === "TIME" ? "expired" : endedBy === "TRIES" ? "tries" : "closed";
  }
}

const closingCodes: Readonly<Record<string, ClosedReason>> = {
  EXPIRED_PAYMENT_SESSION: "expired",
  INVALIDATED_PAYMENT_SESSION: "superseded",
  FORBIDDEN_REQUEST: "suspended",
  NOT_FOUND_PAYMENT_SESSION: "unknown",
  ALREADY_PROCESSED_PAYMENT: "confirming",
  FORBIDDEN_CONSECUTIVE_REQUEST: "authenticated",
};

/** The reason by the code of a refusal; undefined for any other code. */
export function linkClosedBy(code: string): ClosedReason | undefined {
  return closingCodes[code];
}
