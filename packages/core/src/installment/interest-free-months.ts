import { z } from "zod";

import { seoulTime } from "../calendar/seoul-time.ts";
import { loadOnce } from "../commit.ts";
import type { Context } from "../context.ts";
import { merchantRef } from "../merchant/merchant.ts";
import { tenantId, type Tenant } from "../tenant.ts";
import { ok, refuse, type Result } from "../result.ts";
import { offersOfGateway } from "./feed.ts";
import { gatewaySchema, type FreeMonths, type InstallmentOffers, type PartialPlans } from "./offers.ts";

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

/** Interest-free months of a gateway (interface: Interest-free installments). */
export const interestFreeSchema = z
  .object({
    period: z
      .object({ startDate: z.string(), endDate: z.string() })
      .meta({ description: "YYYY-MM-DD; both empty where the gateway's period could not be read" }),
    interestFreeInstallmentCards: z.array(freeSchema.nullable()).meta({ description: unread }),
    partialInterestFreeInstallmentCards: z.array(partialSchema.nullable()).meta({ description: unread }),
  })
  .meta({ id: "InterestFreeInstallmentsResponse" });

export type InterestFree = z.output<typeof interestFreeSchema>;

/**
 * Which months a gateway gives without interest, by card company and minimum amount in won. What has
 * ended by today in Seoul is left out. Months with a gap are several entries of the same company.
 *
 * Refusals, in this order: `INVALID_REQUEST` where `pg` is no gateway, `FORBIDDEN_REQUEST` where the
 * merchant may not read it, `INSTALLMENTS_NOT_READY` where nothing was ever read.
 * Interface: Interest-free installment information.
 *
 * @example
 * await payments.cards.interestFreeMonths({ mId: 1, mode: "test" }, "PG_A");
 */
export async function interestFreeMonths(
  context: Context,
  tenant: Tenant,
  pg: string | undefined,
): Promise<Result<InterestFree>> {
  const gateway = gatewaySchema.safeParse(pg);
  if (!gateway.success) {
    const problem = `must be ${gatewaySchema.options.join(" or ")}`;
    return refuse("INVALID_REQUEST", [{ field: "pg", code: "INVALID_REQUEST", problem }]);
  }
  const [merchant] = await loadOnce(context, tenantId(tenant), (read) => read(merchantRef));
  if (merchant?.contracts.gateways.includes(gateway.data) !== true) {
    const problem = "is no gateway of this merchant's contract";
    return refuse("FORBIDDEN_REQUEST", [{ field: "pg", code: "FORBIDDEN_REQUEST", problem }]);
  }
  const offers = await offersOfGateway(context, tenant.mode, gateway.data);
  return offers === undefined ? refuse("INSTALLMENTS_NOT_READY") : ok(answerOf(offers, dayInSeoul(context)));
}

export function dayInSeoul({ clock }: Context): string {
  return seoulTime(clock.now()).slice(0, 10);
}

/** Whether an offer's own last day has not passed; one without a day ends with its feed's period. */
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
