import { attemptRef, attemptWrite, isSettled, settled, stillUnknown, type Attempt } from "../attempt/attempt.ts";
import type { Found, Reversal } from "../card-network/card-network.ts";
import { decideAndCommit } from "../commit.ts";
import type { Context } from "../context.ts";
import { tenantId, type Tenant } from "../tenant.ts";
import { ok, refuse, type Result } from "../result.ts";
import { abortion } from "./approval.ts";
import { intentRef } from "./intent.ts";

/**
 * Applies what came of a net-cancel. Only when the network has acknowledged it is the approval
 * refused and the payment aborted; until then it is repeated. A network that refuses to reverse
 * needs people.
 */
export async function settleReversal(
  context: Context,
  tenant: Tenant,
  outcome: { readonly attempt: Attempt; readonly found: Found<Reversal> },
): Promise<Result<Attempt>> {
  const { attempt: known, found } = outcome;
  return decideAndCommit(context, {
    tenant: tenantId(tenant),
    lane: known.intentKey,
    load: async (read) => {
      const [reversal, approval, intent] = await read(
        attemptRef(known.key),
        attemptRef(known.approvalKey),
        intentRef(known.intentKey),
      );
      if (reversal === undefined || approval === undefined || intent === undefined) {
        throw new Error(`reversal ${known.key} has no record`);
      }
      return { reversal, approval, intent };
    },
    decide: ({ reversal, approval, intent }, now) => {
      if (isSettled(reversal)) return { answer: ok(reversal) };
      if (found.outcome !== "done" || found.value.approvalKey !== reversal.approvalKey) {
        const next = stillUnknown(reversal, { now, flagAfterMs: context.settings.flagAfterMs });
        const flagged = { ...next, flagged: next.flagged || found.outcome === "refused" };
        return { answer: ok(flagged), changes: { writes: [attemptWrite(flagged)] } };
      }
      const done: Attempt = { ...reversal, status: "DONE", lookUpAt: null };
      const refused = settled(approval, "REFUSED", refuse("PROVIDER_ERROR"));
      const { writes } = abortion(refused, intent, "PROVIDER_ERROR");
      return { answer: ok(done), changes: { writes: [attemptWrite(done), ...writes] } };
    },
  });
}
