import { z } from "zod";

import { answerSchema, attemptKindRecord, methodKey, openAttempt } from "../attempt/attempt.ts";
import { approvalRefusals } from "../card-network/card-network.ts";
import type { Intent } from "./intent.ts";
import { paymentIntentSchema } from "./view.ts";

/** What both sides of a payment's approval keep: whose it is, and of how many methods. */
const methodFields = {
  intentKey: z.string(),
  /** The approval that is made or undone. */
  approvalKey: z.string(),
  /** Won. */
  amount: z.number(),
  /** How many methods the payment has, each with an approval of its own. */
  methods: z.number(),
};

/** The approval of one method of a payment. The first one holds the answer to the request that opened them all. */
export const approvalRecord = attemptKindRecord("approval", {
  ...methodFields,
  /** The reversal that decides about this approval in its place. */
  reversal: z.string().nullable(),
  /** Why the network refused it. */
  refusal: z.enum(approvalRefusals).nullable(),
  /** When the network approved it, and its number there. */
  approvedAt: z.number().nullable(),
  approvalNumber: z.string().nullable(),
  answer: answerSchema(paymentIntentSchema, approvalRefusals),
});

export type ApprovalAttempt = z.output<typeof approvalRecord.schema>;

/** The net-cancel (망취소) of one approval. */
export const reversalRecord = attemptKindRecord("reversal", {
  ...methodFields,
  /** The key of the cancellation in its place, once the network has refused it as too late. */
  cancellationKey: z.string().nullable(),
});

export type ReversalAttempt = z.output<typeof reversalRecord.schema>;

/** The keys of all approvals of a payment with so many methods, in the order of the methods. */
export function approvalKeys(intentKey: string, methods: number): readonly string[] {
  return Array.from({ length: methods }, (_, index) => methodKey("approval", intentKey, index + 1));
}

/** The keys of the reversals of those approvals. */
export function reversalKeys(intentKey: string, methods: number): readonly string[] {
  return Array.from({ length: methods }, (_, index) => methodKey("reversal", intentKey, index + 1));
}

interface Time {
  readonly now: number;
  readonly deadline: number;
}

/** One approval for each method of a payment; all are opened in one commit. */
export function openApprovals(intent: Intent, time: Time): readonly ApprovalAttempt[] {
  const { intentKey, methods } = intent;
  return methods.map(({ amount }, index) => {
    const key = methodKey("approval", intentKey, index + 1);
    const about = { intentKey, approvalKey: key, amount, methods: methods.length };
    const unknownYet = { reversal: null, refusal: null, approvedAt: null, approvalNumber: null, answer: null };
    return { ...openAttempt({ key, kind: "approval" }, time), ...about, ...unknownYet };
  });
}

/** The reversal of an approval. */
export function openReversal(approval: ApprovalAttempt, key: string, time: Time): ReversalAttempt {
  const { intentKey, approvalKey, amount, methods } = approval;
  const about = { intentKey, approvalKey, amount, methods, cancellationKey: null };
  return { ...openAttempt({ key, kind: "reversal" }, time), ...about };
}
