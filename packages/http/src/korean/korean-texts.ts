import { errorCatalog, errorCodes, koreanActions } from "@wonflow/core";
import type { Tag } from "../tags.ts";
import { cardTexts } from "./cards.ts";
import { checkoutTexts } from "./checkout.ts";
import { documentTexts } from "./document.ts";
import { operatorTexts } from "./operators.ts";
import { overviewTexts } from "./overview.ts";
import { paymentTexts } from "./payments.ts";
import { payoutTexts } from "./payouts.ts";
import { platformTexts } from "./platform.ts";
import { settlementTexts } from "./settlements.ts";
import { webhookTexts } from "./webhooks.ts";

/**
 * Korean texts by id: `confirmPayment.summary` of an operation, `listPayments.limit` of its parameter,
 * `createSession.payer` of its example, `PaymentIntent.receipt` of a schema's field. A name alone, such as `mId`, is the
 * text of all of that name that have none of their own.
 */
export const koreanTables: readonly Readonly<Record<string, string>>[] = [
  documentTexts,
  checkoutTexts,
  paymentTexts,
  settlementTexts,
  payoutTexts,
  overviewTexts,
  webhookTexts,
  operatorTexts,
  platformTexts,
  cardTexts,
];

export const koreanTexts: ReadonlyMap<string, string> = new Map([
  ...koreanTables.flatMap((table) => Object.entries(table)),
  ...errorCodes.map((code) => [`${code}.summary`, errorCatalog[code].ko] as const),
  ...errorCodes.map((code) => [`${code}.description`, koreanActions[code]] as const),
]);

export const koreanTags: Readonly<Record<Tag, string>> = {
  "Checkout sessions": "결제 세션",
  Payments: "결제",
  Billing: "빌링",
  Settlements: "정산",
  Payouts: "지급",
  Overview: "현황",
  Webhooks: "웹훅",
  Operators: "가맹점 운영자",
  Keys: "API 키",
  Platform: "서비스 운영",
  "Checkout page": "결제창",
  Cards: "카드",
  Service: "서비스 상태",
};
