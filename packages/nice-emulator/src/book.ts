import { heldOf, type Cancel, type Merchant } from "./merchant.ts";

export interface NiceBookApproval {
  /** The client key that it was approved with. */
  readonly account: string;
  readonly merchant: string;
  readonly orderId: string;
  readonly tid: string;
  readonly bid: string;
  /** Won. */
  readonly amount: number;
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

/** All that the gateway has. It shows no card numbers. */
export interface NiceBook {
  readonly approvals: readonly NiceBookApproval[];
  readonly bids: readonly NiceBookBid[];
}

export function bookOf(merchants: readonly Merchant[]): NiceBook {
  return {
    approvals: merchants.flatMap(({ name: merchant, payments }) =>
      payments.map((payment) => {
        const { account, orderId, tid, bid, amount, taxFreeAmt, cardQuota, goodsName, paidAt, netCancelledAt } =
          payment;
        const paid = { account, merchant, orderId, tid, bid, amount, taxFreeAmt, cardQuota, goodsName, paidAt };
        const cancellations = payment.cancels.map((each) => ({ ...each }));
        return { ...paid, held: heldOf(payment), netCancelledAt, cancellations };
      }),
    ),
    bids: merchants.flatMap(({ name: merchant, bids }) =>
      [...bids.values()].map(({ account, bid, orderId, expired }) => ({ account, merchant, bid, orderId, expired })),
    ),
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

/** A refund that a person makes in the merchant's dashboard: it has no order id. */
export function refundByHand(merchants: readonly Merchant[], { orderId, amount, now, count }: Refund): string {
  const payment = merchants.flatMap(({ payments }) => payments).find((each) => each.orderId === orderId);
  if (payment === undefined) throw new Error(`no payment of order ${orderId}`);
  if (!(amount > 0 && amount <= heldOf(payment))) throw new RangeError(`${heldOf(payment)} won are left of ${orderId}`);
  const tid = `nicemu00m01169hand${String(count).padStart(12, "0")}`;
  payment.cancels.push({ tid, orderId: null, amount, taxFreeAmt: 0, reason: "고객 요청", cancelledAt: now });
  return tid;
}
