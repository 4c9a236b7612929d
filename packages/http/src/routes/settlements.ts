import * as examples from "../examples/settlements.ts";
import {
  daysSchema,
  isSettlementId,
  ok,
  orderSettlementSchema,
  settledSchema,
  settlementCalendarSchema,
  type ListSettlementsInput,
  type Page,
  type Payments,
  type SettledLines,
  type Tenant,
  balanceSchema,
  viewBalance,
  operationErrors,
} from "@wonflow/core";
import { z } from "zod";
import { merchantOrViewer, ofPath } from "../callers/caller.ts";
import { passedOn } from "../request/parameters.ts";
import { everyPage } from "../response/page.ts";
import { Streamed } from "../response/streamed.ts";
import { route } from "../route.ts";
import { merchantParams } from "./sellers.ts";

const { from, to } = daysSchema.shape;

/** Settlements per read; each has up to a thousand lines. */
const pageLimit = 10;

async function* everySettlement(
  { payments, tenant }: { readonly payments: Payments; readonly tenant: Tenant },
  days: ListSettlementsInput,
  first: Page<SettledLines>,
): AsyncGenerator<SettledLines> {
  const read = (startingAfter: string) =>
    payments.settlements.list(tenant, { ...days, limit: pageLimit, startingAfter });
  for await (const page of everyPage(first, read)) yield* page;
}

export const settlementRoutes = [
  route({
    at: "GET /px/settlements",
    operationId: "listSettlements",
    summary: "Lists the settlements between two days in Seoul, both inclusive, the oldest first",
    description:
      "A settlement is one transfer to the merchant, three business days after its payments were approved. It has at most 1,000 lines, so a day may have several. A long list is streamed.",
    examples: examples.listSettlements,
    tag: "Settlements",
    caller: merchantOrViewer,
    query: z.object({
      from: passedOn(from, "The first day, YYYY-MM-DD"),
      to: passedOn(to, "The last day, YYYY-MM-DD; not before from"),
    }),
    heavy: () => true,
    response: z.array(settledSchema).meta({ id: "SettlementList" }),
    errors: operationErrors.settlements.list,
    async answer({ payments, tenant, query: days }) {
      const first = await payments.settlements.list(tenant, { ...days, limit: pageLimit });
      return first.ok ? ok(new Streamed(everySettlement({ payments, tenant }, days, first.value))) : first;
    },
  }),
  route({
    at: "GET /px/settlements/{settlementId}",
    operationId: "getSettlement",
    summary: "Reads a settlement with its lines by its id, or by an order id the order's earnings",
    description:
      "A settlement id begins with `stl.`; no order id does. An order's fee, VAT and settlement day are known from its approval on, before it has a settlement.",
    examples: examples.getSettlement,
    tag: "Settlements",
    caller: merchantOrViewer,
    params: z.object({ settlementId: passedOn(z.string(), "A settlement id, or the merchant's order number") }),
    response: z.union([settledSchema, orderSettlementSchema]).meta({ id: "SettlementOrOrder" }),
    errors: operationErrors.settlements.lookUp,
    answer: ({ payments, tenant, params: { settlementId: name } }) =>
      isSettlementId(name) ? payments.settlements.lookUp(tenant, name) : payments.settlements.lookUpOrder(tenant, name),
  }),
  route({
    at: "GET /merchants/{mId}/settlement-days",
    operationId: "listSettlementDays",
    summary: "Shows for each day between two days in Seoul whether it settles, and when its sales settle",
    description:
      "Both days are inclusive, and at most 366 in all. Sales settle some business days after their approval; weekends and bank holidays settle nothing. The answer is by the calendar and the contract as they are now: a payment keeps the day that it got.",
    examples: examples.listSettlementDays,
    tag: "Settlements",
    caller: ofPath(merchantOrViewer),
    params: merchantParams,
    query: z.object({
      from: passedOn(from, "The first day, YYYY-MM-DD"),
      to: passedOn(to, "The last day, YYYY-MM-DD; not before from"),
    }),
    response: settlementCalendarSchema,
    errors: operationErrors.settlements.days,
    answer: ({ payments, tenant, query }) => payments.settlements.days(tenant, query),
  }),
];

export const balanceRoutes = [
  route({
    at: "GET /merchants/{mId}/balances",
    operationId: "getBalance",
    summary: "Reads a merchant's balance: what is to be settled, and what can be paid out",
    description:
      "An availableAmount below 0 is a debt: a payment was canceled after its settlement, and the next settlements pay for it.",
    examples: examples.getBalance,
    tag: "Settlements",
    caller: ofPath(merchantOrViewer),
    params: merchantParams,
    response: balanceSchema,
    errors: [],
    answer: async ({ payments, tenant }) => ok(viewBalance(await payments.ledger.balances(tenant))),
  }),
];
