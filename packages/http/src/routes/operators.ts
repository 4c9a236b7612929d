import * as examples from "../examples/operators.ts";
import {
  addOperatorSchema,
  changeOperatorSchema,
  ok,
  operatorRoles,
  type ListedOperator,
  errorCodes,
  type OperatorAction,
  operationErrors,
} from "@wonflow/core";
import { z } from "zod";
import { owner, ownerAgain, ofPath, merchantOrOwner } from "../callers/caller.ts";
import { numberIn, pageParameters } from "../request/parameters.ts";
import { fieldsOf } from "../recorded-change.ts";
import { Reply } from "../response/answer.ts";
import { pageSchema, viewPage, utcTime } from "../response/page.ts";
import { route } from "../route.ts";
import { rolesOfMerchant } from "./operator-session.ts";
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
    errors: operationErrors.operators.actions,
    async answer({ payments, tenant, query: { limit, startingAfter } }) {
      const page = await payments.operators.actions(tenant, { limit: numberIn(limit), startingAfter });
      return page.ok ? ok(viewPage(page.value, viewAction)) : page;
    },
  }),
];

const path = "/merchants/{mId}/operators";

const operatorParams = merchantParams.extend({ name: z.string().meta({ description: "The operator's name" }) });

const operatorSchema = z
  .object({
    name: z.string(),
    role: z.enum(operatorRoles).meta({ description: rolesOfMerchant }),
    addedAt: z.iso.datetime(),
    passwordSetAt: z.iso.datetime(),
  })
  .meta({ id: "Operator" });

function viewOperator({ addedAt, passwordSetAt, ...operator }: ListedOperator): z.output<typeof operatorSchema> {
  return { ...operator, addedAt: utcTime(addedAt), passwordSetAt: utcTime(passwordSetAt) };
}

/** The changes that are recorded: the new role, and that there is a new password. */
function changesIn(body: unknown): Readonly<Record<string, string | number>> {
  const isNewPassword = Object.keys(fieldsOf(body, "password")).length > 0;
  return { ...fieldsOf(body, "role"), ...(isNewPassword && { newPassword: "yes" }) };
}

const forOwners =
  "For an owner's session, whose password was typed a short while ago; a secret key is refused, as it could create an operator who outlives it.";

/** For operators' sessions alone: a key can't create an operator. */
export const operatorRoutes = [
  route({
    at: `GET ${path}`,
    operationId: "listOperators",
    summary: "Lists the merchant's operators in the session's mode, by name",
    description: "For an owner's session; a secret key is refused.",
    examples: examples.listOperators,
    tag: "Operators",
    caller: ofPath(owner),
    params: merchantParams,
    query: z.object(pageParameters("The most operators of a page, from 1 to 10,000; 10 by default")),
    response: pageSchema(operatorSchema).meta({ id: "OperatorList" }),
    errors: operationErrors.operators.list,
    async answer({ payments, tenant, query: { limit, startingAfter } }) {
      const page = await payments.operators.list(tenant, { limit: numberIn(limit), startingAfter });
      return page.ok ? ok(viewPage(page.value, viewOperator)) : page;
    },
  }),
  route({
    at: `POST ${path}`,
    operationId: "addOperator",
    summary: "Adds an operator",
    description: `${forOwners} A password has 12 to 200 characters.`,
    examples: examples.addOperator,
    tag: "Operators",
    caller: ofPath(ownerAgain),
    about: (body) => fieldsOf(body, "name", "role"),
    params: merchantParams,
    request: addOperatorSchema,
    response: operatorSchema,
    statuses: [201],
    errors: operationErrors.operators.add,
    async answer({ payments, tenant, body }) {
      const added = await payments.operators.add(tenant, body);
      return added.ok ? ok(new Reply(201, viewOperator(added.value))) : added;
    },
  }),
  route({
    at: `PUT ${path}/{name}`,
    operationId: "changeOperator",
    summary: "Gives an operator another role, another password or both; what is left out stays",
    description: `${forOwners} A role applies immediately, also in open sessions. A password ends the operator's sessions and lifts a lock. Owners cannot take the role from themselves or from the last owner.`,
    examples: examples.changeOperator,
    tag: "Operators",
    caller: ofPath(ownerAgain),
    about: changesIn,
    params: operatorParams,
    request: changeOperatorSchema,
    response: operatorSchema,
    errors: operationErrors.operators.change,
    async answer({ payments, tenant, acting, params: { name }, body }) {
      const changed = await payments.operators.change(tenant, name, body, acting);
      return changed.ok ? ok(viewOperator(changed.value)) : changed;
    },
  }),
  route({
    at: `DELETE ${path}/{name}`,
    operationId: "removeOperator",
    summary: "Removes an operator, and ends the operator's sessions at once",
    description: `${forOwners} Owners cannot remove themselves or the last owner.`,
    examples: examples.removeOperator,
    tag: "Operators",
    caller: ofPath(ownerAgain),
    params: operatorParams,
    response: z.object({ removed: z.literal(true) }).meta({ id: "OperatorRemoved" }),
    errors: operationErrors.operators.remove,
    answer: ({ payments, tenant, acting, params: { name } }) => payments.operators.remove(tenant, name, acting),
  }),
  route({
    at: `POST ${path}/{name}/sign-out`,
    operationId: "signOutOperatorEverywhere",
    summary: "Ends every session of an operator",
    description: forOwners,
    examples: examples.signOutOperatorEverywhere,
    tag: "Operators",
    caller: ofPath(ownerAgain),
    params: operatorParams,
    response: z.object({ signedOut: z.literal(true) }).meta({ id: "OperatorSignedOutEverywhere" }),
    errors: operationErrors.operators.signOutAll,
    answer: ({ payments, tenant, params: { name } }) => payments.operators.signOutAll(tenant, name),
  }),
];
