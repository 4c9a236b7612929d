import { z } from "zod";

import type { Page } from "../engine/request/page.ts";
import { seoulTime } from "../engine/time/seoul-time.ts";
import { bankProblem, bankProblemSchema } from "./seller/view.ts";
import { payoutStatuses, type Payout } from "./payout.ts";

const time = z.string().meta({ examples: ["2026-11-20T10:00:00+09:00"] });

/** Interface: Payout. */
export const payoutSchema = z
  .object({
    id: z.string(),
    batchId: z.string().meta({ description: "Shared by all payouts of one request" }),
    refPayoutId: z.string().meta({ description: "The merchant's own id of it" }),
    destination: z.discriminatedUnion("type", [
      z.object({ type: z.literal("SELLER"), sellerId: z.string() }),
      z.object({ type: z.literal("MERCHANT") }),
    ]),
    payoutDate: z.string().meta({ description: "The day on which it is paid, YYYY-MM-DD in Seoul" }),
    amount: z.object({ currency: z.literal("KRW"), value: z.number().meta({ description: "Won" }) }),
    requestedAt: time,
    submittedAt: time.nullable().meta({ description: "When it was sent to the bank" }),
    statusUpdatedAt: time,
    lastResultCheckedAt: time.nullable().meta({ description: "When the bank was last queried" }),
    completedAt: time.nullable(),
    status: z.enum(payoutStatuses),
    error: bankProblemSchema.nullable().meta({ description: "The last problem at the bank" }),
    reconciliationRequired: z.boolean().meta({ description: "Whether it needs an operator" }),
  })
  .meta({ id: "Payout" });

export interface PayoutView extends z.output<typeof payoutSchema> {}

/** In the schema's order of fields, so that a repeated answer, which the schema parses, has the same bytes. */
export function viewPayout({ amount, error, ...payout }: Payout): PayoutView {
  const timeOrNull = (at: number | null) => (at === null ? null : seoulTime(at));
  return payoutSchema.parse({
    ...payout,
    amount: { currency: "KRW", value: amount },
    requestedAt: seoulTime(payout.requestedAt),
    submittedAt: timeOrNull(payout.submittedAt),
    statusUpdatedAt: seoulTime(payout.statusUpdatedAt),
    lastResultCheckedAt: timeOrNull(payout.lastResultCheckedAt),
    completedAt: timeOrNull(payout.completedAt),
    error: error && bankProblem(error),
  });
}

/** Interface: PayoutList. */
export const payoutListSchema: z.ZodType<Page<PayoutView>> = z
  .object({
    hasMore: z.boolean(),
    size: z.number(),
    nextCursor: z.string().nullable(),
    items: z.array(payoutSchema),
  })
  .meta({ id: "PayoutList" });
