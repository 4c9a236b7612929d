import { z } from "zod";

import { idempotencyErrors } from "../engine/idempotency/idempotency.ts";
import { optionalOrNull } from "../engine/request/validate.ts";
import { ownRefPrefix } from "./payout.ts";
import { payoutListSchema } from "./view.ts";

const refPayoutIdSchema = z
  .string()
  .regex(/^[A-Za-z0-9_.:-]{1,50}$/, "must be 1 to 50 letters, digits or - _ . :")
  .refine(
    (ref) => !ref.startsWith(ownRefPrefix),
    `must not begin with ${ownRefPrefix}, which the service keeps for itself`,
  )
  .meta({ description: "The merchant's own id of the payout, never used before" });

const itemSchema = z.object({
  refPayoutId: refPayoutIdSchema,
  destination: z.string().meta({ description: "The id of a seller" }),
  amount: z.object({
    value: z
      .int("must be a whole number of won")
      .min(1, "must be at least 1 won")
      .lt(1_000_000_000, "must be below 1,000,000,000 won")
      .meta({ description: "Won" }),
    currency: optionalOrNull(z.literal("KRW", "must be KRW, or left out: amounts are won")),
  }),
});

/** Interface: Payouts, `POST /merchants/:mId/payouts`. */
export const createBatchSchema = z
  .array(itemSchema, "must be a list of payouts")
  .min(1, "must have at least 1 payout")
  .max(100, "must have at most 100 payouts")
  .meta({ id: "CreatePayoutsRequest" });

export type CreateBatchInput = z.input<typeof createBatchSchema>;

export type Item = z.output<typeof itemSchema>;

/** In order of precedence: of several reasons for a refusal, the first is returned. */
export const createBatchErrors = [
  "INVALID_REQUEST",
  ...idempotencyErrors,
  "FORBIDDEN_REQUEST",
  "PAYOUT_NOT_ENABLED",
  "DUPLICATE_REF_PAYOUT_ID",
  "NOT_FOUND_SELLER",
  "SELLER_NOT_REGISTERED",
  "CALENDAR_ENDED",
  "PAYOUT_PROVIDER_SLOT_CONFLICT",
  "NOT_ENOUGH_AMOUNT",
  "CONCURRENT_REQUEST",
] as const;

export type BatchCode = (typeof createBatchErrors)[number];

/** The payouts of a request; `isNew` is false for a repeat. */
export const createdBatchSchema = z.object({ isNew: z.boolean(), payouts: payoutListSchema });

export type CreatedBatch = z.output<typeof createdBatchSchema>;
