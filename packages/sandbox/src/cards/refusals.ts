import type {
  CardApprovalRequest,
  CancellationRefusal,
  CardDetails,
  CardRefusal,
  StoredCardDetails,
  TenantId,
  AuthenticationRefusal,
} from "@wonflow/core";
import { seoulDay, seoulMonth } from "../seoul-month.ts";
import { testCards, type TestCard } from "./test-cards.ts";
import { cardOfToken, expiryOfToken, type Expiry } from "./token.ts";

/** The least amount of an installment payment, in won. */
export const minimumInstallmentAmount = 50_000;

/** The longest installment plan, in months. */
export const maximumInstallmentMonths = 12;

/** The plans that buyers may choose at a checkout, in months: 2 to 12. */
export const sandboxInstallmentMonths: readonly number[] = Array.from(
  { length: maximumInstallmentMonths - 1 },
  (_, index) => index + 2,
);

/** Wrong for every test card. */
export const wrongPasswordFront2 = "99";

/** Wrong for every test card. */
export const wrongRegistNos: readonly [birthDate: string, business: string] = ["991231", "9999999999"];

/** Wrong for every test card; either name, letter by letter. */
export const wrongOwnerNames: readonly [korean: string, english: string] = ["명의자 불일치", "Owner Mismatch"];

export function cardOfNumber(number: string): TestCard | undefined {
  return testCards.find((card) => card.number === number);
}

export function findTestCard(card: CardDetails, nowMs: number): TestCard | AuthenticationRefusal {
  const known = cardOfNumber(card.number);
  if (known === undefined) return "INVALID_CARD_NUMBER";
  if (!isUnexpired(card, nowMs)) return "INVALID_CARD_EXPIRATION";
  if (known.failure?.at === "authenticate") return known.failure.refuse;
  if (card.passwordFront2 === wrongPasswordFront2) return "INVALID_CARD_PASSWORD";
  return wrongRegistNos.includes(card.registNo) ? "INVALID_CARD_IDENTITY" : known;
}

export function findStorableCard(card: StoredCardDetails, nowMs: number): TestCard | AuthenticationRefusal {
  const known = findTestCard(card, nowMs);
  if (typeof known === "string") return known;
  const { failure, brand } = known;
  if (failure?.at === "issueToken" && "refuse" in failure) return failure.refuse;
  const cvcShape = brand === "AMEX" ? /^\d{4}$/ : /^\d{3}$/;
  const isHolders = cvcShape.test(card.cvc) && !wrongOwnerNames.includes(card.ownerName);
  return isHolders ? known : "INVALID_CARD_IDENTITY";
}

/** A card is good until the end of its last month, in Korea. */
function isUnexpired(card: Expiry, nowMs: number): boolean {
  if (!/^(0[1-9]|1[0-2])$/.test(card.expiryMonth) || !/^\d{2}$/.test(card.expiryYear)) return false;
  const today = seoulMonth(nowMs);
  const thisMonth = today.year * 12 + today.month;
  const lastMonth = (2_000 + Number(card.expiryYear)) * 12 + Number(card.expiryMonth) - 1;
  return thisMonth <= lastMonth;
}

/** The code that refuses this approval, or null to approve. */
export function approvalRefusal(
  request: Pick<CardApprovalRequest, "cardToken" | "tenant" | "installmentPlanMonths" | "amount">,
  nowMs: number,
): CardRefusal | null {
  const card = cardOfToken(request.cardToken, request.tenant);
  if (card === undefined) return "INVALID_REJECT_CARD";
  const expiry = expiryOfToken(request.cardToken);
  if (expiry !== undefined && !isUnexpired(expiry, nowMs)) return "INVALID_CARD_EXPIRATION";
  const months = request.installmentPlanMonths;
  const inInstallments = months >= 2;
  if (months > maximumInstallmentMonths) return "EXCEED_MAX_CARD_INSTALLMENT_PLAN";
  if (inInstallments && request.amount < minimumInstallmentAmount) return "INVALID_CARD_INSTALLMENT_PLAN";
  const { failure } = card;
  if (failure === undefined || "fault" in failure) return null;
  if (failure.at === "approve" && seoulDay(nowMs) <= (failure.untilDay ?? Infinity)) return failure.refuse;
  if (failure.at === "installments" && inInstallments) return failure.refuse;
  return null;
}

/** The code that refuses every cancellation of this card, or null to accept them. */
export function cardRefusesCancellation(cardToken: string, tenant: TenantId): CancellationRefusal | null {
  const failure = cardOfToken(cardToken, tenant)?.failure;
  return failure !== undefined && failure.at === "cancel" && "refuse" in failure ? failure.refuse : null;
}

/** `536112******1234`: the first six and the last four digits. */
export function masked(number: string): string {
  return number.slice(0, 6) + "*".repeat(number.length - 10) + number.slice(-4);
}
