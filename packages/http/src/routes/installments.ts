import { gatewaySchema, interestFreeErrors, interestFreeSchema } from "@wonflow/core";
import { z } from "zod";
import { page } from "../caller.ts";
import * as examples from "../examples/cards.ts";
import { passedOn } from "../request/parameters.ts";
import { route } from "../route.ts";

/** Interface: Interest-free installment information. */
export const installmentRoutes = [
  route({
    method: "GET",
    path: "/installments/interest-free-months",
    operationId: "listInterestFreeMonths",
    summary: "Reads which card companies give which months without interest at a gateway",
    description:
      "The merchant is the one of the client key; the gateway must be in its contract. The offers are read from the gateway every day; INSTALLMENTS_NOT_READY until they were once.",
    examples: examples.listInterestFreeMonths,
    tag: "Cards",
    caller: page,
    query: z.object({ pg: passedOn(gatewaySchema, "The payment gateway") }),
    response: interestFreeSchema,
    errors: interestFreeErrors,
    answer: ({ payments, tenant, query }) => payments.installments.interestFreeMonths(tenant, query),
  }),
];
