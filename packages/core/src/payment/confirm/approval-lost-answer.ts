import { findOutAttempt, findOutOthers, type AttemptKind } from "../../engine/attempt/lost-answer.ts";
import { doneOr } from "../../engine/attempt/evidence.ts";
import { loadOnce } from "../../engine/commit/commit.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { approvalKeys } from "../intent/attempt-keys.ts";
import { approvalRecord, evidenceSince, type ApprovalAttempt } from "../intent/approval-attempt.ts";
import { contradictApproval } from "./approval-contradiction.ts";
import { lookUpApproval } from "./approval-look-up.ts";
import { concludeApproval } from "./approval-outcome.ts";
import type { PaymentContext } from "../intent/context.ts";
import { reversalKind } from "./reversal-lost-answer.ts";

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
    const { key, amount } = attempt;
    const { reference } = attempt;
    const approved = { key, reference, amount, remainingAmount: amount };
    const approval = { ...approved, approvalNumber: "", approvedAt: evidence.at };
    const found = doneOr(evidence, approval, "PROVIDER_ERROR");
    return concludeApproval(context, tenant, { attempt, found, source: "look-up" });
  },
};

/** Carries out the reversals of these approvals, and returns `attempt` as it is afterwards. */
export async function finishUndoing(
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
