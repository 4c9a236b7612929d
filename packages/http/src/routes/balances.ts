import { balanceSchema, ok, viewBalance } from "@wonflow/core";
import { merchantOrViewer, ofPath } from "../callers/caller.ts";
import * as examples from "../examples/settlements.ts";
import { route } from "../route.ts";
import { merchantParams } from "./sellers.ts";

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
