import { ok, signInErrors, signInSchema, signOutErrors, type SignedInOperator } from "@wonflow/core";
import { z } from "zod";
import { ownPage, signedInOperator } from "../caller.ts";
import * as examples from "../examples/operators.ts";
import { operatorCookieOf } from "../request/operator-cookie.ts";
import { Reply } from "../response/reply.ts";
import { route } from "../route.ts";

const path = "/operator/session";

const sessionSchema = z
  .object({
    mId: z.int(),
    mode: z.enum(["test", "live"]),
    name: z.string(),
    csrfToken: z.string().meta({ description: "The header X-CSRF-Token of every request that changes something" }),
    expiresAt: z.iso.datetime().meta({ description: "When the operator has to sign in again, at the latest" }),
  })
  .meta({ id: "OperatorSession" });

const signedOutSchema = z.object({ signedOut: z.literal(true) }).meta({ id: "OperatorSignedOut" });

function viewSession({ tenant, name, csrfToken, expiresAt }: SignedInOperator): z.output<typeof sessionSchema> {
  return { ...tenant, name, csrfToken, expiresAt: new Date(expiresAt).toISOString() };
}

/** Interface: Authentication, the merchant operator's session. */
export const operatorSessionRoutes = [
  route({
    method: "POST",
    path,
    operationId: "signInOperator",
    summary: "Signs an operator of a merchant in; the cookie of the answer is the session",
    description:
      "For a page of the service's own origin. The cookie says who is signed in; csrfToken goes into the header X-CSRF-Token of whatever changes something. A host application that signs people in itself does not have this operation.",
    examples: examples.signInOperator,
    tag: "Operators",
    caller: ownPage,
    limits: { address: "authenticatingByAddress" },
    request: signInSchema,
    response: sessionSchema,
    answerHeaders: { "Set-Cookie": "The session, which no script can read" },
    errors: signInErrors,
    async answer({ payments, body, ...asked }) {
      const session = await payments.operators.signIn(body);
      if (!session.ok) return session;
      return ok(new Reply(200, viewSession(session.value), operatorCookieOf(asked, session.value.token)));
    },
  }),
  route({
    method: "GET",
    path,
    operationId: "getOperatorSession",
    summary: "Reads who is signed in, with the CSRF token, so that a page can go on after it was loaded again",
    description: "Answers 401 where nobody is signed in.",
    examples: examples.getOperatorSession,
    tag: "Operators",
    caller: signedInOperator,
    response: sessionSchema,
    errors: [],
    answer: async (operator) => ok(viewSession(operator)),
  }),
  route({
    method: "DELETE",
    path,
    operationId: "signOutOperator",
    summary: "Signs the operator out, and takes the cookie away",
    description: "Needs the header X-CSRF-Token like whatever else changes something.",
    examples: examples.signOutOperator,
    tag: "Operators",
    caller: signedInOperator,
    response: signedOutSchema,
    answerHeaders: { "Set-Cookie": "Takes the session's cookie away" },
    errors: signOutErrors,
    async answer({ payments, token, ...asked }) {
      const signedOut = await payments.operators.signOut(token);
      return signedOut.ok ? ok(new Reply(200, signedOut.value, operatorCookieOf(asked, undefined))) : signedOut;
    },
  }),
];
