import type { Found } from "../attempt/outcome.ts";
import type { CardNetwork, KeyedCall } from "../card-network/card-network.ts";
import { askCardNetwork } from "../card-network/context.ts";
import { loadOnce } from "../commit/commit.ts";
import type { ErrorCode } from "../errors.ts";
import { approvalKeys } from "../payment/approval-attempt.ts";
import type { PaymentContext } from "../payment/context.ts";
import { cancellationKey, type Intent } from "../payment/intent.ts";
import { reversalKeys, reversalRecord } from "../payment/reversal-attempt.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { nothingFound, type Checked } from "./difference.ts";
import { movedOn } from "./moved.ts";

/** Compares a payment's amount in the ledger with the card network's record. */
export async function checkPayment(context: PaymentContext, tenant: Tenant, intent: Intent): Promise<Checked> {
  const { intentKey, approvalKey, openAttempt, methods, cancellations } = intent;
  // An unconfirmed payment was never sent to the network; one under way has no known outcome yet.
  if (approvalKey === null || openAttempt !== null) return nothingFound;
  const numbers = Array.from({ length: cancellations }, (_, index) => cancellationKey(intentKey, index + 1));
  const approved = await amounts(context, tenant, {
    keys: approvalKeys(intentKey, methods.length),
    ask: (network, question) => network.lookUpApproval(question),
  });
  const late = await lateCancellations(context, tenant, intent);
  const canceled = await amounts(context, tenant, {
    keys: [...numbers, ...late],
    ask: (network, question) => network.lookUpCancellation(question),
  });
  const unanswered = [...approved.unanswered, ...canceled.unanswered];
  const ledger = await movedOn(context, tenant, { reference: intentKey, account: "receivable" });
  const provider = approved.sum - canceled.sum;
  if (unanswered.length > 0) return { differences: [], unanswered };
  if (ledger === provider) return nothingFound;
  const action = "Compare the payment with the card network's own record; resolve its attempts where one is flagged.";
  return {
    differences: [{ about: "payment", reference: intentKey, ledger, provider, statement: null, action }],
    unanswered,
  };
}

/** The cancellations in place of reversals that came too late. Only an aborted payment has any. */
async function lateCancellations(context: PaymentContext, tenant: Tenant, { intentKey, methods, status }: Intent) {
  if (status !== "ABORTED") return [];
  const refs = reversalKeys(intentKey, methods.length).map((key) => reversalRecord.ref(key));
  const reversals = await loadOnce(context, tenant, (read) => read(...refs));
  return reversals.flatMap((reversal) => reversal?.cancellationKey ?? []);
}

interface Asked {
  readonly keys: readonly string[];
  readonly ask: (network: CardNetwork, question: KeyedCall) => Promise<Found<{ readonly amount: number }, ErrorCode>>;
}

/** Won that the network holds under these keys; a call that it refused or does not know counts as 0. */
async function amounts(
  context: PaymentContext,
  tenant: Tenant,
  { keys, ask }: Asked,
): Promise<{ readonly sum: number; readonly unanswered: readonly string[] }> {
  let sum = 0;
  const unanswered: string[] = [];
  for (const key of keys) {
    const found = await askCardNetwork(context, { tenant, key }, ask);
    if (found.outcome === "unknown") unanswered.push(key);
    else if (found.outcome === "done") sum += found.value.amount;
  }
  return { sum, unanswered };
}
