import type { TextKey } from "./texts.ts";

/** Why the page of a link takes no card. */
export type ClosedReason = "expired" | "superseded" | "unknown" | "authenticated" | "paid" | "overloaded" | "failed";

interface ClosedTexts {
  readonly title: TextKey;
  readonly next: TextKey;
  /** Whether the page links to the shop. */
  readonly linksToShop: boolean;
}

/** What the page says for each reason, and what the buyer can do. */
export const closedTexts: Readonly<Record<ClosedReason, ClosedTexts>> = {
  expired: { title: "expiredTitle", next: "expiredNext", linksToShop: false },
  superseded: { title: "supersededTitle", next: "supersededNext", linksToShop: false },
  unknown: { title: "unknownTitle", next: "unknownNext", linksToShop: false },
  authenticated: { title: "authenticatedTitle", next: "authenticatedNext", linksToShop: true },
  paid: { title: "paidTitle", next: "paidNext", linksToShop: true },
  overloaded: { title: "overloadedTitle", next: "overloadedNext", linksToShop: false },
  failed: { title: "failedTitle", next: "failedNext", linksToShop: false },
};

export const closedReasons = Object.keys(closedTexts) as readonly ClosedReason[];

const closingCodes: Readonly<Record<string, ClosedReason>> = {
  EXPIRED_PAYMENT_SESSION: "expired",
  INVALIDATED_PAYMENT_SESSION: "superseded",
  NOT_FOUND_PAYMENT_SESSION: "unknown",
};

/** Why a link takes no card any more, by the code that the service refused with; undefined for any other code. */
export function linkClosedBy(code: string): ClosedReason | undefined {
  return closingCodes[code];
}
