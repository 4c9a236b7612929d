import { loadOnce } from "../commit/commit.ts";
import { approvalKeys, approvalRecord } from "../payment/approval-attempt.ts";
import { lookUpApproval } from "../payment/approval-look-up.ts";
import type { PaymentContext } from "../payment/context.ts";
import type { Intent } from "../payment/intent.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { nothingFound, type Checked } from "./difference.ts";
import { movedOn } from "./moved.ts";

/** Compares a payment's amount in the ledger with what the card network still holds of it. */
export async function checkPayment(context: PaymentContext, tenant: Tenant, intent: Intent): Promise<Checked> {
  const { intentKey, approvalKey, openAttempt, methods } = intent;
  // An unconfirmed payment was never sent to the network; one under way has no known outcome yet.
  if (approvalKey === null || openAttempt !== null) return nothingFound;
  const { held, unanswered } = await heldByNetwork(context, tenant, approvalKeys(intentKey, methods.length));
  if (unanswered.length > 0) return { differences: [], unanswered };
  const ledger = await movedOn(context, tenant, { reference: intentKey, account: "receivable" });
  if (ledger === held) return nothingFound;
  const action = "Compare the payment with the card network's own record; resolve its attempts where one is flagged.";
  return {
    differences: [{ about: "payment", reference: intentKey, ledger, provider: held, statement: null, action }],
    unanswered,
  };
}

/** Won that the network holds of these approvals; one that it refused, undid or does not know counts as 0. */
async function heldByNetwork(context: PaymentContext, tenant: Tenant, keys: readonly string[]) {
  const approvals = await loadOnce(context, tenant, (read) => read(...keys.map((key) => approvalRecord.ref(key))));
  let held = 0;
  const unanswered: string[] = [];
  for (const approval of approvals) {
    if (approval === undefined) continue;
    const found = await lookUpApproval(context, tenant, approval);
    if (found.outcome === "unknown") unanswered.push(approval.key);
    else if (found.outcome === "done") held += found.value.remainingAmount;
  }
  return { held, unanswered };
}
