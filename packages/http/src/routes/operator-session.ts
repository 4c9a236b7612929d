import { modes, signInSchema, type SignedInOperator } from "@wonflow/core";
import { z } from "zod";

import { signedInOperator } from "../callers/caller.ts";
import * as examples from "../examples/operators.ts";
import { merchantCookies } from "../request/operator-cookie.ts";
import { personFields, sessionRoutes, viewPerson } from "./session-routes.ts";

const path = "/operator/session";

export const rolesOfMerchant = "A viewer reads, a cashier cancels payments too, an owner does everything";

/** Interface: Authentication, the merchant operator's session. */
export const operatorSessionRoutes = sessionRoutes({
  path,
  tag: "Operators",
  caller: signedInOperator,
  cookies: merchantCookies,
  request: signInSchema,
  session: z
    .object({
      mId: z.int(),
      mode: z.enum(modes),
      merchantName: z
        .string()
        .nullable()
        .meta({ description: "The merchant's name as it is registered; null if it is not registered" }),
      ...personFields(path, {
        roles: rolesOfMerchant,
        askedAgain: "changes that only an owner may make",
      }),
    })
    .meta({ id: "OperatorSession" }),
  signedOutId: "OperatorSignedOut",
  async view(operator: SignedInOperator, { merchants }) {
    const merchant = await merchants.get(operator.tenant);
    return { ...operator.tenant, merchantName: merchant.ok ? merchant.value.name : null, ...viewPerson(operator) };
  },
  signIn: ({ operators }, input, from) => operators.signIn(input, from),
  operations: {
    signIn: {
      operationId: "signInOperator",
      summary: "Signs a merchant's operator in; the answer's cookie is the session",
      description:
        "For a page of the service's own origin. The cookie identifies the operator; csrfToken goes into the header X-CSRF-Token of every request that changes something. The operation is missing where the host application signs operators in.",
      examples: examples.signInOperator,
    },
    read: { operationId: "getOperatorSession", examples: examples.getOperatorSession },
    confirm: {
      operationId: "confirmOperatorPassword",
      summary: "Takes the operator's password again, for operations that ask for it",
      description:
        "Changes that only an owner may make are refused with PASSWORD_REQUIRED once the password was typed more than 15 minutes ago.",
      examples: examples.confirmOperatorPassword,
    },
    signOut: { operationId: "signOutOperator", examples: examples.signOutOperator },
  },
});
