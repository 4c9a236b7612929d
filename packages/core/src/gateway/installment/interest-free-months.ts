import { z } from "zod";
import { dayInSeoul } from "../../engine/time/seoul-time.ts";
import { loadOnce } from "../../engine/commit/commit.ts";
import type { Context } from "../../context.ts";
import { installmentFeedCodeSchema, merchantRef } from "../../merchant/merchant.ts";
import { ok, refuse, refuseField, type Answer } from "../../result.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { offersOfFeed } from "./feed.ts";
import type { FreeMonths, InstallmentOffers, PartialPlans } from "./offers.ts";

const offer = {
  issuer: z.string().meta({ description: "Card company code" }),
  minimumAmount: z.number().meta({ description: "Won" }),
  maximumAmount: z.number().optional().meta({ description: "Won; only where the offer ends at an amount" }),
};

const freeSchema = z.object({ ...offer, installmentMonth: z.object({ min: z.int(), max: z.int() }) });

const partialSchema = z.object({
  ...offer,
  plan: z.array(
    z.object({
      month: z.int().meta({ description: "Months in all" }),
      customerInterestMonthRange: z
        .object({ start: z.int(), end: z.int() })
        .meta({ description: "The installments at which the customer bears interest" }),
    }),
  ),
});

const unread = "null for a row that could not be read";

/** Interface: Interest-free installments. */
export const interestFreeSchema = z
  .object({
    period: z
      .object({ startDate: z.string(), endDate: z.string() })
      .meta({ description: "YYYY-MM-DD; both empty if the gateway's period could not be read" }),
    interestFreeInstallmentCards: z.array(freeSchema.nullable()).meta({ description: unread }),
    partialInterestFreeInstallmentCards: z.array(partialSchema.nullable()).meta({ description: unread }),
  })
  .meta({ id: "InterestFreeInstallmentsResponse" });

export type InterestFree = z.output<typeof interestFreeSchema>;

export interface InterestFreeInput {
  /** `PG_A` or `PG_B`. */
  readonly pg?: string | undefined;
}

export const interestFreeErrors = ["INVALID_REQUEST", "FORBIDDEN_REQUEST", "INSTALLMENTS_NOT_READY"] as const;

export async function interestFreeMonths(context: Context, tenant: Tenant, { pg }: InterestFreeInput) {
  const code = installmentFeedCodeSchema.safeParse(pg);
  if (!code.success) {
    return refuseField("INVALID_REQUEST", "pg", `must be ${installmentFeedCodeSchema.options.join(" or ")}`);
  }
  const [merchant] = await loadOnce(context, tenant, (read) => read(merchantRef));
  if (merchant?.contracts.installmentFeeds.includes(code.data) !== true) {
    return refuseField("FORBIDDEN_REQUEST", "pg", "must be one of this merchant's installmentFeeds");
  }
  const offers = await offersOfFeed(context, tenant.mode, code.data);
  if (offers === undefined) return refuse("INSTALLMENTS_NOT_READY");
  return ok(answerOf(offers, dayInSeoul(context.clock.now())));
}

/** An offer without a last day of its own ends with its feed's period. */
export function inForce(offer: { readonly lastDay: string }, today: string): boolean {
  return offer.lastDay === "" || offer.lastDay >= today;
}

function answerOf({ period, free, partial }: InstallmentOffers, today: string): InterestFree {
  const standing = <Each extends FreeMonths | PartialPlans>(offers: readonly (Each | null)[]) =>
    offers.filter((each) => each === null || inForce(each, today));
  return {
    period: { ...period },
    interestFreeInstallmentCards: standing(free).map(
      (each) => each && { ...shownOf(each), installmentMonth: { ...each.installmentMonth } },
    ),
    partialInterestFreeInstallmentCards: standing(partial).map(
      (each) => each && { ...shownOf(each), plan: [...each.plan] },
    ),
  };
}

function shownOf({ issuer, minimumAmount, maximumAmount }: FreeMonths | PartialPlans) {
  return { issuer, minimumAmount, ...(maximumAmount === null ? {} : { maximumAmount }) };
}

/** Installment plans (interface: Interest-free installment information). */
export interface InstallmentOperations {
  /**
   * The months that a gateway offers without interest, by card company and minimum amount in won. Offers that ended
   * before today in Seoul are left out. Months with a gap are several entries of the same company.
   *
   * Refusals, in this order: `INVALID_REQUEST` if `pg` is not a gateway, `FORBIDDEN_REQUEST` if the merchant may not
   * read it, `INSTALLMENTS_NOT_READY` before the first successful read.
   *
   * @example
   * await payments.installments.interestFreeMonths({ mId: 1, mode: "test" }, { pg: "PG_A" });
   */
  interestFreeMonths(tenant: Tenant, input: InterestFreeInput): Answer<InterestFree, typeof interestFreeErrors>;
}

export function installmentOperations(context: Context): InstallmentOperations {
  return { interestFreeMonths: (tenant, input) => interestFreeMonths(context, tenant, input) };
}
