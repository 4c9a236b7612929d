import {
  createSellerErrors,
  createSellerSchema,
  errorCatalog,
  isErrorCode,
  listSellersErrors,
  lookUpSellerErrors,
  ok,
  removeSellerErrors,
  sellerSchema,
  type SellerView,
  type Language,
} from "@wonflow/core";
import { z } from "zod";
import { merchantOrOperator, ofPath } from "../caller.ts";
import * as examples from "../examples/payouts.ts";
import { numberIn, pageParameters } from "../request/parameters.ts";
import { Reply } from "../response/reply.ts";
import { route } from "../route.ts";

/** The open part of a path that names the merchant, which must be the caller's own. */
export const merchantParams = z.object({
  mId: z.string().meta({ description: "The merchant id of the key, or of the operator" }),
});

/** What went wrong at a bank, in the language of the request. */
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

const sellerParams = merchantParams.extend({ sellerId: z.string() });

/** A merchant has fewer sellers than this, as a rule: then one page is the list of all. */
const allSellers = 10_000;

/** Interface: Payouts, the seller endpoints. */
export const sellerRoutes = [
  route({
    method: "POST",
    path: "/merchants/{mId}/sellers",
    operationId: "createSeller",
    summary: "Creates a seller that can be paid out to, and registers it at the payout bank",
    description:
      "The bank is asked at once, and again later where it does not answer; until externalSellerId is there, nothing can be paid out to the seller. The account number is shown masked from then on.",
    examples: examples.createSeller,
    tag: "Payouts",
    caller: ofPath(merchantOrOperator),
    params: merchantParams,
    headers: ["Idempotency-Key"],
    request: createSellerSchema,
    response: sellerSchema,
    statuses: [201],
    errors: createSellerErrors,
    async answer({ payments, tenant, body, options, language }) {
      const seller = await payments.sellers.create(tenant, body, options);
      return seller.ok ? ok(new Reply(201, shown(seller.value, language))) : seller;
    },
  }),
  route({
    method: "GET",
    path: "/merchants/{mId}/sellers",
    operationId: "listSellers",
    summary: "Lists the sellers that are not deleted, in the order in which they came",
    description: "One page holds up to 10,000 of them; nextCursor leads to the next.",
    examples: examples.listSellers,
    tag: "Payouts",
    caller: ofPath(merchantOrOperator),
    params: merchantParams,
    query: z.object(pageParameters(`At most so many, from 1 to 10,000; ${allSellers} unless given`)),
    response: z
      .object({
        hasMore: z.boolean(),
        size: z.number(),
        nextCursor: z.string().nullable(),
        items: z.array(sellerSchema),
      })
      .meta({ id: "SellerList" }),
    errors: listSellersErrors,
    async answer({ payments, tenant, query: { limit, startingAfter }, language }) {
      const page = await payments.sellers.list(tenant, { limit: numberIn(limit) ?? allSellers, startingAfter });
      if (!page.ok) return page;
      return ok({ ...page.value, items: page.value.items.map((seller) => shown(seller, language)) });
    },
  }),
  route({
    method: "GET",
    path: "/merchants/{mId}/sellers/{sellerId}",
    operationId: "getSeller",
    summary: "Reads a seller",
    description: "externalSellerId says that the bank has registered it, registrationError that it has not, and why.",
    examples: examples.getSeller,
    tag: "Payouts",
    caller: ofPath(merchantOrOperator),
    params: sellerParams,
    response: sellerSchema,
    errors: lookUpSellerErrors,
    async answer({ payments, tenant, params: { sellerId }, language }) {
      const seller = await payments.sellers.lookUp(tenant, sellerId);
      return seller.ok ? ok(shown(seller.value, language)) : seller;
    },
  }),
  route({
    method: "DELETE",
    path: "/merchants/{mId}/sellers/{sellerId}",
    operationId: "deleteSeller",
    summary: "Deletes a seller; what is reserved for it already is still paid",
    description: "It is shown once more with deletedAt; from then on it is not found.",
    examples: examples.deleteSeller,
    tag: "Payouts",
    caller: ofPath(merchantOrOperator),
    params: sellerParams,
    response: sellerSchema,
    errors: removeSellerErrors,
    async answer({ payments, tenant, params: { sellerId }, language }) {
      const seller = await payments.sellers.remove(tenant, sellerId);
      return seller.ok ? ok(shown(seller.value, language)) : seller;
    },
  }),
];
