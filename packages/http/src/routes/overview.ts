import {
  attentionSchema,
  dayTotalsSchema,
  expectedSettlementSchema,
  nextTransferSchema,
  ok,
  operationErrors,
} from "@wonflow/core";
import { z } from "zod";

import { merchantOrViewer, ofPath } from "../callers/caller.ts";
import * as examples from "../examples/overview.ts";
import { route } from "../route.ts";
import { merchantParams } from "./sellers.ts";

const ofMerchant = { tag: "Overview", caller: ofPath(merchantOrViewer), params: merchantParams } as const;

const day = (description: string) => z.string().meta({ description, examples: ["2026-11-20"] });

/** A merchant's business at a glance. Every answer costs the same with any number of payments. */
export const overviewRoutes = [
  route({
    ...ofMerchant,
    at: "GET /merchants/{mId}/daily-totals",
    operationId: "getDailyTotals",
    summary: "Shows how much was paid, refused and refunded on each day",
    description: "Every day from `from` to `to` in Seoul, both inclusive, the oldest first: at most 366.",
    examples: examples.getDailyTotals,
    query: z.object({ from: day("The first day, YYYY-MM-DD"), to: day("The last day, YYYY-MM-DD") }),
    response: z.object({ items: z.array(dayTotalsSchema) }).meta({ id: "DailyTotals" }),
    errors: operationErrors.overview.dailyTotals,
    async answer({ payments, tenant, query }) {
      const totals = await payments.overview.dailyTotals(tenant, query);
      return totals.ok ? ok({ items: [...totals.value] }) : totals;
    },
  }),
  route({
    ...ofMerchant,
    at: "GET /merchants/{mId}/expected-settlements",
    operationId: "listExpectedSettlements",
    summary: "Shows how much will be settled, and when",
    description:
      "By the day of the settlement, the earliest first. The pending amounts add up to the balance's pendingAmount.",
    examples: examples.listExpectedSettlements,
    response: z.object({ items: z.array(expectedSettlementSchema) }).meta({ id: "ExpectedSettlements" }),
    errors: [],
    answer: async ({ payments, tenant }) => ok({ items: [...(await payments.overview.expectedSettlements(tenant))] }),
  }),
  route({
    ...ofMerchant,
    at: "GET /merchants/{mId}/next-transfer",
    operationId: "getNextTransfer",
    summary: "Shows when the available balance is transferred to the merchant's own account",
    description:
      "The first evening with an amount, as far as is known now. The amount is the available balance with the settlements until then; cancellations and payouts before the transfer change it. Earnings without a settlement day are not in it.",
    examples: examples.getNextTransfer,
    response: nextTransferSchema,
    errors: [],
    answer: async ({ payments, tenant }) => ok(await payments.overview.nextTransfer(tenant)),
  }),
  route({
    ...ofMerchant,
    at: "GET /merchants/{mId}/attention",
    operationId: "getAttention",
    summary: "Lists everything that needs an operator",
    description: "At most 20 of each kind are listed; `count` and `hasMore` count the others.",
    examples: examples.getAttention,
    response: attentionSchema,
    errors: [],
    answer: async ({ payments, tenant }) => ok(await payments.overview.attention(tenant)),
  }),
];
