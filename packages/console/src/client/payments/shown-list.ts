import type { PaymentIntent, PaymentList } from "@wonflow/client";

/** The payments that a page shows. They keep their places while newer ones arrive. */
export interface ShownList {
  readonly items: readonly PaymentIntent[];
  /** Leads on behind the last one; null at the end. */
  readonly nextCursor: string | null;
  /** Payments that came since, the newest first; they are shown once they are asked for. */
  readonly newer: readonly PaymentIntent[];
  /** The newest page as it came last. */
  readonly newest: PaymentList;
}

export function firstList(page: PaymentList): ShownList {
  return { items: page.items, nextCursor: page.nextCursor, newer: [], newest: page };
}

/** Appends what follows. A payment that is there already, as the list has moved meanwhile, is not there twice. */
export function withPage(list: ShownList, { items, nextCursor }: PaymentList): ShownList {
  const known = new Set(list.items.map(({ intentKey }) => intentKey));
  return { ...list, items: [...list.items, ...items.filter(({ intentKey }) => !known.has(intentKey))], nextCursor };
}

/** Updates what is shown in its place, and keeps newer payments aside. */
export function withNewest(list: ShownList, newest: PaymentList): ShownList {
  if (list.items.length === 0) {
    return newest.items.length === 0 ? { ...list, newest } : firstList(newest);
  }
  const fresh = new Map(newest.items.map((payment) => [payment.intentKey, payment]));
  const known = new Set(list.items.map(({ intentKey }) => intentKey));
  const firstKnown = newest.items.findIndex(({ intentKey }) => known.has(intentKey));
  const newer = firstKnown === -1 ? newest.items : newest.items.slice(0, firstKnown);
  const items = list.items.map((payment) => fresh.get(payment.intentKey) ?? payment);
  return { ...list, items, newer, newest };
}

/** Shows the newer payments on top. If more arrived than one page holds, the list restarts. */
export function withNewerShown(list: ShownList): ShownList {
  if (list.newer.length === list.newest.items.length) return firstList(list.newest);
  return { ...list, items: [...list.newer, ...list.items], newer: [] };
}

/**
 * The shown payments that are missing in the newest page, although it has older ones: their state has changed, so they
 * no longer match the filters.
 */
export function passedOver({ items, newest }: ShownList): readonly PaymentIntent[] {
  const keys = new Set(newest.items.map(({ intentKey }) => intentKey));
  const lastShown = items.findLastIndex(({ intentKey }) => keys.has(intentKey));
  return items.slice(0, Math.max(0, lastShown)).filter(({ intentKey }) => !keys.has(intentKey));
}

/** Puts one payment as it is now into its place. */
export function withPayment(list: ShownList, payment: PaymentIntent): ShownList {
  return { ...list, items: list.items.map((one) => (one.intentKey === payment.intentKey ? payment : one)) };
}
