import { balanceSchema, ok, refuse, viewBalance } from "@wonflow/core";
import { z } from "zod";
import { merchantOrOperator } from "../caller.ts";
import { route } from "../route.ts";

/** Interface: Payouts, `GET /merchants/:mId/balances`. */
export const balanceRoutes = [
  route({
    method: "GET",
    path: "/merchants/{mId}/balances",
    operationId: "getBalance",
    summary: "Reads what a merchant has: what is to be settled, and what can be paid out",
    tag: "Settlements",
    caller: merchantOrOperator,
    params: z.object({ mId: z.string().meta({ description: "The merchant id of the key, or of the operator" }) }),
    response: balanceSchema,
    errors: ["NOT_FOUND_MERCHANT"],
    async answer({ payments, tenant, params: { mId } }) {
      if (mId !== String(tenant.mId)) return refuse("NOT_FOUND_MERCHANT");
      return ok(viewBalance(await payments.ledger.balances(tenant)));
    },
  }),
];
