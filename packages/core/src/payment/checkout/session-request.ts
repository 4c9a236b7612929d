import { z } from "zod";

import { absoluteUrlSchema, metadataSchema, customerIdSchema } from "../../engine/request/fields.ts";
import { amountSchema, taxFreeAmountSchema, optionalOrNull } from "../../engine/request/validate.ts";
import { orderIdSchema, orderNameSchema } from "../intent/order.ts";
import { nameUpTo } from "../../engine/text/readable-text.ts";

/** A currency may be given, so that one other than won is refused; it is not stored. */
const wonSchema = z
  .object({
    value: amountSchema,
    currency: optionalOrNull(z.literal("KRW", "must be KRW, or left out: amounts are won")),
  })
  .transform(({ value }) => ({ value }))
  .meta({ description: "value: won" });

/** Interface: Checkout session create request. */
export const createSessionSchema = z
  .object({
    customerId: customerIdSchema,
    orderId: orderIdSchema,
    orderName: orderNameSchema,
    amount: wonSchema,
    taxFreeAmount: taxFreeAmountSchema.optional().meta({
      description: "Won of the amount that have no VAT; only by agreement",
    }),
    metadata: metadataSchema,
    kyc: optionalOrNull(
      z.object({
        name: nameUpTo(100),
        registNo: z.string().regex(/^(\d{6}|\d{10}|\d{11})$/, "must be 6 digits, or 10 or 11 for a business"),
        phoneNumber: optionalOrNull(z.string().regex(/^\d{9,11}$/, "must be 9 to 11 digits")),
      }),
    ),
    successUrl: absoluteUrlSchema,
    failUrl: absoluteUrlSchema,
  })
  .meta({ id: "CreateSessionRequest" });

export type CreateSessionInput = z.input<typeof createSessionSchema>;

/** The same without the fields that only a server should send. */
export const openCheckoutSchema = createSessionSchema
  .omit({ metadata: true, kyc: true, taxFreeAmount: true })
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
