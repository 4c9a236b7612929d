import { heldOf, type Cancel, type Merchant, type PayMethod } from "./merchant.ts";
import type { Delivery } from "./webhooks.ts";

export interface NiceBookApproval {
  /** The client key that it was approved with. */
  readonly account: string;
  readonly merchant: string;
  readonly orderId: string;
  readonly tid: string;
  /** Null of a payment from the window. */
  readonly bid: string | null;
  readonly payMethod: PayMethod;
  /** Won. */
  readonly amount: number;
  /** Won that a wallet has deducted by itself. */
  readonly couponAmt: number;
  readonly taxFreeAmt: number;
  readonly cardQuota: number;
  readonly goodsName: string;
  /** Won that were paid and not refunded. */
  readonly held: number;
  /** Milliseconds since 1970. */
  readonly paidAt: number;
  readonly netCancelledAt: number | null;
  readonly cancellations: readonly Cancel[];
}

export interface NiceBookBid {
  readonly account: string;
  readonly merchant: string;
  readonly bid: string;
  /** The order id under which it was stored. */
  readonly orderId: string;
  readonly expired: boolean;
}

/** An order that a buyer opened the window for. */
export interface NiceBookOrder {
  readonly account: string;
  readonly merchant: string;
  readonly orderId: string;
  readonly method: string;
  /** Won. */
  readonly amount: number;
  /** Null before the buyer has authenticated. */
  readonly tid: string | null;
  readonly authenticatedAt: number | null;
  readonly isApproved: boolean;
}

/** All that the gateway has. It shows no card numbers. */
export interface NiceBook {
  readonly approvals: readonly NiceBookApproval[];
  readonly bids: readonly NiceBookBid[];
  readonly orders: readonly NiceBookOrder[];
  /** The messages that it sent last, at most 1,000. */
  readonly notifications: readonly Delivery[];
}

export function bookOf(merchants: readonly Merchant[], notifications: readonly Delivery[]): NiceBook {
  return {
    approvals: merchants.flatMap(({ name: merchant, payments }) =>
      payments.map((payment) => {
        const { account, orderId, tid, bid, payMethod, amount, couponAmt, taxFreeAmt, cardQuota } = payment;
        const named = { account, merchant, orderId, tid, bid, payMethod };
        const paid = { amount, couponAmt, taxFreeAmt, cardQuota, goodsName: payment.goodsName, paidAt: payment.paidAt };
        const cancellations = payment.cancels.map((each) => ({ ...each }));
        const { netCancelledAt } = payment;
        return { ...named, ...paid, held: heldOf(payment), netCancelledAt, cancellations };
      }),
    ),
    bids: merchants.flatMap(({ name: merchant, bids }) =>
      [...bids.values()].map(({ account, bid, orderId, expired }) => ({ account, merchant, bid, orderId, expired })),
    ),
    orders: merchants.flatMap(({ name: merchant, orders }) =>
      orders.map(({ account, orderId, method, amount, authentication, isApproved }) => {
        const { tid = null, authenticatedAt = null } = authentication ?? {};
        return { account: account.clientKey, merchant, orderId, method, amount, tid, authenticatedAt, isApproved };
      }),
    ),
    notifications,
  };
}

interface Deed {
  readonly orderId: string;
  readonly now: number;
  readonly count: number;
}

interface Refund extends Deed {
  readonly amount: number;
}

/** Charges a payment a second time without a request. */
export function chargeAgain(merchants: readonly Merchant[], { orderId, now, count }: Deed): string {
  for (const { payments } of merchants) {
    const payment = payments.find((each) => each.orderId === orderId);
    if (payment === undefined) continue;
    const tid = `nicemu00m01168twice${String(count).padStart(11, "0")}`;
    payments.push({ ...payment, tid, paidAt: now, cancels: [], netCancelledAt: null });
    return tid;
  }
  throw new Error(`no payment of order ${orderId}`);
}

/**
 * A refund that a person makes in the merchant's dashboard: it has no order id. A whole one has the payment's own tid, a
 * part one of its own, as of refunds by a call.
 */
export function refundByHand(merchants: readonly Merchant[], { orderId, amount, now, count }: Refund) {
  const payment = merchants.flatMap(({ payments }) => payments).find((each) => each.orderId === orderId);
  if (payment === undefined) throw new Error(`no payment of order ${orderId}`);
  if (!(amount > 0 && amount <= heldOf(payment))) throw new RangeError(`${heldOf(payment)} won are left of ${orderId}`);
  const tid = amount < payment.amount ? `nicemu00m01169hand${String(count).padStart(12, "0")}` : payment.tid;
  payment.cancels.push({ tid, orderId: null, amount, taxFreeAmt: 0, reason: "고객 요청", cancelledAt: now });
  return { tid, payment };
}
