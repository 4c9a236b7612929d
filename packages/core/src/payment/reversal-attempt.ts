import { z } from "zod";

import { attemptKindRecord, methodKey, openAttempt, type CallTime } from "../attempt/attempt.ts";
import type { ApprovalAttempt } from "./approval-attempt.ts";

/** The net-cancel (망취소) of one approval. */
export const reversalRecord = attemptKindRecord("reversal", {
  intentKey: z.string(),
  /** The approval that is undone. */
  approvalKey: z.string(),
  /** Won. */
  amount: z.number(),
  /** How many methods the payment has. */
  methods: z.number(),
  /** The key of the cancellation in its place, once the network has refused it as too late. */
  cancellationKey: z.string().nullable(),
});

export type ReversalAttempt = z.output<typeof reversalRecord.schema>;

/** The keys of the reversals of a payment's approvals, in the order of its methods. */
export function reversalKeys(intentKey: string, methods: number): readonly string[] {
  return Array.from({ length: methods }, (_, index) => methodKey("reversal", intentKey, index + 1));
}

/** The reversal of an approval. */
export function openReversal(approval: ApprovalAttempt, key: string, time: CallTime): ReversalAttempt {
  const { intentKey, approvalKey, amount, methods } = approval;
  const about = { intentKey, approvalKey, amount, methods, cancellationKey: null };
  return { ...openAttempt({ key, kind: "reversal" }, time), ...about };
}
