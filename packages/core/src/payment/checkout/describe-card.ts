import { z } from "zod";
import { cardCompanyOf } from "../../gateway/card-company.ts";
import { resolveBin, type BinContext } from "../../gateway/bin.ts";
import type { GatewayContext } from "../../gateway/context.ts";
import { dayInSeoul } from "../../engine/time/seoul-time.ts";
import { loadOnce } from "../../engine/commit/commit.ts";
import type { Context } from "../../context.ts";
import { offersOfFeed } from "../../gateway/installment/feed.ts";
import { inForce } from "../../gateway/installment/interest-free-months.ts";
import type { InstallmentOffers } from "../../gateway/installment/offers.ts";
import { ok, refuse } from "../../result.ts";
import { validate } from "../../engine/request/validate.ts";
import { plansOf, takesInstallments } from "./plans.ts";
import { linkErrors, loadSession, nameSession, linkRefusal, type OpenedSession } from "./read-session.ts";

/** No more digits than a look-up needs. */
export const firstDigitsSchema = z
  .object({ firstDigits: z.string().regex(/^\d{6,8}$/, "must be the first 6 to 8 digits of the card, and no more") })
  .meta({ id: "CardFirstDigits" });

export type FirstDigits = z.input<typeof firstDigitsSchema>;

/** Shown at checkout while a card's number is typed. */
export const cardDescriptionSchema = z
  .object({
    company: z
      .object({ code: z.string(), ko: z.string(), en: z.string() })
      .nullable()
      .meta({ description: "The card company, in Korean and English; null if unknown" }),
    type: z.enum(["CRD", "CHK"]).nullable().meta({ description: "Credit or debit; null if unknown" }),
    installments: z
      .array(
        z.object({
          months: z.int().meta({ description: "From 2; a lump sum is always possible" }),
          interestFree: z.boolean(),
        }),
      )
      .meta({ description: "The installment plans that this card and amount have, the shortest first" }),
  })
  .meta({ id: "CardDescription" });

export type CardDescription = z.output<typeof cardDescriptionSchema>;

export const describeCardErrors = ["INVALID_REQUEST", ...linkErrors] as const;

/**
 * Says which company a card is of and in how many months it may be paid. An unknown card has no company, and the plans
 * of any credit card, none of them interest-free. Interest-free plans are those that every gateway of the merchant's
 * contract gives this company for this amount.
 */
export async function describeCard(context: GatewayContext & BinContext, token: string, input: FirstDigits) {
  const card = validate(firstDigitsSchema, input);
  if (!card.ok) return card;
  const named = await nameSession(context, token);
  if (!named.ok) return named;
  const { id, tenant } = named.value;
  const now = context.clock.now();
  const opened = await loadOnce(context, tenant, (read) => loadSession(read, id));
  const refusal = linkRefusal(opened, now);
  if (opened === undefined || refusal !== undefined) return refusal ?? refuse("NOT_FOUND_PAYMENT_SESSION");
  const found = resolveBin(await context.bins.current(context), card.value.firstDigits);
  const row = found.ok ? found.value : undefined;
  const code = row?.issuer ?? "";
  const company = cardCompanyOf(code);
  const months = takesInstallments(row) ? plansOf(context, tenant, opened) : [];
  const free = months.length === 0 ? [] : await freeMonthsOf(context, opened, { issuer: code, months });
  return ok<CardDescription>({
    company: company === undefined ? null : { code, ko: company.ko, en: company.en },
    type: row?.type ?? null,
    installments: months.map((month) => ({ months: month, interestFree: free.includes(month) })),
  });
}

/** Those of the months that all gateways of the merchant give a company without interest. */
async function freeMonthsOf(
  context: Context,
  { intent, merchant }: OpenedSession,
  { issuer, months }: { readonly issuer: string; readonly months: readonly number[] },
) {
  const { installmentFeeds } = merchant.contracts;
  const all = await Promise.all(installmentFeeds.map((code) => offersOfFeed(context, merchant.mode, code)));
  const today = dayInSeoul(context.clock.now());
  if (all.length === 0) return [];
  return months.filter((month) =>
    all.every((offers) => offers !== undefined && isFree(offers, { issuer, month, amount: intent.totalAmount, today })),
  );
}

interface Plan {
  readonly issuer: string;
  readonly month: number;
  readonly amount: number;
  readonly today: string;
}

function isFree({ period, free }: InstallmentOffers, { issuer, month, amount, today }: Plan): boolean {
  // An unreadable period promises nothing, nor does one that is over or has not started.
  if (period.startDate === "" || today < period.startDate || today > period.endDate) return false;
  return free.some(
    (offer) =>
      offer !== null &&
      offer.issuer === issuer &&
      offer.minimumAmount <= amount &&
      amount <= (offer.maximumAmount ?? amount) &&
      offer.installmentMonth.min <= month &&
      month <= offer.installmentMonth.max &&
      inForce(offer, today),
  );
}
