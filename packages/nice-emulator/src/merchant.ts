/** The gateway's record of a merchant. */
export interface Merchant {
  readonly name: string;
  readonly bids: Map<string, StoredCard>;
  readonly payments: Payment[];
  /** The order ids of its partial cancellations, each good once. */
  readonly partialOrders: Set<string>;
}

export interface StoredCard {
  readonly bid: string;
  /** The client key that stored it. */
  readonly account: string;
  readonly orderId: string;
  readonly cardNo: string;
  readonly cardCode: string;
  expired: boolean;
}

export interface Payment {
  /** The client key that it was approved with. */
  readonly account: string;
  readonly orderId: string;
  readonly tid: string;
  readonly bid: string;
  readonly amount: number;
  readonly taxFreeAmt: number;
  readonly cardQuota: number;
  readonly goodsName: string;
  readonly approveNo: string;
  readonly cardNo: string;
  readonly cardCode: string;
  /** Milliseconds since 1970, as all times here. */
  readonly paidAt: number;
  readonly cancels: Cancel[];
  netCancelledAt: number | null;
}

export interface Cancel {
  readonly tid: string;
  /** Null of a refund by hand. */
  readonly orderId: string | null;
  readonly amount: number;
  readonly taxFreeAmt: number;
  readonly reason: string;
  readonly cancelledAt: number;
}

/** Won that were paid and not refunded. */
export function heldOf({ amount, netCancelledAt, cancels }: Payment): number {
  return netCancelledAt === null ? amount - cancels.reduce((sum, cancel) => sum + cancel.amount, 0) : 0;
}

export function taxFreeLeft({ taxFreeAmt, cancels }: Payment): number {
  return taxFreeAmt - cancels.reduce((sum, cancel) => sum + cancel.taxFreeAmt, 0);
}
