import { z } from "zod";
import { isMasked } from "../../gateway/answers.ts";
import type { PaidMethod } from "../../gateway/window.ts";
import { easyPayProviders, type WindowMethod } from "../../merchant/payment-methods.ts";

/** What the window's methods store beside what all methods do; null if the provider does not report it. */
export const shownMethodFields = {
  method: z.enum(["CARD", "EASY_PAY", "TRANSFER"]),
  maskedNumber: z.string().nullable(),
  issuerCode: z.string().nullable(),
  /** 0 for a lump sum. */
  installmentPlanMonths: z.number().nullable(),
  easyPay: z.object({ provider: z.enum(easyPayProviders).nullable(), discountAmount: z.number() }).nullable(),
  bankCode: z.string().nullable(),
};

type ShownFields = { readonly [Name in keyof typeof shownMethodFields]: z.output<(typeof shownMethodFields)[Name]> };

const nothingShown = {
  maskedNumber: null,
  issuerCode: null,
  installmentPlanMonths: null,
  easyPay: null,
  bankCode: null,
};

/** What may be shown of a method before its provider reports more: what the buyer has chosen. */
export function chosenMethod(chosen: WindowMethod): ShownFields {
  if (chosen === "CARD" || chosen === "TRANSFER") return { ...nothingShown, method: chosen };
  return { ...nothingShown, method: "EASY_PAY", easyPay: { provider: chosen, discountAmount: 0 } };
}

/** What a provider reports about a method; a value of another shape is not shown. */
export function shownMethod(paid: PaidMethod, amount: number): ShownFields | undefined {
  switch (paid.method) {
    case "CARD": {
      const { issuerCode, maskedNumber, installmentPlanMonths: months } = paid.card;
      return {
        ...nothingShown,
        method: "CARD",
        issuerCode: issuerCode !== null && /^[0-9A-Z]{2}$/.test(issuerCode) ? issuerCode : null,
        maskedNumber: maskedNumber !== null && isMasked(maskedNumber) ? maskedNumber : null,
        installmentPlanMonths: Number.isSafeInteger(months) ? months : null,
      };
    }
    case "EASY_PAY": {
      const provider = easyPayProviders.find((each) => each === paid.easyPay.provider) ?? null;
      const { discountAmount } = paid.easyPay;
      const isDiscount = Number.isSafeInteger(discountAmount) && discountAmount >= 0 && discountAmount <= amount;
      const easyPay = { provider, discountAmount: isDiscount ? discountAmount : 0 };
      return { ...nothingShown, method: "EASY_PAY", easyPay };
    }
    case "TRANSFER": {
      const { bankCode } = paid.transfer;
      const isBank = bankCode !== null && /^\d{3}$/.test(bankCode);
      return { ...nothingShown, method: "TRANSFER", bankCode: isBank ? bankCode : null };
    }
    default:
      return undefined;
  }
}
