import { z } from "zod";
import type { IndexedKind } from "../../engine/commit/record.ts";
import { believed, isSettled, routeFields, type Routes } from "../../engine/attempt/sending.ts";
import type { Approval } from "../../gateway/gateway.ts";
import { approvalRefusals, type ApprovalRefusal } from "../../gateway/refusals.ts";
import { askGateway, promisesOf } from "../../gateway/context.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { authenticationSchema, remainingOfMethod, type PaymentContext, type Intent } from "./intent.ts";
import {
  answerSchema,
  attemptKindRecord,
  attemptKindSchema,
  openAttempt,
  openUnsent,
  type CallTime,
} from "../../engine/attempt/attempt.ts";
import type { Since } from "../../engine/attempt/lost-answer.ts";
import { followAttempt, type RequestTime } from "../../engine/attempt/next-step.ts";
import { rememberOnly } from "../../engine/idempotency/idempotency.ts";
import { approvalKey, approvalKeys, firstApprovalKey } from "./attempt-keys.ts";
import { paymentIntentSchema } from "./view.ts";

const approvalSchema = attemptKindSchema("approval", {
  ...routeFields,
  intentKey: z.string(),
  approvalKey: z.string(),
  authentication: authenticationSchema,
  /** Won. */
  amount: z.number(),
  /** The part of it without VAT, in won. */
  taxFreeAmount: z.number().default(0),
  /** Methods of the payment, each with its own approval. */
  methods: z.number(),
  /** The reversal that decides about this approval instead. */
  reversal: z.string().nullable(),
  refusal: z.enum(approvalRefusals).nullable(),
  approvedAt: z.number().nullable(),
  approvalNumber: z.string().nullable(),
  /** The gateway's reference of the approval, once known. */
  reference: z.string().nullable().default(null),
  /** Whether the gateway has reported the approval, in time or not. */
  seen: z.boolean().default(false),
  /** The time of the final look-up, while a provider's message has brought a look-up forward. */
  finalLookUpAt: z.number().nullable().default(null),
  answer: answerSchema(paymentIntentSchema, approvalRefusals),
});

export type ApprovalAttempt = z.output<typeof approvalSchema>;

/** The approval of one method. The first method's holds the answer to the request. */
export const approvalRecord: IndexedKind<ApprovalAttempt> = attemptKindRecord(approvalSchema);

/** The earliest time of evidence about an approval; of a refund or chargeback, the time of the approval. */
export function evidenceSince({ openedAt, approvedAt }: ApprovalAttempt, isGivenBack: boolean): Since {
  return isGivenBack && approvedAt !== null
    ? { earliest: approvedAt, since: "when it was approved" }
    : { earliest: openedAt, since: "when it was requested" };
}

/** Won that our records say the gateway holds of one of a payment's approvals. */
export function recordedOf(intent: Intent, key: string): number {
  const { approvalKey: first, methods, approvedAt } = intent;
  return approvedAt === null ? 0 : remainingOfMethod(intent, approvalKeys(first, methods.length).indexOf(key));
}

/** One approval for each method, all opened in one commit. The first is sent at once, each further one once it is claimed. */
export function openApprovals(
  { intentKey, methods, taxFreeAmount: taxFreeTotal }: Intent,
  time: CallTime,
  routes: Routes,
): readonly ApprovalAttempt[] {
  const taxFree = taxFreeParts(methods, taxFreeTotal);
  return methods.map(({ amount, gateway, authentication }, index) => {
    const key = approvalKey(firstApprovalKey(intentKey), index);
    const taxFreeAmount = taxFree[index] ?? 0;
    const about = { intentKey, approvalKey: key, authentication, amount, taxFreeAmount, methods: methods.length };
    const approval = { approvedAt: null, approvalNumber: null, reference: null, seen: false };
    const unknownYet = { reversal: null, refusal: null, ...approval, finalLookUpAt: null, answer: null };
    const open = index === 0 ? openAttempt : openUnsent;
    return { ...open({ key, kind: "approval" }, time), ...routes.to(gateway), ...about, ...unknownYet };
  });
}

/** The answer of a request that meets the approval of an earlier one, or its look-up. */
export function followApproval(approval: ApprovalAttempt, { now, request }: RequestTime) {
  const followed = followAttempt(approval, now, "ALREADY_PROCESSED_PAYMENT");
  // The answer is the earlier attempt's; a repeat under the request's own key must find it again.
  return "error" in followed ? { answer: followed } : rememberOnly(followed, request, { attempt: approval.key });
}

/** The tax-free part of each method, in won: it is taken from them in order. */
export function taxFreeParts(methods: Intent["methods"], taxFreeAmount: number): readonly number[] {
  let left = taxFreeAmount;
  return methods.map(({ amount }) => {
    const part = Math.min(amount, left);
    left -= part;
    return part;
  });
}

/** An approval that can't be accepted: the gateway has reported that there is something to undo. */
export function seenDone(mine: ApprovalAttempt, { key, amount, reference }: Approval): ApprovalAttempt {
  if (key !== mine.key) return mine;
  // With another amount it may be the reference of another approval.
  return { ...mine, seen: true, ...(amount === mine.amount && { reference }) };
}

/** Asks the gateway about an approval; `not-found` only once the approval has settled. */
export async function lookUpApproval(context: PaymentContext, tenant: Tenant, attempt: ApprovalAttempt) {
  const settled = isSettled(attempt, promisesOf(context, tenant, attempt), context.clock.now());
  const { reference, authentication } = attempt;
  const found = await askGateway(context, { tenant, attempt }, (gateway, question) =>
    gateway.lookUpApproval({ ...question, reference, authentication }),
  );
  return believed<Approval, ApprovalRefusal>(found, settled);
}

/** Won that the gateway holds by a look-up; undefined while that is unknown, also after an answer about another approval. */
export function heldOf(
  { key }: ApprovalAttempt,
  found: Awaited<ReturnType<typeof lookUpApproval>>,
): number | undefined {
  if (found.outcome === "unknown") return undefined;
  if (found.outcome !== "done") return 0;
  return found.value.key === key ? found.value.remainingAmount : undefined;
}
