import { z } from "zod";

import { dayInSeoul } from "../engine/time/seoul-time.ts";
import { usualSettlementDays } from "../ledger/earning/settlement-day.ts";
import { amountCeiling, amountSchema } from "../engine/request/validate.ts";
import { feeRateSchema } from "../ledger/money/fee-and-vat.ts";
import { nameUpTo } from "../engine/text/readable-text.ts";
import { gatewayNameSchema } from "../engine/attempt/sending.ts";
import { recordKind, type IndexedKind } from "../engine/commit/record.ts";
import { refuseField } from "../result.ts";
import { modes, tenantId, type Mode, type Tenant } from "../engine/tenant/tenant.ts";
import { absoluteUrlSchema, businessRegistrationNumberSchema } from "../engine/request/fields.ts";
import { keyInOnly, methodChoices, paymentMethods, refusedChoice, type PaymentMethod } from "./payment-methods.ts";
import { brandColorSchema, logoSchema } from "./look.ts";

export const installmentFeedCodeSchema = z.enum(["PG_A", "PG_B"]);

export type InstallmentFeedCode = z.output<typeof installmentFeedCodeSchema>;

/** The methods that a contract or a session lists. Scripts of pages load the methods without it. */
export const choiceListSchema = z
  .array(z.enum(methodChoices))
  .min(1, "must name at least one method")
  .max(methodChoices.length)
  .refine((choices) => new Set(choices).size === choices.length, "must name each method once");

const contractsSchema = z.object({
  /** May send payer identity data (`kyc`) with a session. */
  kyc: z.boolean().default(false),
  /** May send a tax-free amount with a billing charge. */
  taxFree: z.boolean().default(false),
  /** May pay out to sellers. */
  payouts: z.boolean().default(false),
  /** Receives webhooks. */
  webhook: z.boolean().default(false),
  /** The feeds whose installment information the merchant may read. */
  installmentFeeds: z.array(installmentFeedCodeSchema).default([]),
  /** How its buyers may pay, as far as its gateway offers it; EASY_PAY stands for every wallet. */
  methods: choiceListSchema.default([...keyInOnly]),
});

/** An origin as a browser sends it: scheme, host and port, without a path. */
const originSchema = z
  .string()
  .max(300)
  .regex(/^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/, "must be an origin such as https://shop.example, in lower case");

const termsSchema = z.object({
  /** The page with the terms. */
  url: absoluteUrlSchema,
  /** Whether a buyer must tick that they agree before a card is checked. */
  consent: z.boolean().default(false),
});

const phoneSchema = z
  .string()
  .regex(/^\+?\d(?:[ -]?\d){6,18}$/, "must be a phone number such as 02-1234-5678 or +82 2 1234 5678");

const merchantShape = z.object({
  /** Merchant id, a whole number from 1. */
  mId: z.int().min(1).max(999_999_999_999_999),
  mode: z.enum(modes),
  /** Shown to buyers at checkout. */
  name: nameUpTo(100),
  /** The name that the business is registered under; null if it is `name`. Checkout and receipts show it. */
  businessName: nameUpTo(100).nullable().default(null),
  /** 10 digits; checkout and receipts show it. */
  businessRegistrationNumber: businessRegistrationNumberSchema.nullable().default(null),
  /** Where buyers reach the merchant; checkout and receipts show it. */
  phone: phoneSchema.nullable().default(null),
  terms: termsSchema.nullable().default(null),
  /** The colour of buttons and links at checkout, `#rrggbb`; a lighter one is made of it for dark screens. */
  color: brandColorSchema.nullable().default(null),
  /** Shown beside the name at checkout: a data URL of a PNG, JPEG or WebP picture. */
  logo: logoSchema.nullable().default(null),
  /** Percent, as a decimal string. */
  feeRate: feeRateSchema,
  /** Replaces the fee rate from a day on, `YYYY-MM-DD` in Seoul; null if none is agreed. */
  nextFeeRate: z
    .object({ feeRate: feeRateSchema, from: z.iso.date("must be a day of the calendar, YYYY-MM-DD") })
    .nullable()
    .default(null),
  contracts: contractsSchema.prefault({}),
  /** The origins of the merchant's pages. In live mode only they may open and frame the checkout. */
  origins: z.array(originSchema).max(100).default([]),
  /**
   * The gateway of its new cards, by the name under which it is bound; null for the one without a name, or the only
   * one. Payments and billing keys stay at the gateway of their card.
   */
  gateway: gatewayNameSchema.nullable().default(null),
  /** The methods of a session without any of its own. By default the typed card; without it in the contract, all of it. */
  defaultMethods: choiceListSchema.optional(),
  /** Percent, as decimal strings, in place of the fee rate for payments by a method. */
  methodFeeRates: z.partialRecord(z.enum(paymentMethods), feeRateSchema).default({}),
  /** How many business days after its approval a payment settles. */
  settlementDays: z.int().min(1).max(30).default(usualSettlementDays),
  /** Bounds of one payment in won. */
  minAmount: amountSchema.default(1),
  maxAmount: amountSchema.max(amountCeiling).default(amountCeiling),
});

/** A merchant as an operator registers it, for one mode. */
export const merchantSchema = merchantShape
  .refine(({ minAmount, maxAmount }) => minAmount <= maxAmount, {
    path: ["minAmount"],
    error: "must not be above maxAmount",
  })
  .transform(({ defaultMethods, ...merchant }) => {
    const { methods } = merchant.contracts;
    return { ...merchant, defaultMethods: defaultMethods ?? (methods.includes("KEYIN") ? [...keyInOnly] : methods) };
  })
  .superRefine(({ defaultMethods, contracts: { methods } }, check) => {
    const foreign = refusedChoice(defaultMethods, methods);
    if (foreign === undefined) return;
    const message = `must be of contracts.methods (${methods.join(", ")}), which ${foreign} is not: name it there, or others here`;
    check.addIssue({ code: "custom", path: ["defaultMethods"], message });
  });

export type MerchantInput = z.input<typeof merchantSchema>;

const suspensionSchema = z.object({
  /** Milliseconds since 1970. */
  since: z.number(),
  /** For the service's own operators; null if none was given. */
  reason: z.string().nullable(),
});

/** A merchant with all defaults. Registering again leaves `suspended` as it is. */
export type RegisteredMerchant = z.output<typeof merchantSchema> & {
  /** Null unless the merchant is suspended. */
  readonly suspended: z.output<typeof suspensionSchema> | null;
};

/** A merchant as the service keeps it. */
export interface Merchant extends Omit<RegisteredMerchant, "logo"> {
  /**
   * The events that its webhook endpoint subscribes to. They are kept here because decisions about payments read the
   * merchant anyway.
   */
  webhookEvents: string[];
}

/** A stored merchant keeps a name or colour that was allowed when it was registered. */
const storedMerchantSchema = z.looseObject({
  ...merchantShape.omit({ logo: true }).shape,
  name: z.string(),
  color: z.string().nullable().default(null),
  contracts: z.looseObject(contractsSchema.shape).prefault({}),
  defaultMethods: choiceListSchema.default([...keyInOnly]),
  webhookEvents: z.array(z.string()).default([]),
  suspended: suspensionSchema.nullable().default(null),
});

export const merchantRecord: IndexedKind<Merchant> = recordKind("merchant", storedMerchantSchema, () => ({
  id: "self",
}));

export const merchantRef = merchantRecord.ref("self");

/** Refuses a merchant that is not registered in this mode. */
export const notRegistered = refuseField("FORBIDDEN_REQUEST", "merchant", "must be registered in this mode first");

/** Whether a merchant is notified of an event that it may subscribe to. */
export function isNotified(merchant: Merchant | undefined, event: string): boolean {
  return merchant !== undefined && merchant.contracts.webhook && merchant.webhookEvents.includes(event);
}

/**
 * Refuses new business of a suspended merchant: sessions, cards, confirms, charges and payouts. Work in progress
 * continues, and refunds stay possible.
 */
export function suspendedRefusal({ suspended }: Merchant) {
  if (suspended === null) return undefined;
  return refuseField(
    "FORBIDDEN_REQUEST",
    "merchant",
    "is suspended, and takes no payments and pays nothing out meanwhile",
  );
}

/** The fee rate of a payment by a method, in percent. */
export function feeRateOf(
  { feeRate, methodFeeRates }: Pick<Merchant, "feeRate" | "methodFeeRates">,
  method: PaymentMethod,
): string {
  return methodFeeRates[method] ?? feeRate;
}

/** The merchant at a moment: `nextFeeRate` has replaced the fee rate from its day on. */
export function merchantAt<Known extends Pick<Merchant, "feeRate" | "nextFeeRate">>(
  merchant: Known,
  moment: number,
): Known {
  const { nextFeeRate } = merchant;
  if (nextFeeRate === null || nextFeeRate.from > dayInSeoul(moment)) return merchant;
  return { ...merchant, feeRate: nextFeeRate.feeRate, nextFeeRate: null };
}

/** All merchants, by mId, then mode. */
export const merchantList = "merchants";

/** An entry of that list; the platform keeps it. */
export const merchantIndexRecord = recordKind(
  "merchantIndex",
  z.looseObject({ mId: z.int(), mode: z.enum(modes) }),
  ({ mId, mode }) => ({
    id: tenantId({ mId, mode }),
    place: { list: merchantList, position: `${String(mId).padStart(15, "0")}:${mode}` },
  }),
);

export function merchantOfIndex(body: unknown): Tenant {
  return merchantIndexRecord.schema.parse(body);
}

/** The merchant of the documentation keys: every contract is switched on. */
export const documentationMerchant: MerchantInput & { readonly mode: Mode } = {
  mId: 1,
  mode: "test",
  name: "Wonflow Docs",
  businessRegistrationNumber: "1234567890",
  phone: "02-000-0000",
  feeRate: "3.3",
  contracts: {
    kyc: true,
    taxFree: true,
    payouts: true,
    webhook: true,
    installmentFeeds: ["PG_A", "PG_B"],
    methods: ["KEYIN", "CARD", "EASY_PAY", "TRANSFER"],
  },
};
