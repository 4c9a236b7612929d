import * as examples from "../../examples/platform.ts";
import { ok, operationErrors } from "@wonflow/core";
import { z } from "zod";
import { platformViewer } from "../../callers/platform.ts";
import { utcTime } from "../../response/page.ts";
import { route } from "../../route.ts";
import { tenantIn, tenantParams } from "./merchants.ts";

const differenceSchema = z.object({
  about: z.enum(["payment", "payout", "movement"]),
  kind: z.enum(["amount", "only-ours", "only-theirs", "given-back", "twice"]),
  reference: z.string().meta({ description: "The intentKey, the payout's id, or the provider's own key" }),
  ledger: z.number().meta({ description: "Won by our ledger" }),
  provider: z.number().nullable().meta({ description: "Won by the provider's record; null if it has none" }),
  statement: z.number().nullable().meta({ description: "Won by the provider's statement; null if it has none" }),
  attempt: z.object({ key: z.string(), givenBack: z.number().nullable(), since: z.iso.datetime() }).nullable().meta({
    description:
      "The approval that evidence about it belongs to, the won that the gateway has refunded of it, and the earliest time that the evidence may have; null if no evidence ends the difference",
  }),
  action: z.string().meta({ description: "The next step for an operator, in English" }),
});

export const platformReconciliationRoutes = [
  route({
    at: "GET /platform/merchants/{mId}/{mode}/reconciliations/{day}",
    operationId: "reconcileDay",
    summary: "Compares a day of a merchant: the ledger, the providers' records, the bank's statement",
    description:
      "The providers are asked about each payment and payout of the day, which takes long on a busy one. Nothing is changed.",
    examples: examples.reconcileDay,
    tag: "Platform",
    caller: platformViewer,
    params: tenantParams.extend({ day: z.string().meta({ description: "YYYY-MM-DD in Seoul, a day that is over" }) }),
    response: z
      .object({
        day: z.string(),
        payments: z.int().meta({ description: "Payments that were compared" }),
        payouts: z.int().meta({ description: "Payouts that were compared" }),
        differences: z.array(differenceSchema),
        unanswered: z.array(z.string()).meta({ description: "Keys that a provider did not answer about" }),
      })
      .meta({ id: "Reconciliation" }),
    errors: [...operationErrors.reconcile, "NOT_FOUND_MERCHANT"],
    async answer({ payments, params: { day, ...params } }) {
      const tenant = tenantIn(params);
      if (!tenant.ok) return tenant;
      const compared = await payments.reconcile(tenant.value, day);
      if (!compared.ok) return compared;
      const { differences, unanswered, ...counts } = compared.value;
      return ok({
        ...counts,
        differences: differences.map(({ attempt, ...one }) => ({
          ...one,
          attempt: attempt === undefined ? null : { ...attempt, since: utcTime(attempt.since) },
        })),
        unanswered: [...unanswered],
      });
    },
  }),
];
