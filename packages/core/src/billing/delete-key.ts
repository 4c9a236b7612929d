import { attemptWrite } from "../attempt/attempt.ts";
import { decideAndCommit } from "../commit.ts";
import type { Context } from "../context.ts";
import { ok, refuse } from "../result.ts";
import { advance } from "../state-table.ts";
import { tenantId, type Tenant } from "../tenant.ts";
import { billingKeyRecord, billingKeyStates, billingKeyWrite, isBillkey } from "./billing-key.ts";
import { openRelease } from "./release-token.ts";
import { releaseKey, releaseRecord } from "./token-attempt.ts";

export const deleteBillingKeyErrors = ["NOT_FOUND_BILLING", "CONCURRENT_REQUEST"] as const;

/** Deletes a billing key: nothing is charged with it any more. What is under way ends, then the token is given back. */
export async function deleteBillingKey(context: Context, tenant: Tenant, billkey: string) {
  if (!isBillkey(billkey)) return refuse("NOT_FOUND_BILLING");
  const { requestDeadlineMs } = context.settings;
  return decideAndCommit(context, {
    tenant: tenantId(tenant),
    lane: billkey,
    async load(read) {
      // The attempt is new, and read so that its key is guarded as absent.
      const [key] = await read(billingKeyRecord.ref(billkey), releaseRecord.ref(releaseKey(billkey)));
      return key;
    },
    decide(key, now) {
      if (key === undefined || key.status === "DELETED") return { answer: refuse("NOT_FOUND_BILLING") };
      const status = advance(billingKeyStates, key.status, "delete");
      const gone = billingKeyWrite({ ...key, status, deletedAt: now, cardToken: null });
      const release = attemptWrite(releaseRecord, openRelease(billkey, { now, deadline: now + requestDeadlineMs }));
      return { answer: ok({ billkey }), changes: { writes: [gone, release] } };
    },
  });
}
