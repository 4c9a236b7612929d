import { tenantId, type Tenant } from "../../engine/tenant/tenant.ts";
import { type LedgerContext, accountNames, type Account, type Balances } from "../../engine/posting/posting.ts";

/** A merchant's balances, recomputed from the postings. Amounts are in won on their normal sides. */
export interface Audit {
  readonly balances: Balances;
  /** The accounts whose balance is not the sum of their postings. Any is a bug or a damaged database. */
  readonly differences: readonly { readonly account: Account; readonly balance: number; readonly postings: number }[];
}

export async function audit(context: LedgerContext, tenant: Tenant): Promise<Audit> {
  const { balances, sums } = await context.store.sumPostings(tenantId(tenant));
  const differences = accountNames
    .filter((account) => balances[account] !== sums[account])
    .map((account) => ({ account, balance: balances[account], postings: sums[account] }));
  return { balances, differences };
}
