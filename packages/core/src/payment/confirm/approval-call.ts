import { refusedIfNotSent } from "../../engine/attempt/call.ts";
import { findOutAttempt, findOutOthers, type AttemptKind } from "../../engine/attempt/lost-answer.ts";
import { claimSending } from "../../engine/attempt/sending.ts";
import { askGateway } from "../../gateway/context.ts";
import { loadOnce } from "../../engine/commit/commit.ts";
import type { Written } from "../../engine/commit/snapshot.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { approvalKeys } from "../intent/attempt-keys.ts";
import { approvalRecord, evidenceSince, lookUpApproval, type ApprovalAttempt } from "../intent/approval-attempt.ts";
import { concludeApproval } from "./approval-outcome.ts";
import type { PaymentContext, Intent } from "../intent/intent.ts";
import { doneOr } from "../../engine/attempt/evidence.ts";
import { contradictApproval } from "./approval-contradiction.ts";
import { reversalKind } from "./reversal-call.ts";

/** Approvals whose intent is committed: only now may the gateway be called. */
export interface ApprovalCalls {
  readonly intent: Intent;
  readonly approvals: readonly ApprovalAttempt[];
}

/**
 * Approves one method after the other until one fails; then it reverses the earlier ones. Returns the first approval,
 * which holds the answer.
 */
export async function approveAll(
  context: PaymentContext,
  tenant: Tenant,
  { intent, approvals, written }: ApprovalCalls & { readonly written: Written | undefined },
): Promise<ApprovalAttempt | undefined> {
  const [first] = approvals;
  let known = approvals;
  for (const [index, opened] of approvals.entries()) {
    const method = intent.methods[index];
    if (method === undefined || known.some(isOut)) break;
    const attempt = index === 0 ? opened : await claimApproval(context, tenant, opened);
    // Another process is undoing the payment, or the request's time is over.
    if (attempt === undefined) break;
    const { amount, taxFreeAmount } = attempt;
    const { cardToken, installmentPlanMonths } = method;
    const request = { cardToken, amount, taxFreeAmount, installmentPlanMonths, orderName: intent.orderName };
    const answer = await askGateway(context, { tenant, attempt, until: attempt.deadline }, (gateway, question) =>
      gateway.approve({ ...question, ...request }),
    );
    const found = refusedIfNotSent(answer);
    const following = index === 0 ? written : [];
    const concluded = await concludeApproval(context, tenant, { attempt, found, source: "call", following });
    if (!concluded.ok) return undefined;
    known = concluded.value;
    // The other approvals depend on this one: look it up before they are sent.
    if (approvals.length > 1 && known[index]?.status === "UNKNOWN") known = await findOut(context, tenant, attempt);
  }
  return first && finishUndoing(context, tenant, { attempt: first, approvals: known });
}

function claimApproval(context: PaymentContext, tenant: Tenant, attempt: ApprovalAttempt) {
  return claimSending(context, tenant, { record: approvalRecord, attempt, until: attempt.deadline });
}

async function findOut(context: PaymentContext, tenant: Tenant, { key, methods }: ApprovalAttempt) {
  await findOutAttempt(context, tenant, { kind: approvalKind, key });
  const refs = approvalKeys(key, methods).map((each) => approvalRecord.ref(each));
  const approvals = await loadOnce(context, tenant, (read) => read(...refs));
  return approvals.filter((approval) => approval !== undefined);
}

/** Whether an approval fails or is being undone: then no further one is sent. */
function isOut({ status, reversal }: ApprovalAttempt): boolean {
  return status === "REFUSED" || status === "UNKNOWN" || reversal !== null;
}

/** Looks an approval up, or finishes undoing it. */
export const approvalKind: AttemptKind<PaymentContext, ApprovalAttempt> = {
  name: "approval",
  record: approvalRecord,
  async findOut(context, tenant, attempt) {
    if (attempt.reversal !== null) return finishUndoing(context, tenant, { attempt, approvals: [attempt] });
    const found = await lookUpApproval(context, tenant, attempt);
    const concluded = await concludeApproval(context, tenant, { attempt, found, source: "look-up" });
    return concluded.ok ? finishUndoing(context, tenant, { attempt, approvals: concluded.value }) : attempt;
  },
  since: evidenceSince,
  contradict: contradictApproval,
  async resolve(context, tenant, { attempt, evidence }) {
    const { key, amount, reference } = attempt;
    const approved = { key, reference, amount, remainingAmount: amount };
    const approval = { ...approved, approvalNumber: "", approvedAt: evidence.at };
    const found = doneOr(evidence, approval, "PROVIDER_ERROR");
    return concludeApproval(context, tenant, { attempt, found, source: "look-up" });
  },
};

/** Carries out the reversals of these approvals, and returns `attempt` as it is afterwards. */
async function finishUndoing(
  context: PaymentContext,
  tenant: Tenant,
  { attempt, approvals }: { readonly attempt: ApprovalAttempt; readonly approvals: readonly ApprovalAttempt[] },
): Promise<ApprovalAttempt> {
  const reversals = approvals.flatMap(({ reversal }) => reversal ?? []);
  for (const key of reversals) await findOutAttempt(context, tenant, { kind: reversalKind, key });
  const known = approvals.find(({ key }) => key === attempt.key) ?? attempt;
  if (reversals.length === 0) return known;
  const [now] = await loadOnce(context, tenant, (read) => read(approvalRecord.ref(attempt.key)));
  return now ?? known;
}

/** Looks up all approvals of a payment by the first one's key, and returns the first one, which holds the answer. */
export async function findOutApprovals(context: PaymentContext, tenant: Tenant, key: string) {
  const first = await findOutAttempt(context, tenant, { kind: approvalKind, key });
  const [, ...others] = approvalKeys(first.key, first.methods);
  return findOutOthers(context, tenant, { kind: approvalKind, first, others });
}
