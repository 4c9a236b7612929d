import { callTime } from "../../engine/attempt/attempt.ts";
import { decideAndCommit } from "../../engine/commit/commit.ts";
import type { Context } from "../../context.ts";
import { ok, refuse } from "../../result.ts";
import { advance } from "../../engine/commit/state-table.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { billingKeyRecord, billingKeyStates, isBillkey } from "./billing-key.ts";
import { issueRecord } from "./token-issue.ts";
import { formerTokenKey, tokenKey } from "../intent/attempt-keys.ts";
import { openRelease, releaseRecord } from "./token-release.ts";

export const deleteBillingKeyErrors = ["NOT_FOUND_BILLING", "CONCURRENT_REQUEST"] as const;

/** Deletes a billing key. Charges in progress end as usual; then the token is released. */
export async function deleteBillingKey(context: Context, tenant: Tenant, billkey: string) {
  if (!isBillkey(billkey)) return refuse("NOT_FOUND_BILLING");
  const issueRefs = [tokenKey(billkey), formerTokenKey(billkey)].map((key) => issueRecord.ref(key));
  return decideAndCommit(context, {
    tenant,
    lane: billkey,
    load: (read) => read(billingKeyRecord.ref(billkey), ...issueRefs),
    decide([key, ...issues], now) {
      if (key === undefined || key.status === "DELETED") return { answer: refuse("NOT_FOUND_BILLING") };
      const status = advance(billingKeyStates, key.status, "delete");
      const gone = billingKeyRecord.write({ ...key, status, deletedAt: now, cardToken: null });
      const { createdAt, gateway, cardToken: token } = key;
      const unknown = { key: tokenKey(billkey), openedAt: createdAt, deadline: createdAt };
      const issue = issues.find((each) => each !== undefined) ?? unknown;
      const asked = { tokenKey: issue.key, tokenAskedAt: issue.openedAt, tokenDeadline: issue.deadline };
      const release = openRelease({ billkey, gateway, token, ...asked }, callTime(context, now));
      return { answer: ok({ billkey }), changes: { writes: [gone, releaseRecord.make(release)] } };
    },
  });
}
