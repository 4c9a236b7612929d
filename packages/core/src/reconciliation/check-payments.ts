import { loadOnce } from "../commit/commit.ts";
import { approvalKeys, approvalRecord, type ApprovalAttempt } from "../payment/approval-attempt.ts";
import { lookUpApproval } from "../payment/approval-look-up.ts";
import type { PaymentContext } from "../payment/context.ts";
import { remainingAmount, type Intent } from "../payment/intent.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { nothingFound, type Checked, type Difference } from "./difference.ts";
import { movedOn } from "./moved.ts";

/**
 * Compares a payment's amount in the ledger with what the card network still holds of it: also of one that was refused,
 * or undone.
 */
export async function checkPayment(context: PaymentContext, tenant: Tenant, intent: Intent): Promise<Checked> {
  const { intentKey, approvalKey, openAttempt, methods } = intent;
  // An unconfirmed payment was never sent to the network; one under way has no known outcome yet.
  if (approvalKey === null || openAttempt !== null) return nothingFound;
  const checked = await heldByNetwork(context, tenant, approvalKeys(intentKey, methods.length));
  const { unanswered, approvals } = checked;
  if (unanswered.length > 0) return { differences: [], unanswered };
  const ledger = await movedOn(context, tenant, { reference: intentKey, account: "receivable" });
  const provider = approvals.reduce((sum, { held }) => sum + held, 0);
  const other = approvals.find(({ key, held }) => held !== recordedOf(intent, key));
  if (ledger === provider && other === undefined) return nothingFound;
  // Of several cards the action names the first that differs; the next reconciliation names the next.
  const given = other === undefined ? ledger - provider : recordedOf(intent, other.key) - other.held;
  const wrong = { ledger, provider, key: other?.key ?? approvalKey, given };
  const about = { about: "payment", reference: intentKey, ledger, provider, statement: null } as const;
  return { differences: [{ ...about, ...explain(intent, wrong, approvals) }], unanswered };
}

interface Held {
  readonly key: string;
  /** Won that the network holds; 0 of an approval that it refused, undid or does not know. */
  readonly held: number;
  readonly isFound: boolean;
}

async function heldByNetwork(context: PaymentContext, tenant: Tenant, keys: readonly string[]) {
  const records = await loadOnce(context, tenant, (read) => read(...keys.map((key) => approvalRecord.ref(key))));
  const approvals: Held[] = [];
  const unanswered: string[] = [];
  for (const approval of records) {
    const held = approval && (await heldOf(context, tenant, approval));
    if (held === "unknown") unanswered.push(approval?.key ?? "");
    else if (held !== undefined) approvals.push(held);
  }
  return { approvals, unanswered };
}

async function heldOf(context: PaymentContext, tenant: Tenant, approval: ApprovalAttempt): Promise<Held | "unknown"> {
  const { key } = approval;
  const found = await lookUpApproval(context, tenant, approval);
  if (found.outcome === "unknown") return "unknown";
  return { key, held: found.outcome === "done" ? found.value.remainingAmount : 0, isFound: found.outcome === "done" };
}

/** Won that our records say the network holds of one of a payment's approvals. */
function recordedOf(intent: Intent, key: string): number {
  const { intentKey, methods, approvedAt } = intent;
  if (approvedAt === null) return 0;
  if (methods.length === 1) return remainingAmount(intent);
  const method = methods[approvalKeys(intentKey, methods.length).indexOf(key)];
  return method === undefined ? 0 : method.amount - method.canceledAmount;
}

interface Wrong {
  readonly ledger: number;
  readonly provider: number;
  /** Of the approval to resolve. */
  readonly key: string;
  /** Won that the network has given back of that approval without us. */
  readonly given: number;
}

function explain(
  intent: Intent,
  { ledger, provider, key, given }: Wrong,
  approvals: readonly Held[],
): Pick<Difference, "kind" | "action" | "attempt"> {
  const resolve = (evidence: string) => `payments.attempts.resolve(tenant, "${key}", ${evidence})`;
  if (intent.approvedAt === null) {
    const action = `Only the network has this payment, which ended here. Have it undone: ${resolve(`{ outcome: "done", at, note }`)}`;
    return { kind: "only-theirs", attempt: { key, givenBack: null }, action };
  }
  if (!approvals.some(({ isFound }) => isFound)) {
    const action = `Ask the network, which has no such payment. If it undid or gave it back: ${resolve(`{ outcome: "canceled", at, note }`)}`;
    return { kind: "only-ours", attempt: { key, givenBack: given }, action };
  }
  if (provider < ledger) {
    const evidence = `{ outcome: "canceled", amount: ${given}, at, note }`;
    const action = `The network gave back ${given} won without us. Enter it ("charged-back" for a chargeback): ${resolve(evidence)}`;
    return { kind: "given-back", attempt: { key, givenBack: given }, action };
  }
  const action =
    "Ask the network why it holds more than was asked of it. A cancellation of ours may not have reached it.";
  return { kind: "amount", action };
}
