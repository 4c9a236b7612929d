import { z } from "zod";

import { customerIdSchema } from "../merchant/customer-id.ts";
import { amountSchema } from "../money/amount.ts";
import { orderIdSchema, orderNameSchema } from "../payment/order.ts";
import { optional } from "../validate.ts";

/** Kept as URL parsers read it, so that nothing in it can break a header or a page. */
const redirectUrlSchema = z
  .url({ protocol: /^https?$/, normalize: true, abort: true, error: "must be an absolute http or https URL" })
  .max(2000, "must be at most 2,000 characters")
  .regex(/^https?:\/\/[^/?#@]+([/?#]|$)/, "must not hold a user name or password");

/** Interface: Checkout session create request. */
export const createSessionSchema = z
  .object({
    customerId: customerIdSchema,
    orderId: orderIdSchema,
    orderName: orderNameSchema,
    amount: z.object({ value: amountSchema }).meta({ description: "value: won" }),
    metadata: optional(
      z
        .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
        .meta({ maxProperties: 5, description: "At most 5 entries and 2,000 characters of JSON" })
        .refine((entries) => Object.keys(entries).length <= 5, "must have at most 5 entries")
        .refine((entries) => JSON.stringify(entries).length <= 2000, "must be at most 2,000 characters of JSON"),
    ),
    kyc: optional(
      z.object({
        name: z.string().min(1).max(100),
        registNo: z.string().regex(/^(\d{6}|\d{10}|\d{11})$/, "must be 6 digits, or 10 or 11 for a business"),
        phoneNumber: optional(z.string().regex(/^\d{9,11}$/, "must be 9 to 11 digits")),
      }),
    ),
    successUrl: redirectUrlSchema,
    failUrl: redirectUrlSchema,
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
