import { attemptWrite, concluded, isConcluded, openAttempt, stillUnknown } from "../attempt/attempt.ts";
import { callProvider } from "../attempt/call.ts";
import type { AttemptKind } from "../attempt/drive.ts";
import { newFlag, tellFlag, type NewFlag } from "../attempt/flag.ts";
import { knownRefusal, type Outcome } from "../attempt/outcome.ts";
import type { Release, ReleaseRefusal } from "../card-network/card-network.ts";
import { cardNetworkOf, noCardNetwork, type CardNetworkContext } from "../card-network/context.ts";
import { decideAndCommit, loadOnce, type Decision } from "../commit.ts";
import { intentRecord } from "../payment/intent.ts";
import { ok, type Ok } from "../result.ts";
import { tenantId, type Tenant } from "../tenant.ts";
import { errorCodes } from "../errors.ts";
import { billingKeyRecord } from "./billing-key.ts";
import { releaseKey, releaseRecord, tokenKey, type ReleaseAttempt } from "./token-attempt.ts";

/** The attempt that gives a token back, when the time of whatever may be using it is over. */
export function openRelease(
  billkey: string,
  time: { readonly now: number; readonly deadline: number },
): ReleaseAttempt {
  const opened = openAttempt({ key: releaseKey(billkey), kind: "token-release" }, time);
  return { ...opened, billkey, tokenKey: tokenKey(billkey) };
}

/** A token is given back when no payment is being charged with it, and again until the network acknowledges it. */
export const releaseKind: AttemptKind<CardNetworkContext, ReleaseAttempt> = {
  name: "token-release",
  record: releaseRecord,
  async find(context, tenant, attempt) {
    const found = (await isCharging(context, tenant, attempt.billkey))
      ? ({ outcome: "unknown", reason: "a payment is being charged with it" } as const)
      : await giveBack(context, tenant, attempt);
    const after = await concludeRelease(context, tenant, { attempt, found });
    return after.ok ? after.value : attempt;
  },
  async resolve(context, tenant, { attempt, evidence }) {
    const { tokenKey: issuedAs } = attempt;
    const found =
      evidence.outcome === "done"
        ? ({ outcome: "done", value: { tokenKey: issuedAs } } as const)
        : ({ outcome: "refused", code: "PROVIDER_ERROR" } as const);
    return concludeRelease(context, tenant, { attempt, found });
  },
};

/** Whether a payment is under way that this key's token was given to. */
async function isCharging(context: CardNetworkContext, tenant: Tenant, billkey: string): Promise<boolean> {
  const [key] = await loadOnce(context, tenantId(tenant), (read) => read(billingKeyRecord.ref(billkey)));
  const refs = (key?.charging ?? []).map((intentKey) => intentRecord.ref(intentKey));
  const intents = await loadOnce(context, tenantId(tenant), (read) => read(...refs));
  return intents.some((intent) => intent?.status === "IN_PROGRESS" && intent.openAttempt !== null);
}

async function giveBack(
  context: CardNetworkContext,
  tenant: Tenant,
  { key, tokenKey: issuedAs }: ReleaseAttempt,
): Promise<Outcome<Release, ReleaseRefusal>> {
  const network = cardNetworkOf(context, tenantId(tenant));
  if (network === undefined) return noCardNetwork;
  const deadline = context.clock.now() + context.settings.requestDeadlineMs;
  const request = { key, tenant: tenantId(tenant), deadline, tokenKey: issuedAs };
  return callProvider(context, request, () => network.releaseToken(request));
}

interface ReleaseOutcome {
  readonly attempt: ReleaseAttempt;
  readonly found: Outcome<Release, ReleaseRefusal>;
}

/** Applies what came of it. A network that refuses to forget a card needs people. */
async function concludeRelease(context: CardNetworkContext, tenant: Tenant, { attempt, found }: ReleaseOutcome) {
  const { flagAfterMs } = context.settings;
  const after = await decideAndCommit(context, {
    tenant: tenantId(tenant),
    lane: attempt.key,
    async load(read) {
      const [release] = await read(releaseRecord.ref(attempt.key));
      if (release === undefined) throw new Error(`attempt ${attempt.key} has no record`);
      return release;
    },
    decide: (release, now) => decideRelease(release, found, { now, flagAfterMs }),
  });
  if (!after.ok) return after;
  tellFlag(context, tenant, after.value.flag);
  return ok(after.value.release);
}

function decideRelease(
  release: ReleaseAttempt,
  found: ReleaseOutcome["found"],
  at: { readonly now: number; readonly flagAfterMs: number },
): Decision<Ok<{ readonly release: ReleaseAttempt; readonly flag?: NewFlag | undefined }>> {
  if (isConcluded(release)) return { answer: ok({ release }) };
  if (found.outcome === "done" && found.value.tokenKey === release.tokenKey) {
    const done = concluded(release, "DONE");
    return { answer: ok({ release: done }), changes: { writes: [attemptWrite(releaseRecord, done)] } };
  }
  const isRefused = found.outcome === "refused";
  const unknown = stillUnknown(release, { ...at, needsPeople: isRefused });
  const finding = isRefused
    ? `the network refuses to take the token back: ${knownRefusal(errorCodes, found.code)}`
    : undefined;
  const answer = ok({ release: unknown, flag: newFlag(release, unknown, finding) });
  return { answer, changes: { writes: [attemptWrite(releaseRecord, unknown)] } };
}
