import type { Merchant } from "./merchant.ts";

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
