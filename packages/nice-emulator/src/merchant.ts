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

/** Keys of a shop at the gateway. */
export interface EmulatedAccount {
  readonly clientKey: string;
  /** 32 characters. */
  readonly secretKey: string;
  /** Accounts of the same merchant share its records, as during a key rotation; the client key by default. */
  readonly merchant?: string;
}

export interface SignedIn {
  readonly account: EmulatedAccount;
  readonly merchant: Merchant;
}

function basicOf({ clientKey, secretKey }: EmulatedAccount): string {
  return `Basic ${Buffer.from(`${clientKey}:${secretKey}`).toString("base64")}`;
}

/** The accounts by the header that signs them in. */
export function signInWith(accounts: readonly EmulatedAccount[]) {
  const merchants = new Map<string, Merchant>();
  const merchantOf = ({ merchant: name, clientKey }: EmulatedAccount): Merchant => {
    const found = merchants.get(name ?? clientKey);
    const merchant = found ?? { name: name ?? clientKey, bids: new Map(), payments: [], partialOrders: new Set() };
    merchants.set(merchant.name, merchant);
    return merchant;
  };
  for (const { clientKey, secretKey } of accounts) {
    if (Buffer.byteLength(secretKey) !== 32) throw new RangeError(`the secret key of ${clientKey} has not 32 bytes`);
  }
  const known = new Map(accounts.map((account) => [basicOf(account), { account, merchant: merchantOf(account) }]));
  return {
    merchants: [...merchants.values()],
    of: (header: string | undefined): SignedIn | undefined => known.get(header ?? ""),
  };
}
