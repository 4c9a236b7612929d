import { installmentFeedCodeSchema, interestFreeErrors, interestFreeSchema } from "@wonflow/core";
import { z } from "zod";
import { page } from "../callers/caller.ts";
import * as examples from "../examples/cards.ts";
import { passedOn } from "../request/parameters.ts";
import { route } from "../route.ts";

export const installmentRoutes = [
  route({
    at: "GET /installments/interest-free-months",
    operationId: "listInterestFreeMonths",
    summary: "Lists the interest-free months of each card company at a gateway",
    description:
      "The client key names the merchant; its contract must include the gateway. The service reads the offers from the gateway every day; until the first time, the answer is INSTALLMENTS_NOT_READY.",
    examples: examples.listInterestFreeMonths,
    tag: "Cards",
    caller: page,
    query: z.object({ pg: passedOn(installmentFeedCodeSchema, "The payment gateway") }),
    response: interestFreeSchema,
    errors: interestFreeErrors,
    answer: ({ payments, tenant, query }) => payments.installments.interestFreeMonths(tenant, query),
  }),
];
