import { type TextKey, textOf } from "../texts.ts";
import type { CardProblems, FieldName, FieldProblem, Holder } from "./entry.ts";
import type { CheckoutView, Language } from "@wonflow/core";

interface FoundField {
  readonly field: string;
  readonly code: string;
}

export interface RefusedCard {
  readonly code: string;
  readonly details?: readonly FoundField[] | undefined;
  readonly triesLeft?: number | undefined;
}

export interface Refusal {
  /** The problems by field, if the buyer can correct them. */
  readonly problems: CardProblems;
  readonly card?: TextKey;
  readonly triesLeft?: number | undefined;
}

const cardTexts: Readonly<Record<string, TextKey>> = {
  INVALID_STOPPED_CARD: "cardStopped",
  INVALID_CARD_LOST_OR_STOLEN: "cardLost",
  INVALID_REJECT_CARD: "cardUnusable",
  NOT_SUPPORTED_CARD_TYPE: "cardType",
  ALREADY_STORED_CARD: "cardUnusable",
  EXCEED_MAX_AUTH_COUNT: "cardTooOften",
  REJECT_CARD_COMPANY: "cardRejected",
  // No fault of the buyer, and none of the buyer's business.
  UNAUTHORIZED_PROVIDER_KEY: "cardNotNow",
  PROVIDER_NOT_AGREED: "cardNotNow",
  EXCEED_PROVIDER_LIMIT: "cardNotNow",
};

/** Describes a refused card in the words of the page; undefined if something else was refused. */
export function refusalOf({ code, details = [], triesLeft }: RefusedCard, holder: Holder): Refusal | undefined {
  const card = cardTexts[code];
  if (card !== undefined) return { problems: {}, card, triesLeft };
  const problems = problemsFound(details, holder);
  return Object.keys(problems).length === 0 ? undefined : { problems, triesLeft };
}

/** The service's problems by the page's fields. Fields that the page lacks are left out. */
function problemsFound(details: readonly FoundField[], holder: Holder): CardProblems {
  const corporate = holder === "corporate";
  const byCode: Readonly<Record<string, readonly [FieldName, FieldProblem]>> = {
    INVALID_CARD_NUMBER: ["number", "numberRefused"],
    INVALID_CARD_EXPIRATION: ["expiry", "expiryRefused"],
    INVALID_CARD_PASSWORD: ["passwordFront2", "passwordRefused"],
    INVALID_CARD_IDENTITY: ["registNo", corporate ? "businessRefused" : "birthDateRefused"],
    NOT_SUPPORTED_INSTALLMENT_PLAN_CARD_OR_MERCHANT: ["installmentPlanMonths", "plansRefused"],
    INVALID_CARD_INSTALLMENT_PLAN: ["installmentPlanMonths", "plansTooSmall"],
  };
  const byField: Readonly<Record<string, readonly [FieldName, FieldProblem]>> = {
    number: ["number", "numberWrong"],
    expiryMonth: ["expiry", "expiryMonth"],
    expiryYear: ["expiry", "expiryShort"],
    registNo: ["registNo", corporate ? "businessShort" : "birthDateWrong"],
    passwordFront2: ["passwordFront2", "passwordShort"],
    installmentPlanMonths: ["installmentPlanMonths", "plansWrong"],
    termsAgreed: ["agreed", "agreeEmpty"],
  };
  return Object.fromEntries(
    details.flatMap(({ field, code }) => {
      const found = byCode[code] ?? byField[field];
      return found === undefined ? [] : [found];
    }),
  );
}

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
