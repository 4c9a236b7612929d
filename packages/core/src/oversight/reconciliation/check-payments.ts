import { loadOnce } from "../../engine/commit/commit.ts";
import { approvalKeys } from "../../payment/intent/attempt-keys.ts";
import {
  approvalRecord,
  evidenceSince,
  heldOf,
  lookUpApproval,
  recordedOf,
  type ApprovalAttempt,
} from "../../payment/intent/approval-attempt.ts";
import type { PaymentContext, Intent } from "../../payment/intent/intent.ts";
import { allCancellations, enteredTwiceOf, type EnteredTwice } from "../../payment/cancel/given-back.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { nothingFound, type Checked, type Difference, movedOn } from "./difference.ts";

/**
 * Compares a payment's amount in the ledger with what the gateway still holds of it: also of one that was refused,
 * or undone.
 */
export async function checkPayment(context: PaymentContext, tenant: Tenant, intent: Intent): Promise<Checked> {
  const { intentKey, approvalKey, openAttempt, methods } = intent;
  // An unconfirmed payment was never sent to the gateway; one under way has no known outcome yet.
  if (approvalKey === null || openAttempt !== null) return nothingFound;
  const checked = await heldByGateway(context, tenant, approvalKeys(approvalKey, methods.length));
  const { unanswered, approvals } = checked;
  if (unanswered.length > 0) return { differences: [], unanswered };
  // An excess was taken beside what the gateway holds of the approvals.
  const ledger =
    (await movedOn(context, tenant, { reference: intentKey, account: "receivable" })) + intent.excessAmount;
  const provider = approvals.reduce((sum, { held }) => sum + held, 0);
  const other = approvals.find(({ key, held }) => held !== recordedOf(intent, key));
  if (ledger === provider && other === undefined) return nothingFound;
  // Of several cards the action names the first that differs; the next reconciliation names the next.
  const given = other === undefined ? ledger - provider : recordedOf(intent, other.key) - other.held;
  const named = other ?? approvals.find(({ key }) => key === approvalKey);
  if (named === undefined) throw new Error(`approval ${approvalKey} has no record`);
  const twice = enteredTwiceOf(intent, await allCancellations(context, tenant, [intent]));
  const about = { about: "payment", reference: intentKey, ledger, provider, statement: null } as const;
  return {
    differences: [{ ...about, ...explain(intent, { ledger, provider, named, given, twice }, approvals) }],
    unanswered,
  };
}

interface Held {
  readonly key: string;
  readonly approval: ApprovalAttempt;
  /** Won that the gateway holds; 0 of an approval that it refused, undid or does not know. */
  readonly held: number;
  readonly isFound: boolean;
}

async function heldByGateway(context: PaymentContext, tenant: Tenant, keys: readonly string[]) {
  const records = await loadOnce(context, tenant, (read) => read(...keys.map((key) => approvalRecord.ref(key))));
  const approvals: Held[] = [];
  const unanswered: string[] = [];
  for (const approval of records) {
    if (approval === undefined) continue;
    const asked = await askedAbout(context, tenant, approval);
    if (asked === undefined) unanswered.push(approval.key);
    else approvals.push(asked);
  }
  return { approvals, unanswered };
}

async function askedAbout(
  context: PaymentContext,
  tenant: Tenant,
  approval: ApprovalAttempt,
): Promise<Held | undefined> {
  const found = await lookUpApproval(context, tenant, approval);
  const held = heldOf(approval, found);
  return held === undefined ? undefined : { key: approval.key, approval, held, isFound: found.outcome === "done" };
}

interface Wrong {
  readonly ledger: number;
  readonly provider: number;
  /** The approval to resolve. */
  readonly named: Held;
  /** Won that the gateway has refunded of that approval without us. */
  readonly given: number;
  readonly twice: readonly EnteredTwice[];
}

function explain(
  intent: Intent,
  { ledger, provider, named: { key, approval }, given, twice }: Wrong,
  approvals: readonly Held[],
): Pick<Difference, "kind" | "action" | "attempt"> {
  const { earliest: since } = evidenceSince(approval, intent.approvedAt !== null);
  const resolve = (evidence: string) => `payments.attempts.resolve(tenant, "${key}", ${evidence})`;
  if (intent.approvedAt === null) {
    const action = `Only the gateway has this payment, which ended here. Have it undone: ${resolve(`{ outcome: "done", at, note }`)}`;
    return { kind: "only-theirs", attempt: { key, givenBack: null, since }, action };
  }
  if (!approvals.some(({ isFound }) => isFound)) {
    const action = `Ask the gateway, which has no such payment. If it reversed or refunded it: ${resolve(`{ outcome: "canceled", at, note }`)}`;
    return { kind: "only-ours", attempt: { key, givenBack: given, since }, action };
  }
  if (provider < ledger) {
    const evidence = `{ outcome: "canceled", amount: ${given}, at, note }`;
    const action = `The gateway refunded ${given} won on its own. Enter it ("charged-back" for a chargeback; with separate: true if another one of this amount and day is booked): ${resolve(evidence)}`;
    return { kind: "given-back", attempt: { key, givenBack: given, since }, action };
  }
  const [first] = twice;
  if (first !== undefined) {
    const { outcomes, amount, day, times } = first;
    const action = `Ask the gateway how often it refunded ${amount} won on ${day}: ${times.length} are booked (${outcomes.join(", ")}), maybe one of them twice.`;
    return { kind: "amount", action };
  }
  const action =
    "Ask the gateway why it holds more than was requested. One of our cancellations may not have reached it.";
  return { kind: "amount", action };
}
