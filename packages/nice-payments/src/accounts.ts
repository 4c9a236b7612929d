import type { TenantId } from "@wonflow/core";

/** The keys of a shop at the provider. */
export interface NiceAccount {
  /** Public; names the account with each attempt. */
  readonly clientKey: string;
  /** 32 characters. */
  readonly secretKey: string;
}

type Accounts = readonly NiceAccount[] | undefined;

export type AccountsOf = (tenant: TenantId) => Promise<Accounts> | Accounts;

/** A call whose account is chosen. */
export interface WithCredentials {
  readonly tenant: TenantId;
  readonly credentials: string | null;
}

/** The accounts in the order in which a call may use them: the one that it names, else the newest, comes first. */
export async function accountsFor(accountsOf: AccountsOf, { tenant, credentials }: WithCredentials) {
  const accounts = (await accountsOf(tenant)) ?? [];
  const named = accounts.filter(({ clientKey }) => clientKey === credentials);
  return [...named, ...accounts.filter((account) => !named.includes(account))];
}

/** Names the account of new calls; null for a merchant that has none. */
export async function newestName(accountsOf: AccountsOf, tenant: TenantId): Promise<string | null> {
  const [newest] = await accountsFor(accountsOf, { tenant, credentials: null });
  return newest?.clientKey ?? null;
}
