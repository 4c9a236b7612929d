import type { EasyPayProvider, PaidMethod } from "@wonflow/core";
import type { Payment } from "./answers.ts";
import { companyOf, isNoCard } from "./card-companies.ts";

/** The provider's names of wallets. SSGPAY has no name in the port. */
const wallets: ReadonlyMap<string, EasyPayProvider> = new Map([
  ["kakaopay", "KAKAOPAY"],
  ["naverpay", "NAVERPAY"],
  ["samsungpay", "SAMSUNGPAY"],
  ["payco", "PAYCO"],
]);

/** At most the first eight and the last four digits, as the port has it. */
const masked = /^(?=.{1,20}$)\d{0,8}\*+\d{0,4}$/;

const mostMonths = 36;

/** How a payment from the window was made. What the provider does not say, or in another form, is null. */
export function paidWithOf({
  payMethod,
  card,
  bank,
  coupon,
}: Pick<Payment, "payMethod" | "card" | "bank" | "coupon">): PaidMethod {
  if (payMethod === "card") return { method: "CARD", card: cardOf(card) };
  if (payMethod === "bank") {
    const code = bank?.bankCode ?? "";
    return { method: "TRANSFER", transfer: { bankCode: /^\d{3}$/.test(code) ? code : null } };
  }
  const easyPay = { provider: wallets.get(payMethod ?? "") ?? null, discountAmount: coupon?.couponAmt ?? 0 };
  return { method: "EASY_PAY", easyPay };
}

function cardOf(card: Payment["card"]) {
  const { cardCode, cardNum, cardQuota: months } = card ?? {};
  const isCard = cardCode == null || !isNoCard(cardCode);
  return {
    issuerCode: companyOf(cardCode ?? "") ?? null,
    maskedNumber: isCard && cardNum != null && masked.test(cardNum) ? cardNum : null,
    installmentPlanMonths: months == null || months < 0 || months > mostMonths ? null : months === 1 ? 0 : months,
  };
}
