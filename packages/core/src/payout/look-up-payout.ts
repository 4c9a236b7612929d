import { loadOnce } from "../engine/commit/commit.ts";
import type { Context } from "../context.ts";
import { ok, refuse } from "../result.ts";
import type { Tenant } from "../engine/tenant/tenant.ts";
import { isPayoutId, payoutRecord } from "./payout.ts";
import { viewPayout } from "./view.ts";

export const lookUpPayoutErrors = ["NOT_FOUND_PAYOUT"] as const;

export async function lookUpPayout(context: Context, tenant: Tenant, payoutId: string) {
  if (!isPayoutId(payoutId)) return refuse("NOT_FOUND_PAYOUT");
  const [payout] = await loadOnce(context, tenant, (read) => read(payoutRecord.ref(payoutId)));
  return payout === undefined ? refuse("NOT_FOUND_PAYOUT") : ok(viewPayout(payout));
}
