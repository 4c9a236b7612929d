import { z } from "zod";

import { answerSchema, attemptKindRecord, methodKey, openAttempt, type CallTime } from "../attempt/attempt.ts";
import { approvalRefusals } from "../card-network/card-network.ts";
import type { Intent } from "./intent.ts";
import { paymentIntentSchema } from "./view.ts";

/** The approval of one method. The first method's holds the answer to the request. */
export const approvalRecord = attemptKindRecord("approval", {
  intentKey: z.string(),
  approvalKey: z.string(),
  /** Won. */
  amount: z.number(),
  /** Methods of the payment, each with its own approval. */
  methods: z.number(),
  /** The reversal that decides about this approval instead. */
  reversal: z.string().nullable(),
  refusal: z.enum(approvalRefusals).nullable(),
  approvedAt: z.number().nullable(),
  approvalNumber: z.string().nullable(),
  answer: answerSchema(paymentIntentSchema, approvalRefusals),
});

export type ApprovalAttempt = z.output<typeof approvalRecord.schema>;

/** In the order of the methods. */
export function approvalKeys(intentKey: string, methods: number): readonly string[] {
  return Array.from({ length: methods }, (_, index) => methodKey("approval", intentKey, index + 1));
}

/** One approval for each method, all opened in one commit. */
export function openApprovals({ intentKey, methods }: Intent, time: CallTime): readonly ApprovalAttempt[] {
  return methods.map(({ amount }, index) => {
    const key = methodKey("approval", intentKey, index + 1);
    const about = { intentKey, approvalKey: key, amount, methods: methods.length };
    const unknownYet = { reversal: null, refusal: null, approvedAt: null, approvalNumber: null, answer: null };
    return { ...openAttempt({ key, kind: "approval" }, time), ...about, ...unknownYet };
  });
}
