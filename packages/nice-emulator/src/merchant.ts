/** The gateway's record of a merchant. */
export interface Merchant {
  readonly name: string;
  readonly bids: Map<string, StoredCard>;
  readonly payments: Payment[];
  /** The orders that its buyers opened the window for. */
  readonly orders: WindowOrder[];
  /** By the method that they are registered for. */
  readonly webhooks: Map<string, Webhook>;
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
  /** Null of a payment from the window. */
  readonly bid: string | null;
  readonly payMethod: PayMethod;
  readonly amount: number;
  readonly taxFreeAmt: number;
  readonly cardQuota: number;
  readonly goodsName: string;
  readonly approveNo: string;
  /** Null without a card: of a transfer, or of a wallet's own money. */
  readonly cardNo: string | null;
  readonly cardCode: string | null;
  readonly bankCode: string | null;
  /** Won that a wallet deducts by itself. */
  readonly couponAmt: number;
  readonly mallReserved: string | null;
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

/** Where the gateway sends its messages about payments of a method. */
export interface Webhook {
  readonly method: string;
  readonly url: string;
  readonly managerEmail: string;
}

/** The methods of the window, and how a payment shows them. The emulator has no virtual accounts and no phone bills. */
const payMethods = {
  card: "card",
  bank: "bank",
  kakaopay: "kakaopay",
  kakaopayCard: "kakaopay",
  kakaopayMoney: "kakaopay",
  naverpayCard: "naverpay",
  samsungpayCard: "samsungpay",
  payco: "payco",
  ssgpay: "ssgpay",
} as const satisfies Readonly<Record<string, PayMethod>>;

export type WindowMethod = keyof typeof payMethods;

export const windowMethods = Object.keys(payMethods) as [WindowMethod, ...WindowMethod[]];

export function payMethodOf(method: WindowMethod): PayMethod {
  return payMethods[method];
}

export type PayMethod = "card" | "bank" | "kakaopay" | "naverpay" | "samsungpay" | "payco" | "ssgpay";

/** An order for which a browser has opened the window. */
export interface WindowOrder {
  /** In the address of its page. */
  readonly id: string;
  readonly account: EmulatedAccount;
  readonly method: WindowMethod;
  readonly orderId: string;
  readonly amount: number;
  readonly taxFreeAmt: number;
  readonly goodsName: string;
  readonly returnUrl: string;
  readonly mallReserved: string | null;
  readonly openedAt: number;
  authentication: Authentication | null;
  isApproved: boolean;
}

export interface Authentication {
  readonly tid: string;
  readonly authToken: string;
  readonly authenticatedAt: number;
  readonly cardNo: string | null;
  readonly cardCode: string | null;
  readonly cardQuota: number;
  readonly bankCode: string | null;
  readonly couponAmt: number;
  /** The answer to the approval; approved if null. */
  readonly refusal: { readonly code: string; readonly message: string } | null;
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

/** A request whose sender has signed in. */
export interface Asked extends SignedIn {
  /** The part of the path that is a name: a bid, tid or order id. */
  readonly name: string;
  /** The body of a POST, the query of a GET. */
  readonly fields: unknown;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Of all merchants, as a tid belongs to one of them. */
  readonly merchants: readonly Merchant[];
  /** A number that was not drawn before. */
  readonly count: () => number;
  /** Sends the merchant's server a payment, if an address is registered for its method. */
  readonly notify: (payment: Payment, cancelledTid: string | null) => void;
  /** Whether look-ups show what was authenticated and not approved. */
  readonly showsUnapproved: boolean;
}

function basicOf({ clientKey, secretKey }: EmulatedAccount): string {
  return `Basic ${Buffer.from(`${clientKey}:${secretKey}`).toString("base64")}`;
}

function newMerchant(name: string): Merchant {
  const lists = { bids: new Map(), payments: [], orders: [], webhooks: new Map() };
  return { name, ...lists, partialOrders: new Set() };
}

/** The accounts by the header that signs them in. */
export function signInWith(accounts: readonly EmulatedAccount[]) {
  const merchants = new Map<string, Merchant>();
  const merchantOf = ({ merchant: name, clientKey }: EmulatedAccount): Merchant => {
    const found = merchants.get(name ?? clientKey);
    const merchant = found ?? newMerchant(name ?? clientKey);
    merchants.set(merchant.name, merchant);
    return merchant;
  };
  for (const { clientKey, secretKey } of accounts) {
    if (Buffer.byteLength(secretKey) !== 32) throw new RangeError(`the secret key of ${clientKey} has not 32 bytes`);
  }
  const known = accounts.map((account) => ({ account, merchant: merchantOf(account) }));
  const byHeader = new Map(known.map((each) => [basicOf(each.account), each]));
  return {
    merchants: [...merchants.values()],
    of: (header: string | undefined): SignedIn | undefined => byHeader.get(header ?? ""),
    /** By the public key that the window is opened with. */
    byClientKey: (key: string): SignedIn | undefined => known.find(({ account }) => account.clientKey === key),
  };
}
