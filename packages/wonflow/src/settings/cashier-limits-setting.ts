import type { CashierLimits } from "@wonflow/core";

const names = { "per-cancellation": "perCancellation", "per-day": "perDay" } as const;

export const cashierLimitsSyntax =
  "must be what a cashier may refund, in won, such as per-cancellation=50000,per-day=300000: either or both, from 0";

/** Parses a text such as `per-cancellation=50000,per-day=300000`; undefined for an invalid text. */
export function readCashierLimits(text: string): CashierLimits | undefined {
  const limits: { perCancellation?: number; perDay?: number } = {};
  for (const part of text.split(",")) {
    const { name = "", won } = /^\s*(?<name>[a-z-]+)=(?<won>\d{1,15})\s*$/.exec(part)?.groups ?? {};
    if (!isName(name) || limits[names[name]] !== undefined) return undefined;
    limits[names[name]] = Number(won);
  }
  return limits;
}

function isName(text: string): text is keyof typeof names {
  return Object.hasOwn(names, text);
}
