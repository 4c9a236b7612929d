import { errorCodes, listActionsErrors, ok, operatorRoles, type OperatorAction } from "@wonflow/core";
import { z } from "zod";

import { merchantOrOwner, ofPath } from "../callers/caller.ts";
import * as examples from "../examples/operators.ts";
import { numberIn, pageParameters } from "../request/parameters.ts";
import { pageSchema, viewPage } from "../response/page.ts";
import { utcTime } from "../response/utc-time.ts";
import { route } from "../route.ts";
import { merchantParams } from "./sellers.ts";

const actionSchema = z.object({
  id: z.string(),
  operator: z.string().nullable().meta({ description: "null for an operator whom a host application does not name" }),
  role: z.enum(operatorRoles),
  operation: z.string().meta({ description: "The operationId of what was asked for" }),
  about: z
    .record(z.string(), z.union([z.string(), z.number()]))
    .meta({ description: "Names and amounts of the request, never secrets" }),
  askedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable().meta({ description: "null while it is under way, and where its process died" }),
  code: z.enum(errorCodes).nullable().meta({ description: "The refusal; null if it was done" }),
});

export const actionListSchema = pageSchema(actionSchema).meta({ id: "OperatorActionList" });

export function viewAction({ askedAt, endedAt, about, ...action }: OperatorAction): z.output<typeof actionSchema> {
  return {
    ...action,
    about: { ...about },
    askedAt: utcTime(askedAt),
    endedAt: endedAt === null ? null : utcTime(endedAt),
  };
}

export const operatorActionRoutes = [
  route({
    at: "GET /merchants/{mId}/operator-actions",
    operationId: "listOperatorActions",
    summary: "Lists the changes that operators made or tried, the newest first",
    description:
      "A change is recorded before it is made, and again when it has ended. What a secret key changes is not in the list.",
    examples: examples.listOperatorActions,
    tag: "Operators",
    caller: ofPath(merchantOrOwner),
    params: merchantParams,
    query: z.object(pageParameters("The most actions of a page, from 1 to 10,000; 10 by default")),
    response: actionListSchema,
    errors: listActionsErrors,
    async answer({ payments, tenant, query: { limit, startingAfter } }) {
      const page = await payments.operators.actions(tenant, { limit: numberIn(limit), startingAfter });
      return page.ok ? ok(viewPage(page.value, viewAction)) : page;
    },
  }),
];
