import { z } from "zod";
import type { IndexedKind } from "../../engine/commit/record.ts";
import { attemptKindRecord, attemptKindSchema, openUnsent, type CallTime } from "../../engine/attempt/attempt.ts";
import type { ApprovalAttempt } from "../intent/approval-attempt.ts";
import { routeFields } from "../../engine/attempt/sending.ts";

const reversalSchema = attemptKindSchema("reversal", {
  ...routeFields,
  intentKey: z.string(),
  approvalKey: z.string(),
  /** Won. */
  amount: z.number(),
  methods: z.number(),
  /** The cancellation in its place, once the gateway has refused the reversal as too late. */
  cancellationKey: z.string().nullable(),
  /** Whether that cancellation was sent, or was about to be. */
  cancellationSent: z.boolean().default(true),
  /** Whether the gateway has reported the approval: otherwise it may have never arrived. */
  seen: z.boolean().default(false),
  /** The gateway's reference of the approval, once known. */
  reference: z.string().nullable().default(null),
  /** The time of the final look-up, while a provider's message has brought a look-up forward. */
  finalLookUpAt: z.number().nullable().default(null),
});

export type ReversalAttempt = z.output<typeof reversalSchema>;

/** The net-cancel (망취소) of one approval. */
export const reversalRecord: IndexedKind<ReversalAttempt> = attemptKindRecord(reversalSchema);

export function openReversal(approval: ApprovalAttempt, key: string, time: CallTime): ReversalAttempt {
  const { intentKey, approvalKey, amount, methods, reference, gateway, credentials } = approval;
  const seen = approval.seen || approval.status === "DONE";
  const about = { intentKey, approvalKey, amount, methods, seen, reference, gateway, credentials };
  return {
    ...openUnsent({ key, kind: "reversal" }, time),
    ...about,
    cancellationKey: null,
    cancellationSent: false,
    finalLookUpAt: null,
  };
}
