import * as examples from "../examples/payouts.ts";
import {
  createSellerSchema,
  errorCatalog,
  isErrorCode,
  ok,
  sellerSchema,
  type SellerView,
  type Language,
  operationErrors,
} from "@wonflow/core";
import { z } from "zod";
import { merchantOrOwnerAgain, merchantOrViewer, ofPath } from "../callers/caller.ts";
import { numberIn, pageParameters } from "../request/parameters.ts";
import { Reply } from "../response/answer.ts";
import { fieldsOf } from "../recorded-change.ts";
import { pageSchema, viewPage } from "../response/page.ts";
import { route } from "../route.ts";

/** The merchant in a path, who must be the caller. */
export const merchantParams = z.object({
  mId: z.string().meta({ description: "The merchant id of the key or operator" }),
});

export function inLanguage<Problem extends { readonly code: string; readonly message: string }>(
  problem: Problem | null,
  language: Language,
): Problem | null {
  return problem !== null && isErrorCode(problem.code)
    ? { ...problem, message: errorCatalog[problem.code][language] }
    : problem;
}

function shown(seller: SellerView, language: Language): SellerView {
  return { ...seller, registrationError: inLanguage(seller.registrationError, language) };
}

const sellerParams = merchantParams.extend({ sellerId: z.string().meta({ description: "The id of a seller" }) });

/** Most merchants have fewer sellers than this, so one page lists all. */
const allSellers = 10_000;

export const sellerRoutes = [
  route({
    at: "POST /merchants/{mId}/sellers",
    operationId: "createSeller",
    summary: "Creates a seller, and registers it at the payout bank",
    description:
      "The service asks the bank at once, and again later if it does not answer. Payouts to the seller need its externalSellerId. Answers show the account number masked.",
    examples: examples.createSeller,
    tag: "Payouts",
    caller: ofPath(merchantOrOwnerAgain),
    about: (body) => fieldsOf(body, "refSellerId", "name"),
    params: merchantParams,
    headers: ["Idempotency-Key"],
    request: createSellerSchema,
    response: sellerSchema,
    statuses: [201],
    errors: operationErrors.sellers.create,
    async answer({ payments, tenant, body, options, language }) {
      const seller = await payments.sellers.create(tenant, body, options);
      return seller.ok ? ok(new Reply(201, shown(seller.value, language))) : seller;
    },
  }),
  route({
    at: "GET /merchants/{mId}/sellers",
    operationId: "listSellers",
    summary: "Lists the sellers that are not deleted, in the order of their creation",
    description: "One page holds up to 10,000 of them; nextCursor leads to the next.",
    examples: examples.listSellers,
    tag: "Payouts",
    caller: ofPath(merchantOrViewer),
    params: merchantParams,
    query: z.object(pageParameters(`The most items of a page, from 1 to 10,000; ${allSellers} by default`)),
    heavy: ({ limit }) => limit === undefined,
    response: pageSchema(sellerSchema).meta({ id: "SellerList" }),
    errors: operationErrors.sellers.list,
    async answer({ payments, tenant, query: { limit, startingAfter }, language }) {
      const page = await payments.sellers.list(tenant, { limit: numberIn(limit) ?? allSellers, startingAfter });
      if (!page.ok) return page;
      return ok(viewPage(page.value, (seller) => shown(seller, language)));
    },
  }),
  route({
    at: "GET /merchants/{mId}/sellers/{sellerId}",
    operationId: "getSeller",
    summary: "Reads a seller",
    description:
      "A seller that the bank has registered has an externalSellerId; a refused one has a registrationError.",
    examples: examples.getSeller,
    tag: "Payouts",
    caller: ofPath(merchantOrViewer),
    params: sellerParams,
    response: sellerSchema,
    errors: operationErrors.sellers.lookUp,
    async answer({ payments, tenant, params: { sellerId }, language }) {
      const seller = await payments.sellers.lookUp(tenant, sellerId);
      return seller.ok ? ok(shown(seller.value, language)) : seller;
    },
  }),
  route({
    at: "DELETE /merchants/{mId}/sellers/{sellerId}",
    operationId: "deleteSeller",
    summary: "Deletes a seller; payouts that are already reserved are still paid",
    description: "The answer shows the seller with deletedAt; from then on it is not found.",
    examples: examples.deleteSeller,
    tag: "Payouts",
    caller: ofPath(merchantOrOwnerAgain),
    params: sellerParams,
    response: sellerSchema,
    errors: operationErrors.sellers.remove,
    async answer({ payments, tenant, params: { sellerId }, language }) {
      const seller = await payments.sellers.remove(tenant, sellerId);
      return seller.ok ? ok(shown(seller.value, language)) : seller;
    },
  }),
];
