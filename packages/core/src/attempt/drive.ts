import type { CardNetwork, Found } from "../card-network/card-network.ts";
import { loadOnce } from "../commit.ts";
import { cardNetworkOf, type Context } from "../context.ts";
import { tenantId, type Tenant, type TenantId } from "../tenant.ts";
import { settleApproval } from "../payment/approval.ts";
import { settleCancellation } from "../payment/cancellation.ts";
import { settleReversal } from "../payment/reversal.ts";
import { ok, type Result } from "../result.ts";
import { callProvider } from "./call.ts";
import { attemptRef, isSettled, type Attempt, type AttemptKind } from "./attempt.ts";

type Drive = (context: Context, tenant: Tenant, attempt: Attempt) => Promise<Result<Attempt>>;

/** How each kind of attempt finds out what came of it, and settles it. */
const drives: Readonly<Record<AttemptKind, Drive>> = {
  approval: async (context, tenant, attempt) => {
    const found = await ask(context, { tenant, attempt }, (network, question) =>
      network.lookUp({ ...question, of: "approval" }),
    );
    return settleApproval(context, tenant, { attempt, found, source: "look-up" });
  },

  reversal: async (context, tenant, attempt) => {
    const { approvalKey } = attempt;
    const found = await ask(context, { tenant, attempt }, (network, question) =>
      network.reverse({ ...question, approvalKey }),
    );
    return settleReversal(context, tenant, { attempt, found });
  },

  cancellation: async (context, tenant, attempt) => {
    const { approvalKey, amount } = attempt;
    const found = await ask(context, { tenant, attempt }, async (network, question) => {
      const known = await network.lookUp({ ...question, of: "cancellation" });
      // The merchant wants it canceled, and the network does it once under this key: it is sent again.
      return known.outcome === "not-found" ? network.cancel({ ...question, approvalKey, amount }) : known;
    });
    return settleCancellation(context, tenant, { attempt, found });
  },
};

/**
 * Finds out what came of an attempt and settles it; called when it is due, and by a repeated
 * request whose attempt is past its deadline. An approval that has to be undone is undone at once.
 */
export async function driveAttempt(context: Context, tenant: Tenant, key: string): Promise<Result<Attempt>> {
  const [attempt] = await loadOnce(context, tenantId(tenant), (read) => read(attemptRef(key)));
  if (attempt === undefined) throw new Error(`attempt ${key} has no record`);
  if (isSettled(attempt)) return ok(attempt);
  const driven = attempt.reversal === null ? await drives[attempt.kind](context, tenant, attempt) : ok(attempt);
  if (!driven.ok || driven.value.reversal === null) return noteFlag(context, tenant, { before: attempt, driven });
  await driveAttempt(context, tenant, driven.value.reversal);
  const [settled] = await loadOnce(context, tenantId(tenant), (read) => read(attemptRef(key)));
  return ok(settled ?? driven.value);
}

interface Question {
  readonly key: string;
  readonly tenant: TenantId;
  readonly deadline: number;
}

/** Asks the card network within a fresh deadline. */
function ask<T>(
  context: Context,
  { tenant, attempt }: { readonly tenant: Tenant; readonly attempt: Attempt },
  put: (network: CardNetwork, question: Question) => Promise<Found<T>>,
): Promise<Found<T>> {
  const network = cardNetworkOf(context, tenantId(tenant));
  if (network === undefined) return Promise.resolve({ outcome: "unknown", reason: "no card network in this mode" });
  const deadline = context.clock.now() + context.settings.requestDeadlineMs;
  const question: Question = { key: attempt.key, tenant: tenantId(tenant), deadline };
  return callProvider(context, question, () => put(network, question));
}

/** Tells people once, when an attempt becomes one that they should look at. */
function noteFlag(
  context: Context,
  tenant: Tenant,
  change: { readonly before: Attempt; readonly driven: Result<Attempt> },
): Result<Attempt> {
  const { before, driven } = change;
  if (driven.ok && driven.value.flagged && !before.flagged) {
    context.notify({
      kind: "attempt-flagged",
      tenant: tenantId(tenant),
      attempt: before.key,
      reason: `${before.kind} without an outcome after ${driven.value.lookUps} look-ups`,
    });
  }
  return driven;
}
