import { askCardNetwork } from "../card-network/context.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { findOrCancel } from "./cancellation-call.ts";
import type { PaymentContext } from "./context.ts";
import type { ReversalAttempt } from "./reversal-attempt.ts";
import { concludeReversal, type ReversalOutcome } from "./reversal-outcome.ts";

/** Asks the network to undo an approval, and concludes the reversal by the answer. */
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
 * Gives back in full what can't be reversed any more. Where the network says that nothing is approved there is nothing
 * to give back; where it says another amount than was asked for, none is guessed: an answer that does not match is none.
 */
export async function giveBackLate(
  context: PaymentContext,
  tenant: Tenant,
  { attempt, cancellationKey: key }: { readonly attempt: ReversalAttempt; readonly cancellationKey: string },
): Promise<ReversalAttempt> {
  const { approvalKey, amount } = attempt;
  const undone = { outcome: "done", value: { approvalKey } } as const;
  const approved = await askCardNetwork(context, { tenant, key: approvalKey }, (network, question) =>
    network.lookUp({ ...question, of: "approval" }),
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
