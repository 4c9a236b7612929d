import type { Tag } from "../tags.ts";
import { billingTexts } from "./billing.ts";
import { cardTexts } from "./cards.ts";
import { checkoutTexts } from "./checkout.ts";
import { documentTexts } from "./document.ts";
import { operatorTexts } from "./operators.ts";
import { overviewTexts } from "./overview.ts";
import { paymentTexts } from "./payments.ts";
import { payoutTexts } from "./payouts.ts";
import { platformTexts } from "./platform.ts";
import { probeTexts } from "./probes.ts";
import { settlementTexts } from "./settlements.ts";
import { webhookTexts } from "./webhooks.ts";

/**
 * The Korean of each paragraph of the document, by its English. So an English text that somebody changes has no Korean one
 * any more, and a test says so, until somebody has read both.
 */
export const koreanTables: readonly Readonly<Record<string, string>>[] = [
  documentTexts,
  checkoutTexts,
  paymentTexts,
  billingTexts,
  settlementTexts,
  payoutTexts,
  overviewTexts,
  webhookTexts,
  operatorTexts,
  platformTexts,
  cardTexts,
  probeTexts,
];

export const koreanTexts: ReadonlyMap<string, string> = new Map(koreanTables.flatMap((table) => Object.entries(table)));

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
