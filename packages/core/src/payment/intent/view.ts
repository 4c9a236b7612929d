import { z } from "zod";
import { seoulTime } from "../../engine/time/seoul-time.ts";
import type { Earning } from "../../ledger/earning/earning.ts";
import type { Context } from "../../context.ts";
import { errorCatalog } from "../../error-messages.ts";
import { platform, partsOfToken, tenantToken, type Tenant } from "../../engine/tenant/tenant.ts";
import {
  intentKeyLength,
  intentStatuses,
  isCancellationOpen,
  remainingAmount,
  type Intent,
  type IntentMethod,
} from "./intent.ts";
import { easyPayProviders, paymentMethods } from "../../merchant/payment-methods.ts";
import type { Ids } from "../../ports.ts";

const time = z.string().meta({ description: "yyyy-MM-dd'T'HH:mm:ss±hh:mm", examples: ["2026-11-20T14:03:07+09:00"] });

/** Interface: PaymentIntent. */
export const paymentIntentSchema = z
  .object({
    intentKey: z.string().length(intentKeyLength),
    orderId: z.string(),
    settlementId: z.string().nullable().meta({ description: "null until the payment is settled" }),
    orderName: z.string(),
    mId: z.number(),
    totalAmount: z.number().meta({ description: "Won; stays the originally paid amount after cancellations" }),
    status: z.enum(intentStatuses),
    requestedAt: time,
    approvedAt: time.optional(),
    cancel: z
      .object({
        canceledAt: time
          .optional()
          .meta({ description: "The last cancellation's time; missing while the first is under way" }),
        canceledAmount: z.number().optional().meta({ description: "Won canceled so far" }),
        remainingAmount: z.number().optional().meta({ description: "Won that can still be canceled" }),
        excessAmount: z.number().optional().meta({
          description: "Won that chargebacks took beyond what remained; not in canceledAmount, missing for 0",
        }),
        inProgress: z
          .boolean()
          .optional()
          .meta({ description: "True while a cancellation has no known outcome: look up again, don't send it again" }),
      })
      .optional()
      .meta({
        description: "There once a cancellation was sent; always with its amounts",
      }),
    methods: z.array(
      z.object({
        method: z.enum(paymentMethods),
        amount: z.number(),
        keyin: z
          .object({
            number: z.string().max(20).meta({ description: "Partly masked card number" }),
            installmentPlanMonths: z.number().meta({
              description:
                "0 for a lump sum, otherwise the months: at a checkout those of the gateway, of a stored card at most 3",
            }),
            issuerCode: z.string().meta({ description: "Two-character card company code" }),
          })
          .optional()
          .meta({ description: "Of KEYIN: a card typed at the checkout, or a stored one" }),
        card: z
          .object({
            issuerCode: z.string().nullable(),
            number: z.string().max(20).nullable(),
            installmentPlanMonths: z.number().nullable(),
          })
          .optional()
          .meta({ description: "Of CARD, paid in the gateway's window; null if the gateway does not report it" }),
        easyPay: z
          .object({
            provider: z.enum(easyPayProviders).nullable(),
            amount: z.number().meta({ description: "Won that the wallet charged the buyer" }),
            discountAmount: z.number().meta({
              description: "Won that the wallet deducted; the merchant gets the full amount all the same",
            }),
          })
          .optional()
          .meta({ description: "Of EASY_PAY" }),
        transfer: z
          .object({ bankCode: z.string().nullable().meta({ description: "The three-digit code of the buyer's bank" }) })
          .optional()
          .meta({ description: "Of TRANSFER" }),
      }),
    ),
    receipt: z
      .object({
        candyUrl: z.string().meta({ description: "One page with the sales slips of all methods" }),
        perMethodUrls: z.array(z.string()).meta({ description: "The sales slip of each method, in their order" }),
      })
      .optional()
      .meta({ description: "There once the payment was approved; who knows an address may open it" }),
    agreedTerms: z
      .object({ url: z.string(), agreedAt: time })
      .optional()
      .meta({ description: "The merchant's terms that the buyer has agreed to, where the merchant asks for consent" }),
    failure: z
      .array(
        z.object({
          code: z.string(),
          message: z.string(),
          details: z.object({
            card: z.object({ cardId: z.number().optional() }).optional(),
            keyin: z.object({ number: z.string().optional() }).optional(),
            billing: z.string().optional(),
          }),
        }),
      )
      .optional(),
  })
  .meta({ id: "PaymentIntent" });

export interface PaymentIntent extends z.output<typeof paymentIntentSchema> {}

export interface Viewing {
  readonly mId: number;
  readonly checkoutUrl: string;
}

export function viewingOf({ settings: { checkoutUrl } }: Context, { mId }: Tenant): Viewing {
  return { mId, checkoutUrl };
}

/** `earning` is undefined if nothing was approved. */
export function viewIntent(intent: Intent, at: Viewing & { readonly earning: Earning | undefined }): PaymentIntent {
  return {
    intentKey: intent.intentKey,
    orderId: intent.orderId,
    settlementId: at.earning?.settlementId ?? null,
    orderName: intent.orderName,
    mId: at.mId,
    totalAmount: intent.totalAmount,
    status: intent.status,
    requestedAt: seoulTime(intent.requestedAt),
    ...(intent.approvedAt === null ? {} : { approvedAt: seoulTime(intent.approvedAt) }),
    ...viewCancel(intent),
    methods: intent.methods.map((method) => viewMethod(method)),
    ...viewReceipt(intent, at),
    ...viewTerms(intent),
    ...(intent.failure === null ? {} : { failure: viewFailure(intent, intent.failure) }),
  };
}

function viewMethod(method: IntentMethod): PaymentIntent["methods"][number] {
  const { amount } = method;
  switch (method.method) {
    case "KEYIN": {
      const { maskedNumber: number, installmentPlanMonths, issuerCode } = method;
      return { method: "KEYIN", amount, keyin: { number, installmentPlanMonths, issuerCode } };
    }
    case "CARD": {
      const { maskedNumber: number, installmentPlanMonths, issuerCode } = method;
      return { method: "CARD", amount, card: { issuerCode, number, installmentPlanMonths } };
    }
    case "EASY_PAY": {
      const { provider = null, discountAmount = 0 } = method.easyPay ?? {};
      return { method: "EASY_PAY", amount, easyPay: { provider, amount: amount - discountAmount, discountAmount } };
    }
    case "TRANSFER":
      return { method: "TRANSFER", amount, transfer: { bankCode: method.bankCode } };
  }
}

/** Nothing if no cancellation was sent, or all were refused. */
function viewCancel(intent: Intent): Pick<PaymentIntent, "cancel"> {
  const { canceledAt, canceledAmount, excessAmount } = intent;
  const inProgress = isCancellationOpen(intent);
  if (canceledAt === null && !inProgress) return {};
  const time = canceledAt === null ? {} : { canceledAt: seoulTime(canceledAt) };
  const excess = excessAmount === 0 ? {} : { excessAmount };
  return { cancel: { ...time, canceledAmount, remainingAmount: remainingAmount(intent), ...excess, inProgress } };
}

/** Nothing before the approval. */
function viewReceipt({ receiptToken, methods }: Intent, { checkoutUrl }: Viewing): Pick<PaymentIntent, "receipt"> {
  if (receiptToken === null) return {};
  const candyUrl = receiptAddress(checkoutUrl, receiptToken);
  return { receipt: { candyUrl, perMethodUrls: methods.map((_, index) => `${candyUrl}/${index + 1}`) } };
}

function viewTerms({ agreedTerms }: Intent): Pick<PaymentIntent, "agreedTerms"> {
  if (agreedTerms === null) return {};
  return { agreedTerms: { url: agreedTerms.url, agreedAt: seoulTime(agreedTerms.agreedAt) } };
}

function viewFailure(intent: Intent, code: NonNullable<Intent["failure"]>): PaymentIntent["failure"] {
  const method = intent.methods[intent.failedMethod];
  const billing = method?.billkey == null ? {} : { billing: method.billkey };
  const details = method?.method === "KEYIN" ? { keyin: { number: method.maskedNumber }, ...billing } : {};
  return [{ code, message: errorCatalog[code].ko, details }];
}

/** Names tenant and payment, so that both are found without a search, and ends in an unguessable part. */
export function newReceiptToken(ids: Ids, tenant: Tenant, intentKey: string): string {
  return tenantToken("rc", tenant, intentKey + ids.random(22));
}

/** The payment that a token names; the caller must still compare the token with the payment's own. */
export function paymentOfReceiptToken(
  token: string,
): { readonly tenant: Tenant; readonly intentKey: string } | undefined {
  const parts = partsOfToken(token);
  if (parts === undefined || parts.owner === platform) return undefined;
  return { tenant: parts.owner, intentKey: parts.rest.slice(0, intentKeyLength) };
}

/**
 * The address of a payment's receipts, next to the checkout page's: one service serves both.
 *
 * @example
 * receiptAddress("https://shop.example/pay/checkout", "rc_1_test_…"); // "https://shop.example/pay/receipts/rc_1_test_…"
 */
export function receiptAddress(checkoutUrl: string, token: string): string {
  return addressBeside(checkoutUrl, `receipts/${token}`);
}

/** The address of a path next to the checkout page. */
export function addressBeside(checkoutUrl: string, path: string): string {
  const page = checkoutUrl.replace(/[?#].*/, "").replace(/\/+$/, "");
  // Removes the last part of the path. An address without a path stays: there the last slash follows another.
  const folder = page.replace(/(?<!\/)\/[^/]*$/, "");
  return `${folder}/${path}`;
}
