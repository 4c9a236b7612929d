import { z } from "zod";

import { absoluteUrlSchema } from "../absolute-url.ts";
import { customerIdSchema } from "../merchant/customer-id.ts";
import { amountSchema } from "../money/amount.ts";
import { orderIdSchema, orderNameSchema } from "../payment/order.ts";
import { characterCount, nameUpTo } from "../readable-text.ts";
import { optional } from "../validate.ts";

/** Amounts are won. A currency may be named, so that another one is not taken for won; it is not kept. */
const wonSchema = z
  .object({ value: amountSchema, currency: optional(z.literal("KRW", "must be KRW, or left out: amounts are won")) })
  .transform(({ value }) => ({ value }))
  .meta({ description: "value: won" });

const entriesSchema = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
  .meta({ maxProperties: 5, description: "At most 5 entries and 2,000 characters of JSON" })
  .refine((entries) => Object.keys(entries).length <= 5, "must have at most 5 entries")
  .refine((entries) => characterCount(JSON.stringify(entries)) <= 2000, "must be at most 2,000 characters of JSON");

/** Refuses the one name that zod would leave out in silence, as many programs cannot keep an entry of that name. */
const metadataSchema = z.preprocess((entries: z.input<typeof entriesSchema> | null | undefined, check) => {
  if (typeof entries === "object" && entries !== null && Object.hasOwn(entries, "__proto__")) {
    check.addIssue({ code: "custom", path: ["__proto__"], message: "must have another name" });
  }
  return entries;
}, optional(entriesSchema));

/** Interface: Checkout session create request. */
export const createSessionSchema = z
  .object({
    customerId: customerIdSchema,
    orderId: orderIdSchema,
    orderName: orderNameSchema,
    amount: wonSchema,
    metadata: metadataSchema,
    kyc: optional(
      z.object({
        name: nameUpTo(100),
        registNo: z.string().regex(/^(\d{6}|\d{10}|\d{11})$/, "must be 6 digits, or 10 or 11 for a business"),
        phoneNumber: optional(z.string().regex(/^\d{9,11}$/, "must be 9 to 11 digits")),
      }),
    ),
    successUrl: absoluteUrlSchema,
    failUrl: absoluteUrlSchema,
  })
  .meta({ id: "CreateSessionRequest" });

export type CreateSessionInput = z.input<typeof createSessionSchema>;

/** What a page may ask for with the client key: the same, without what only a server should send. */
export const openCheckoutSchema = createSessionSchema
  .omit({ metadata: true, kyc: true })
  .meta({ id: "OpenCheckoutRequest" });

export type OpenCheckoutInput = z.input<typeof openCheckoutSchema>;

/** Interface: Checkout session create response. */
export const createdSessionSchema = z
  .object({
    token: z.string().meta({ description: "The session's identifier" }),
    checkoutUrl: z.string().meta({ description: "The link for the buyer, passed on unchanged" }),
    expiresAt: z.string().meta({ description: "ISO 8601: when the link expires" }),
  })
  .meta({ id: "CreatedSession" });

export type CreatedSession = z.output<typeof createdSessionSchema>;
