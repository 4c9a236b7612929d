import { doneOr } from "../attempt/evidence.ts";
import type { AttemptKind } from "../attempt/lost-answer.ts";
import type { CardNetworkContext } from "../card-network/context.ts";
import { loadOnce } from "../commit/commit.ts";
import { intentRecord } from "../payment/intent.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { billingKeyRecord } from "./billing-key.ts";
import { releaseRecord, type ReleaseAttempt } from "./token-release-attempt.ts";
import { giveBackToken } from "./token-release-call.ts";
import { concludeRelease } from "./token-release-outcome.ts";

/** Gives a token back when no payment is being charged with it, until the network acknowledges it. */
export const releaseKind: AttemptKind<CardNetworkContext, ReleaseAttempt> = {
  name: "token-release",
  record: releaseRecord,
  async findOut(context, tenant, attempt) {
    const found = (await isCharging(context, tenant, attempt.billkey))
      ? ({ outcome: "unknown", reason: "a payment is being charged with it" } as const)
      : await giveBackToken(context, tenant, attempt);
    const after = await concludeRelease(context, tenant, { attempt, found });
    return after.ok ? after.value : attempt;
  },
  async resolve(context, tenant, { attempt, evidence }) {
    const { tokenKey } = attempt;
    return concludeRelease(context, tenant, { attempt, found: doneOr(evidence, { tokenKey }, "PROVIDER_ERROR") });
  },
};

async function isCharging(context: CardNetworkContext, tenant: Tenant, billkey: string): Promise<boolean> {
  const [key] = await loadOnce(context, tenant, (read) => read(billingKeyRecord.ref(billkey)));
  const refs = (key?.charging ?? []).map((intentKey) => intentRecord.ref(intentKey));
  const intents = await loadOnce(context, tenant, (read) => read(...refs));
  return intents.some((intent) => intent?.status === "IN_PROGRESS" && intent.openAttempt !== null);
}
