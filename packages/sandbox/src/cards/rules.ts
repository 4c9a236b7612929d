import type { ApprovalRequest, CardDetails, ErrorCode, TenantId } from "@wonflow/core";
import { testCards, type TestCard } from "./test-cards.ts";
import { cardOfToken } from "./token.ts";

/** From this amount, in won, the network takes installments. */
export const minimumInstallmentAmount = 50_000;

/** The longest installment plan that the network takes, in months. */
export const maximumInstallmentMonths = 36;

/** These first two password digits are wrong for every test card. */
export const wrongPasswordFront2 = "99";

/** The test card of these details, or the code with which the network refuses to authenticate them. */
export function authenticated(card: CardDetails, nowMs: number): TestCard | ErrorCode {
  const known = testCards.find((testCard) => testCard.number === card.number);
  if (known === undefined) return "INVALID_CARD_NUMBER";
  if (!stillValid(card, nowMs)) return "INVALID_CARD_EXPIRATION";
  if (known.trouble?.at === "authenticate") return known.trouble.refuse;
  if (card.passwordFront2 === wrongPasswordFront2) return "REJECT_CARD_COMPANY";
  return known;
}

const koreaOffsetMs = 9 * 60 * 60 * 1_000;

/** A card is good until the end of its last month, in Korea. */
function stillValid(card: CardDetails, nowMs: number): boolean {
  if (!/^(0[1-9]|1[0-2])$/.test(card.expiryMonth) || !/^\d{2}$/.test(card.expiryYear)) return false;
  const today = new Date(nowMs + koreaOffsetMs);
  const thisMonth = today.getUTCFullYear() * 12 + today.getUTCMonth();
  const lastMonth = (2_000 + Number(card.expiryYear)) * 12 + Number(card.expiryMonth) - 1;
  return thisMonth <= lastMonth;
}

/** The code with which the network refuses this approval, or null when it approves. */
export function approvalRefusal(request: ApprovalRequest): ErrorCode | null {
  const card = cardOfToken(request.cardToken, request.tenant);
  if (card === undefined) return "INVALID_REJECT_CARD";
  const months = request.installmentPlanMonths;
  const inInstallments = months >= 2;
  if (months > maximumInstallmentMonths) return "EXCEED_MAX_CARD_INSTALLMENT_PLAN";
  if (inInstallments && request.amount < minimumInstallmentAmount) return "INVALID_CARD_INSTALLMENT_PLAN";
  const { trouble } = card;
  if (trouble === undefined || "fault" in trouble) return null;
  if (trouble.at === "approve" || (trouble.at === "installments" && inInstallments)) return trouble.refuse;
  return null;
}

/** The code with which the card company refuses every cancellation of this card, or null when it takes them. */
export function companyRefusesCancellation(cardToken: string, tenant: TenantId): ErrorCode | null {
  const trouble = cardOfToken(cardToken, tenant)?.trouble;
  return trouble !== undefined && trouble.at === "cancel" && "refuse" in trouble ? trouble.refuse : null;
}

/** `536112******1234`: the first six and the last four digits. */
export function masked(number: string): string {
  return number.slice(0, 6) + "*".repeat(number.length - 10) + number.slice(-4);
}
