import { z } from "zod";

import type { ErrorCode } from "../error-messages.ts";
import { refuse, type Refused } from "../result.ts";
import type { Seller } from "./seller/seller.ts";
import { type Payout, ownRefPrefix } from "./payout.ts";
import { idempotencyErrors } from "../engine/idempotency/idempotency.ts";
import { optionalOrNull } from "../engine/request/validate.ts";
import { payoutListSchema, type PayoutView } from "./view.ts";
import type { Page } from "../engine/request/page.ts";

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
export interface CreatedBatch {
  readonly isNew: boolean;
  readonly payouts: Page<PayoutView>;
}

export const createdBatchSchema: z.ZodType<CreatedBatch> = z.object({ isNew: z.boolean(), payouts: payoutListSchema });

export interface WantedItem extends Item {
  readonly id: string;
}

export interface MetItem extends WantedItem {
  /** The earlier payout with the same refPayoutId. */
  readonly used: Payout | undefined;
  readonly seller: Seller | undefined;
  /** Whether the seller's day is known to be taken. */
  readonly slotIsTaken: boolean;
}

/** Whether these are the payouts of this batch, in any order. */
export function isSame(items: readonly Item[], batch: readonly Payout[]): boolean {
  if (items.length !== batch.length) return false;
  const left = new Map(batch.map((payout) => [payout.refPayoutId, payout]));
  return items.every(({ refPayoutId, destination, amount }) => {
    const payout = left.get(refPayoutId);
    left.delete(refPayoutId);
    const to = payout?.destination;
    return to?.type === "SELLER" && to.sellerId === destination && payout?.amount === amount.value;
  });
}

interface Check<Code extends ErrorCode> {
  readonly code: Code;
  readonly field: "refPayoutId" | "destination";
  readonly problemOf: (item: MetItem, index: number) => string | undefined;
}

/** Refuses with every payout that fails a check; undefined if all pass. */
function failing<const Code extends ErrorCode>(
  items: readonly MetItem[],
  { code, field, problemOf }: Check<Code>,
): Refused<Code> | undefined {
  const details = items.flatMap((item, index) => {
    const problem = problemOf(item, index);
    return problem === undefined ? [] : [{ field: `${index}.${field}`, code, problem }];
  });
  return details.length > 0 ? refuse(code, details) : undefined;
}

/** The refusal of the first check that fails. */
export function refusedItems(items: readonly MetItem[]) {
  return (
    failing(items, {
      code: "DUPLICATE_REF_PAYOUT_ID",
      field: "refPayoutId",
      problemOf({ refPayoutId, used }, index) {
        if (used !== undefined) return "was used before";
        const first = items.findIndex((item) => item.refPayoutId === refPayoutId);
        return first < index ? `is the same as that of item ${first}` : undefined;
      },
    }) ??
    failing(items, {
      code: "NOT_FOUND_SELLER",
      field: "destination",
      problemOf({ seller }) {
        const isThere = seller !== undefined && seller.status !== "DELETED";
        return isThere ? undefined : "must be the id of a seller that is not deleted";
      },
    }) ??
    failing(items, {
      code: "SELLER_NOT_REGISTERED",
      field: "destination",
      problemOf: ({ seller }) =>
        seller?.externalSellerId == null ? "must be a seller that the payout bank has registered" : undefined,
    })
  );
}

/** Refuses sellers whose day is taken, by an earlier payout or by one of the same request. */
export function refusedSlots(items: readonly MetItem[], payoutDate: string) {
  return failing(items, {
    code: "PAYOUT_PROVIDER_SLOT_CONFLICT",
    field: "destination",
    problemOf({ destination, seller, slotIsTaken }, index) {
      if (slotIsTaken) return `has a payout on ${payoutDate} already`;
      const first = items.findIndex((item) => item.seller?.externalSellerId === seller?.externalSellerId);
      return first < index ? `is the same seller as that of item ${first}: ${destination}` : undefined;
    },
  });
}
