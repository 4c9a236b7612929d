import type { CheckoutView, Language } from "@wonflow/core";
import { textOf } from "../texts.ts";

/**
 * The card that a link has already, and how it pays.
 *
 * @example
 * cardText("ko", { company: { ko: "KB국민", en: "KB Kookmin" }, lastDigits: "0009", installmentPlanMonths: 3 });
 * // "KB국민카드 ••0009 · 3개월 할부"
 */
export function cardText(language: Language, card: NonNullable<CheckoutView["card"]>): string {
  const { company, lastDigits, installmentPlanMonths: months } = card;
  const values = { company: company?.[language] ?? "", digits: lastDigits, months: String(months) };
  return textOf(language, months === 0 ? "cardAtOnce" : "cardInMonths", values).trim();
}
