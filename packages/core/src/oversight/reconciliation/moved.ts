import type { Context } from "../../context.ts";
import { type Account, normalDelta } from "../../engine/posting/posting.ts";
import { tenantId, type Tenant } from "../../engine/tenant/tenant.ts";

/** By how much the entries of a reference changed an account, in won on its normal side. */
export async function movedOn(
  { store }: Context,
  tenant: Tenant,
  { reference, account }: { readonly reference: string; readonly account: Account },
): Promise<number> {
  const entries = await store.entries(tenantId(tenant), reference);
  const postings = entries.flatMap((entry) => entry.postings).filter((posting) => posting.account === account);
  return postings.reduce((sum, posting) => sum + normalDelta(posting), 0);
}
