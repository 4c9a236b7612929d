import { askCardNetwork } from "../card-network/context.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { findOrCancel } from "./cancellation-call.ts";
import type { PaymentContext } from "./context.ts";
import type { ReversalAttempt } from "./reversal-attempt.ts";
import { concludeReversal, type ReversalOutcome } from "./reversal-outcome.ts";

export async function reverse(
  context: PaymentContext,
  tenant: Tenant,
  attempt: ReversalAttempt,
): Promise<ReversalAttempt> {
  const { key, approvalKey } = attempt;
  const found = await askCardNetwork(context, { tenant, key }, (network, question) =>
    network.reverse({ ...question, approvalKey }),
  );
  const concluded = await concludeReversal(context, tenant, { attempt, found });
  return concluded.ok ? concluded.value : attempt;
}

/**
 * Gives back in full where a reversal came too late. Where the network has approved nothing, nothing is given back;
 * another amount than ours counts as no answer.
 */
export async function giveBackLate(
  context: PaymentContext,
  tenant: Tenant,
  { attempt, cancellationKey: key }: { readonly attempt: ReversalAttempt; readonly cancellationKey: string },
): Promise<ReversalAttempt> {
  const { approvalKey, amount } = attempt;
  const undone = { outcome: "done", value: { approvalKey } } as const;
  const approved = await askCardNetwork(context, { tenant, key: approvalKey }, (network, question) =>
    network.lookUpApproval(question),
  );
  let found: ReversalOutcome["found"] = { outcome: "unknown", reason: "the answer does not match" };
  if (approved.outcome === "refused") found = undone;
  else if (approved.outcome !== "done") found = approved;
  else if (approved.value.key === approvalKey && approved.value.amount === amount) {
    const canceled = await findOrCancel(context, tenant, { key, approvalKey, amount });
    if (canceled.outcome !== "done") found = canceled;
    else if (canceled.value.key === key && canceled.value.amount === amount) found = undone;
  }
  const concluded = await concludeReversal(context, tenant, { attempt, found });
  return concluded.ok ? concluded.value : attempt;
}
