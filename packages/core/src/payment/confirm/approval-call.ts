import { refusedIfNotSent } from "../../engine/attempt/call.ts";
import { findOutAttempt, findOutOthers, type AttemptKind } from "../../engine/attempt/lost-answer.ts";
import { claimSending } from "../../engine/attempt/sending.ts";
import { askGateway, promisesOf, renewedRoute } from "../../gateway/context.ts";
import { loadOnce } from "../../engine/commit/commit.ts";
import type { Written } from "../../engine/commit/snapshot.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { approvalKeys } from "../intent/attempt-keys.ts";
import { approvalRecord, evidenceSince, lookUpApproval, type ApprovalAttempt } from "../intent/approval-attempt.ts";
import { concludeApproval } from "./approval-outcome.ts";
import { mayBeConfirmed } from "./confirm-window.ts";
import { concludeFinalLookUp } from "./final-look-up.ts";
import { compareApproved } from "./message-look-up.ts";
import { intentRecord, type PaymentContext, type Intent, type IntentMethod } from "../intent/intent.ts";
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
    const request = approvalOf(intent, { method, attempt });
    const answer = await askGateway(context, { tenant, attempt, until: attempt.deadline }, (gateway, question) =>
      gateway.approve({ ...question, ...request }),
    );
    const found = refusedIfNotSent(answer);
    const following = index === 0 ? written : [];
    const source = found === answer ? "call" : "not-sent";
    const concluded = await concludeApproval(context, tenant, { attempt, found, source, following });
    if (!concluded.ok) return undefined;
    known = concluded.value;
    // The other approvals depend on this one: look it up before they are sent.
    if (approvals.length > 1 && known[index]?.status === "UNKNOWN") known = await findOut(context, tenant, attempt);
  }
  return first && finishUndoing(context, tenant, { attempt: first, approvals: known });
}

/** The approval as its gateway receives it. */
function approvalOf(
  { orderName }: Intent,
  { method, attempt }: { readonly method: IntentMethod; readonly attempt: ApprovalAttempt },
) {
  const { amount, taxFreeAmount } = attempt;
  const part = { amount, taxFreeAmount, orderName };
  if (method.authentication !== null) return { ...part, authentication: method.authentication };
  const { cardToken, installmentPlanMonths, authentication } = method;
  return { ...part, authentication, cardToken, installmentPlanMonths };
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

/**
 * Sends an approval again that has not arrived, while its payment may still be confirmed. Undefined if it may not be
 * sent: then it is undone.
 */
async function approveAgain(
  context: PaymentContext,
  tenant: Tenant,
  attempt: ApprovalAttempt,
): Promise<ApprovalAttempt | undefined> {
  if (attempt.sendings === 0 || !promisesOf(context, tenant, attempt).repeatsApprovals) return undefined;
  const [intent] = await loadOnce(context, tenant, (read) => read(intentRecord.ref(attempt.intentKey)));
  const method = intent?.methods[approvalKeys(attempt.key, attempt.methods).indexOf(attempt.key)];
  if (intent === undefined || method === undefined || !mayBeConfirmed(intent, context.clock.now())) return undefined;
  const claimed = await claimSending(context, tenant, {
    record: approvalRecord,
    attempt,
    change: await renewedRoute(context, tenant, attempt),
    isStale: ({ reversal }, now) => reversal !== null || !mayBeConfirmed(intent, now),
  });
  if (claimed === undefined) return attempt;
  const request = approvalOf(intent, { method, attempt: claimed });
  const found = await askGateway(context, { tenant, attempt: claimed, until: claimed.deadline }, (gateway, question) =>
    gateway.approve({ ...question, ...request }),
  );
  const concluded = await concludeApproval(context, tenant, { attempt: claimed, found, source: "call" });
  return concluded.ok ? finishUndoing(context, tenant, { attempt: claimed, approvals: concluded.value }) : claimed;
}

/**
 * Looks an approval up, or finishes undoing it. One that has not arrived within the time that the gateway promises is
 * undone; it is sent again only if the gateway charges a repeated approval once.
 */
export const approvalKind: AttemptKind<PaymentContext, ApprovalAttempt> = {
  name: "approval",
  record: approvalRecord,
  async findOut(context, tenant, attempt) {
    if (attempt.reversal !== null) return finishUndoing(context, tenant, { attempt, approvals: [attempt] });
    const found = await lookUpApproval(context, tenant, attempt);
    const again = found.outcome === "not-found" ? await approveAgain(context, tenant, attempt) : undefined;
    if (again !== undefined) return again;
    const concluded = await concludeApproval(context, tenant, { attempt, found, source: "look-up" });
    return concluded.ok ? finishUndoing(context, tenant, { attempt, approvals: concluded.value }) : attempt;
  },
  async lookAgain(context, tenant, attempt) {
    if (attempt.status === "DONE") return compareApproved(context, tenant, attempt);
    const found = await lookUpApproval(context, tenant, attempt);
    return concludeFinalLookUp(context, tenant, { attempt, found });
  },
  since: evidenceSince,
  contradict: contradictApproval,
  async resolve(context, tenant, { attempt, evidence }) {
    const { key, amount, reference } = attempt;
    const approved = { key, reference, amount, remainingAmount: amount };
    const approval = { ...approved, approvalNumber: "", approvedAt: evidence.at };
    const found = doneOr(evidence, approval, "PROVIDER_ERROR");
    return concludeApproval(context, tenant, { attempt, found, source: "operator" });
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
