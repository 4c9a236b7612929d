import {
  confirmPasswordErrors,
  confirmPasswordSchema,
  ok,
  operatorRoles,
  signInErrors,
  signInSchema,
  signOutErrors,
  type SignedInOperator,
} from "@wonflow/core";
import { z } from "zod";
import { ownPage, signedInOperator } from "../callers/caller.ts";
import * as examples from "../examples/operators.ts";
import { operatorDeviceIn, signedInCookies, signedOutCookies } from "../request/operator-cookie.ts";
import { Reply } from "../response/reply.ts";
import { route } from "../route.ts";

const path = "/operator/session";

const sessionSchema = z
  .object({
    mId: z.int(),
    mode: z.enum(["test", "live"]),
    name: z.string(),
    role: z
      .enum(operatorRoles)
      .meta({ description: "A viewer reads, a cashier cancels payments too, an owner does everything" }),
    csrfToken: z.string().meta({ description: "For the header X-CSRF-Token of every request that changes something" }),
    expiresAt: z.iso.datetime().meta({ description: "The latest time of the next sign-in" }),
    passwordFreshUntil: z.iso.datetime().meta({
      description:
        "From then on payouts, keys and operators ask for the password again: send it with POST /operator/session/password",
    }),
  })
  .meta({ id: "OperatorSession" });

const signedOutSchema = z.object({ signedOut: z.literal(true) }).meta({ id: "OperatorSignedOut" });

function viewSession(operator: Omit<SignedInOperator, "isPasswordFresh">): z.output<typeof sessionSchema> {
  const { tenant, name, role, csrfToken, expiresAt, passwordFreshUntil } = operator;
  return {
    ...tenant,
    name,
    role,
    csrfToken,
    expiresAt: new Date(expiresAt).toISOString(),
    passwordFreshUntil: new Date(passwordFreshUntil).toISOString(),
  };
}

/** Interface: Authentication, the merchant operator's session. */
export const operatorSessionRoutes = [
  route({
    at: `POST ${path}`,
    operationId: "signInOperator",
    summary: "Signs a merchant's operator in; the answer's cookie is the session",
    description:
      "For a page of the service's own origin. The cookie identifies the operator; csrfToken goes into the header X-CSRF-Token of every request that changes something. The operation is missing where the host application signs operators in.",
    examples: examples.signInOperator,
    tag: "Operators",
    caller: ownPage,
    limits: { address: "authenticatingByAddress" },
    request: signInSchema,
    response: sessionSchema,
    answerHeaders: {
      "Set-Cookie":
        "The session, and a mark that tells this device from strangers at later sign-ins; no script can read them",
    },
    errors: signInErrors,
    async answer({ payments, body, address, ...asked }) {
      const session = await payments.operators.signIn(body, { address, device: operatorDeviceIn(asked) });
      if (!session.ok) return session;
      return ok(new Reply(200, viewSession(session.value), signedInCookies(asked, session.value)));
    },
  }),
  route({
    at: `GET ${path}`,
    operationId: "getOperatorSession",
    summary: "Reads the signed-in operator and the CSRF token, such as after a page was reloaded",
    description: "Answers 401 without a session.",
    examples: examples.getOperatorSession,
    tag: "Operators",
    caller: signedInOperator,
    response: sessionSchema,
    errors: [],
    answer: async (operator) => ok(viewSession(operator)),
  }),
  route({
    at: `POST ${path}/password`,
    operationId: "confirmOperatorPassword",
    summary: "Takes the operator's password again, for operations that ask for it",
    description:
      "Payouts, keys and changes of operators are refused with PASSWORD_REQUIRED once the password was typed more than 15 minutes ago. A wrong one counts, and locks the name, as at a sign-in. Needs the header X-CSRF-Token.",
    examples: examples.confirmOperatorPassword,
    tag: "Operators",
    caller: signedInOperator,
    limits: { address: "authenticatingByAddress", tenant: "merchant" },
    request: confirmPasswordSchema,
    response: sessionSchema,
    errors: confirmPasswordErrors,
    async answer({ payments, token, body, address, ...asked }) {
      const from = { address, device: operatorDeviceIn(asked) };
      const confirmed = await payments.operators.confirmPassword(token, body, from);
      return confirmed.ok ? ok(viewSession({ ...asked, ...confirmed.value })) : confirmed;
    },
  }),
  route({
    at: `DELETE ${path}`,
    operationId: "signOutOperator",
    summary: "Signs the operator out, and removes the cookie",
    description: "Needs the header X-CSRF-Token.",
    examples: examples.signOutOperator,
    tag: "Operators",
    caller: signedInOperator,
    response: signedOutSchema,
    answerHeaders: { "Set-Cookie": "Removes the session's cookie" },
    errors: signOutErrors,
    async answer({ payments, token, ...asked }) {
      const signedOut = await payments.operators.signOut(token);
      return signedOut.ok ? ok(new Reply(200, signedOut.value, signedOutCookies(asked))) : signedOut;
    },
  }),
];
