import { z } from "zod";

import { attemptKindRecord, methodKey, openAttempt, type CallTime } from "../attempt/attempt.ts";
import type { ApprovalAttempt } from "./approval-attempt.ts";

/** The net-cancel (망취소) of one approval. */
export const reversalRecord = attemptKindRecord("reversal", {
  intentKey: z.string(),
  approvalKey: z.string(),
  /** Won. */
  amount: z.number(),
  methods: z.number(),
  /** The cancellation in its place, once the network has refused the reversal as too late. */
  cancellationKey: z.string().nullable(),
});

export type ReversalAttempt = z.output<typeof reversalRecord.schema>;

/** In the order of the methods. */
export function reversalKeys(intentKey: string, methods: number): readonly string[] {
  return Array.from({ length: methods }, (_, index) => methodKey("reversal", intentKey, index + 1));
}

export function openReversal(approval: ApprovalAttempt, key: string, time: CallTime): ReversalAttempt {
  const { intentKey, approvalKey, amount, methods } = approval;
  const about = { intentKey, approvalKey, amount, methods, cancellationKey: null };
  return { ...openAttempt({ key, kind: "reversal" }, time), ...about };
}
