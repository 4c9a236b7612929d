import { callProvider } from "../attempt/call.ts";
import { driveAttempt } from "../attempt/drive.ts";
import type { CardNetwork } from "../card-network/card-network.ts";
import { loadOnce, type Written } from "../commit.ts";
import { tenantId, type Tenant } from "../tenant.ts";
import { approvalKeys, approvalRecord, type ApprovalAttempt } from "./approval-attempt.ts";
import { concludeApproval } from "./approval.ts";
import type { PaymentContext } from "./context.ts";
import type { Intent } from "./intent.ts";
import { approvalKind, finishUndoing } from "./lost-answer.ts";

/** Approvals whose intent is committed: from here on the network may be called. */
export interface ApprovalCalls {
  readonly intent: Intent;
  readonly approvals: readonly ApprovalAttempt[];
}

/** What is needed to make them. */
interface Approving extends ApprovalCalls {
  readonly network: CardNetwork;
  /** What the commit of the intent has written. */
  readonly written: Written | undefined;
}

/**
 * Approves one method after the other, until one does not stand: then nothing more is approved, and what
 * stands already is reversed. Answers the first approval, which holds the answer.
 */
export async function approveAll(
  context: PaymentContext,
  tenant: Tenant,
  { network, intent, approvals, written }: Approving,
): Promise<ApprovalAttempt | undefined> {
  const [first] = approvals;
  let known = approvals;
  for (const [index, attempt] of approvals.entries()) {
    const method = intent.methods[index];
    if (method === undefined || known.some(isOut)) break;
    const { key, deadline, amount } = attempt;
    const { cardToken, installmentPlanMonths } = method;
    const { orderName } = intent;
    const request = { key, tenant: tenantId(tenant), deadline, cardToken, amount, installmentPlanMonths, orderName };
    const found = await callProvider(context, attempt, () => network.approve(request));
    const concluded = await concludeApproval(context, tenant, {
      attempt,
      found,
      source: "call",
      following: index === 0 ? written : [],
    });
    if (!concluded.ok) return undefined;
    known = concluded.value;
    // Whether the others are approved depends on this one: it is looked up before they are.
    if (approvals.length > 1 && known[index]?.status === "UNKNOWN") known = await findOut(context, tenant, attempt);
  }
  return first && finishUndoing(context, tenant, { attempt: first, approvals: known });
}

/** Looks one approval up at once, and answers all of its payment as they stand then. */
async function findOut(context: PaymentContext, tenant: Tenant, { key, intentKey, methods }: ApprovalAttempt) {
  await driveAttempt(context, tenant, { kind: approvalKind, key });
  const refs = approvalKeys(intentKey, methods).map((each) => approvalRecord.ref(each));
  const approvals = await loadOnce(context, tenantId(tenant), (read) => read(...refs));
  return approvals.filter((approval) => approval !== undefined);
}

/** Whether an approval does not stand, or is being undone: then no other one is made. */
function isOut({ status, reversal }: ApprovalAttempt): boolean {
  return status === "REFUSED" || status === "UNKNOWN" || reversal !== null;
}
