import type { Entry, PayoutView, SettledLines } from "wonflow";

import type { Order } from "./order-book.ts";

/** The marketplace's share of a sale, in percent. */
export const commissionRate = 10;

/** A line of a seller's statement. Amounts are in won. */
export interface StatementLine {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly kind: "sale" | "cancellation" | "payout" | "payout undone";
  readonly text: string;
  /** Paid by a buyer; below 0 if it was refunded. */
  readonly transaction: number;
  /** The fee of card payments, with its VAT. */
  readonly cardFee: number;
  readonly commission: number;
  /** Added by the line to the amount that the seller is owed. */
  readonly change: number;
  /** Owed to the seller after the line. */
  readonly owed: number;
}

/** The marketplace's money as Wonflow's books have it, and the marketplace's own record of which seller has which order. */
export interface Books {
  readonly orderOf: (orderId: string) => Pick<Order, "seller" | "name"> | undefined;
  readonly settlements: readonly SettledLines[];
  readonly payouts: readonly PayoutView[];
  readonly entries: readonly Entry[];
}

/**
 * A seller's earnings and payouts, the oldest line first. The last line says how much the seller is owed: its settled
 * sales less fees, commission and cancellations, less its payouts.
 */
export function statementOf(
  seller: { readonly ref: string; readonly id: string },
  books: Books,
): readonly StatementLine[] {
  const lines = [...tradeLines(seller.ref, books), ...payoutLines(seller.id, books)];
  let owed = 0;
  return lines.toSorted((a, b) => a.at - b.at).map((line) => ({ ...line, owed: (owed += line.change) }));
}

/** The amount owed to a seller now; below 0 if more was refunded to buyers than it has earned since. */
export function owedBy(statement: readonly StatementLine[]): number {
  return statement.at(-1)?.owed ?? 0;
}

type NewLine = Omit<StatementLine, "owed">;

function tradeLines(ref: string, { settlements, orderOf }: Books): readonly NewLine[] {
  /** The rest of each order that was settled before, in won. */
  const remaining = new Map<string, number>();
  return settlements.flatMap(({ settledAt, lines }) =>
    lines.flatMap(({ orderId, transactionAmount: transaction, feeAmount, vatAmount, settledAmount }) => {
      const order = orderOf(orderId);
      if (order?.seller !== ref) return [];
      const before = remaining.get(orderId) ?? 0;
      remaining.set(orderId, before + transaction);
      // By what remains of the order, so that nothing is kept of one that was canceled to its last won.
      const commission = commissionOn(before + transaction) - commissionOn(before);
      const isSale = transaction >= 0;
      return {
        at: Date.parse(settledAt),
        kind: isSale ? "sale" : "cancellation",
        text: isSale ? order.name : `${order.name} 취소`,
        transaction,
        cardFee: feeAmount + vatAmount,
        commission,
        change: settledAmount - commission,
      } as const;
    }),
  );
}

function commissionOn(amount: number): number {
  return Math.floor((amount * commissionRate) / 100);
}

/**
 * A payout takes from what is owed as soon as it is reserved. Whether it is returned is read from the ledger, not
 * from its status: a payout may fail, be paid and come back, or fail and be paid all the same.
 */
function payoutLines(sellerId: string, { payouts, entries }: Books): readonly NewLine[] {
  const none = { transaction: 0, cardFee: 0, commission: 0 };
  return payoutsTo(sellerId, payouts).flatMap(({ id, refPayoutId, requestedAt, amount }) => {
    const reserved = { at: Date.parse(requestedAt), kind: "payout", text: `지급 ${refPayoutId}` } as const;
    const after = entries.filter(({ reference }) => reference === id);
    const undone = after.flatMap(({ at, postings }) => {
      // `available` is a credit account: a credit is negative.
      const change = -postings.reduce((sum, each) => sum + (each.account === "available" ? each.amount : 0), 0);
      const text = change > 0 ? `지급 ${refPayoutId} 돌아옴` : `지급 ${refPayoutId} 뒤늦게 지급됨`;
      return change === 0 ? [] : [{ ...none, at, kind: "payout undone", text, change } as const];
    });
    return [{ ...none, ...reserved, change: -amount.value }, ...undone];
  });
}

/** The payouts of a seller, whatever became of them. */
export function payoutsTo(sellerId: string, payouts: readonly PayoutView[]): readonly PayoutView[] {
  return payouts.filter(({ destination }) => destination.type === "SELLER" && destination.sellerId === sellerId);
}
