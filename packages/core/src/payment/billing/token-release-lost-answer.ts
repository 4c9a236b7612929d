import type { AttemptKind } from "../../engine/attempt/lost-answer.ts";
import type { GatewayContext } from "../../gateway/context.ts";
import { releaseAgain, releaseCard } from "../../gateway/card-token/release-call.ts";
import { concludeRelease, resolveRelease } from "../../gateway/card-token/release-outcome.ts";
import { loadOnce } from "../../engine/commit/commit.ts";
import { intentRecord } from "../intent/intent.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { billingKeyRecord } from "./billing-key.ts";
import { releaseRecord, type TokenRelease } from "./token-release-attempt.ts";

const record = releaseRecord;

/** Releases a token when no payment is being charged with it, until the gateway acknowledges it. */
export const releaseKind: AttemptKind<GatewayContext, TokenRelease> = {
  name: "token-release",
  record,
  async findOut(context, tenant, attempt) {
    if (!(await isCharging(context, tenant, attempt.billkey))) return releaseCard(context, tenant, { record, attempt });
    const found = { outcome: "unknown", reason: "a payment is being charged with it" } as const;
    const after = await concludeRelease(context, tenant, { record, attempt, found });
    return after.ok ? after.value : attempt;
  },
  lookAgain: (context, tenant, attempt) => releaseAgain(context, tenant, { record, attempt }),
  resolve: (context, tenant, resolved) => resolveRelease(context, tenant, { record, ...resolved }),
};

async function isCharging(context: GatewayContext, tenant: Tenant, billkey: string): Promise<boolean> {
  const [key] = await loadOnce(context, tenant, (read) => read(billingKeyRecord.ref(billkey)));
  const refs = (key?.charging ?? []).map((intentKey) => intentRecord.ref(intentKey));
  const intents = await loadOnce(context, tenant, (read) => read(...refs));
  return intents.some((intent) => intent?.status === "IN_PROGRESS" && intent.openAttempt !== null);
}
