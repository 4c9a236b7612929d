import { gatewaySchema, interestFreeSchema, ok } from "@wonflow/core";
import { cardRoute } from "../route.ts";

/** Interface: Interest-free installment information. */
export const installmentRoutes = [
  cardRoute({
    path: "/installments/interest-free-months",
    operationId: "listInterestFreeMonths",
    summary: "Reads which card companies give which months without interest at a gateway",
    tag: "Cards",
    authentication: "client-key",
    query: { pg: { description: "The payment gateway", schema: gatewaySchema, required: true } },
    responses: { 200: interestFreeSchema },
    errors: ["INVALID_REQUEST", "FORBIDDEN_REQUEST", "INSTALLMENTS_NOT_READY"],
    async answer({ payments, tenant, query }) {
      const months = await payments.cards.interestFreeMonths(tenant, query.get("pg") ?? undefined);
      return months.ok ? ok({ status: 200, body: months.value }) : months;
    },
  }),
];
