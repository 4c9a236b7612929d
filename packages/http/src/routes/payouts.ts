import * as examples from "../examples/payouts.ts";
import {
  createBatchSchema,
  ok,
  listPayoutsSchema,
  payoutListSchema,
  payoutSchema,
  timelineSchema,
  type PayoutView,
  type Language,
  operationErrors,
} from "@wonflow/core";
import { z } from "zod";
import { merchantOrOwnerAgain, merchantOrViewer, ofPath } from "../callers/caller.ts";
import { numberIn, pageParameters, passedOn } from "../request/parameters.ts";
import { Reply } from "../response/answer.ts";
import { route } from "../route.ts";
import { inLanguage, merchantParams } from "./sellers.ts";

function shown(payout: PayoutView, language: Language): PayoutView {
  return { ...payout, error: inLanguage(payout.error, language) };
}

function shownList<List extends { readonly items: readonly PayoutView[] }>(list: List, language: Language) {
  return { ...list, items: list.items.map((payout) => shown(payout, language)) };
}

const noAmount = { amount: { value: Number.NaN } };
const itemsSchema = z.array(z.object({ amount: z.object({ value: z.number() }) }).catch(noAmount)).catch([]);

/** How many payouts were requested, and their total; zero if the body is not a list. */
function payoutsIn(body: unknown) {
  const items = itemsSchema.parse(body);
  const total = items.reduce((sum, { amount }) => sum + amount.value, 0);
  return { payouts: items.length, ...(Number.isSafeInteger(total) && { total }) };
}

const { from, to, payoutDateGte, payoutDateLte } = listPayoutsSchema.shape;

export const payoutRoutes = [
  route({
    at: "POST /merchants/{mId}/payouts",
    operationId: "createPayouts",
    summary: "Reserves payouts to sellers, all of them or none; a repeat answers the existing batch",
    description:
      "All payouts are checked and reserved from the available balance in one step, or none is. Each is then sent to the bank separately. An identical request is answered with 200 and the existing batch; one with only some of the refPayoutIds, or other content, is refused as DUPLICATE_REF_PAYOUT_ID. An operator is asked for the password again after 15 minutes.",
    examples: examples.createPayouts,
    tag: "Payouts",
    caller: ofPath(merchantOrOwnerAgain),
    about: payoutsIn,
    params: merchantParams,
    headers: ["Idempotency-Key"],
    request: createBatchSchema,
    response: payoutListSchema,
    statuses: [201, 200],
    errors: operationErrors.payouts.createBatch,
    async answer({ payments, tenant, body, options, language }) {
      const batch = await payments.payouts.createBatch(tenant, body, options);
      if (!batch.ok) return batch;
      const { isNew, payouts } = batch.value;
      return ok(new Reply(isNew ? 201 : 200, shownList(payouts, language)));
    },
  }),
  route({
    at: "GET /merchants/{mId}/payouts",
    operationId: "listPayouts",
    summary: "Lists payouts and daily transfers, the newest payout date first",
    description:
      "Between two payout dates, both inclusive, or all. nextCursor leads to the next page of the same dates.",
    examples: examples.listPayouts,
    tag: "Payouts",
    caller: ofPath(merchantOrViewer),
    params: merchantParams,
    query: z.object({
      ...pageParameters("The most items of a page, from 1 to 10,000; 10 by default"),
      from: passedOn(from, "The first payout date, YYYY-MM-DD").optional(),
      to: passedOn(to, "The last payout date, YYYY-MM-DD; not before from").optional(),
      payoutDateGte: passedOn(payoutDateGte, "The other name of from").optional(),
      payoutDateLte: passedOn(payoutDateLte, "The other name of to").optional(),
    }),
    response: payoutListSchema,
    errors: operationErrors.payouts.list,
    async answer({ payments, tenant, query: { limit, ...query }, language }) {
      const page = await payments.payouts.list(tenant, { ...query, limit: numberIn(limit) });
      return page.ok ? ok(shownList(page.value, language)) : page;
    },
  }),
  route({
    at: "GET /merchants/{mId}/payouts/{payoutId}",
    operationId: "getPayout",
    summary: "Reads a payout",
    description:
      "FAILED, CANCELED and COMPLETED are final. The amount of a failed or canceled payout is available again.",
    examples: examples.getPayout,
    tag: "Payouts",
    caller: ofPath(merchantOrViewer),
    params: merchantParams.extend({ payoutId: z.string().meta({ description: "The id of a payout" }) }),
    response: payoutSchema,
    errors: operationErrors.payouts.lookUp,
    async answer({ payments, tenant, params: { payoutId }, language }) {
      const payout = await payments.payouts.lookUp(tenant, payoutId);
      return payout.ok ? ok(shown(payout.value, language)) : payout;
    },
  }),
  route({
    at: "GET /merchants/{mId}/payouts/{payoutId}/timeline",
    operationId: "getPayoutTimeline",
    summary: "Reads the history of a payout, the oldest event first",
    description:
      "Its reservation, the call to the bank with its outcome, ledger entries, a return, evidence that operators entered, and webhooks, if there are records of them: `at` is null if no record has the time. The entry that reserved the money belongs to the whole batch.",
    examples: examples.getPayoutTimeline,
    tag: "Payouts",
    caller: ofPath(merchantOrViewer),
    params: merchantParams.extend({ payoutId: z.string().meta({ description: "The id of a payout" }) }),
    response: timelineSchema,
    errors: operationErrors.payouts.timeline,
    answer: ({ payments, tenant, params: { payoutId } }) => payments.payouts.timeline(tenant, payoutId),
  }),
];
