import {
  confirmPasswordErrors,
  confirmPasswordSchema,
  ok,
  operatorRoles,
  platformSignInSchema,
  signInErrors,
  signOutErrors,
  type SignedInOperator,
} from "@wonflow/core";
import { z } from "zod";
import { ownPage } from "../../callers/caller.ts";
import { signedInAtPlatform } from "../../callers/platform.ts";
import * as examples from "../../examples/platform.ts";
import { operatorDeviceIn, platformCookies, signedInCookies, signedOutCookies } from "../../request/operator-cookie.ts";
import { Reply } from "../../response/reply.ts";
import { route } from "../../route.ts";

const path = "/platform/session";

const sessionSchema = z
  .object({
    name: z.string(),
    role: z.enum(operatorRoles).meta({ description: "A viewer and a cashier read, an owner resolves too" }),
    csrfToken: z.string().meta({ description: "For the header X-CSRF-Token of every request that changes something" }),
    expiresAt: z.iso.datetime().meta({ description: "The latest time of the next sign-in" }),
    passwordFreshUntil: z.iso.datetime().meta({
      description: "From then on changes ask for the password again: send it with POST /platform/session/password",
    }),
  })
  .meta({ id: "PlatformSession" });

type Shown = Pick<SignedInOperator, "name" | "role" | "csrfToken" | "expiresAt" | "passwordFreshUntil">;

function viewSession(operator: Shown): z.output<typeof sessionSchema> {
  const { name, role, csrfToken, expiresAt, passwordFreshUntil } = operator;
  return {
    name,
    role,
    csrfToken,
    expiresAt: new Date(expiresAt).toISOString(),
    passwordFreshUntil: new Date(passwordFreshUntil).toISOString(),
  };
}

export const platformSessionRoutes = [
  route({
    at: `POST ${path}`,
    operationId: "signInAtPlatform",
    summary: "Signs in an operator of whoever runs the service; the answer's cookie is the session",
    description:
      "For a page of the service's own origin. The session acts for no merchant. csrfToken goes into the header X-CSRF-Token of every request that changes something.",
    examples: examples.signInAtPlatform,
    tag: "Platform",
    caller: ownPage,
    limits: { address: "authenticatingByAddress" },
    request: platformSignInSchema,
    response: sessionSchema,
    answerHeaders: {
      "Set-Cookie":
        "The session, and a mark that tells this device from strangers at later sign-ins; no script can read them",
    },
    errors: signInErrors,
    async answer({ payments, body, address, ...asked }) {
      const device = operatorDeviceIn(asked, platformCookies);
      const session = await payments.platform.signIn(body, { address, device });
      if (!session.ok) return session;
      return ok(new Reply(200, viewSession(session.value), signedInCookies(asked, session.value, platformCookies)));
    },
  }),
  route({
    at: `GET ${path}`,
    operationId: "getPlatformSession",
    summary: "Reads the signed-in operator and the CSRF token, such as after a page was reloaded",
    description: "Answers 401 without a session.",
    examples: examples.getPlatformSession,
    tag: "Platform",
    caller: signedInAtPlatform,
    response: sessionSchema,
    errors: [],
    answer: async (operator) => ok(viewSession(operator)),
  }),
  route({
    at: `POST ${path}/password`,
    operationId: "confirmPlatformPassword",
    summary: "Takes the operator's password again, which changes ask for",
    description:
      "Changes are refused with PASSWORD_REQUIRED once the password was typed more than 15 minutes ago. A wrong one counts, and locks the name, as at a sign-in. Needs the header X-CSRF-Token.",
    examples: examples.confirmPlatformPassword,
    tag: "Platform",
    caller: signedInAtPlatform,
    limits: { address: "authenticatingByAddress" },
    request: confirmPasswordSchema,
    response: sessionSchema,
    errors: confirmPasswordErrors,
    async answer({ payments, token, body, address, ...asked }) {
      const from = { address, device: operatorDeviceIn(asked, platformCookies) };
      const confirmed = await payments.operators.confirmPassword(token, body, from);
      return confirmed.ok ? ok(viewSession({ ...asked, ...confirmed.value })) : confirmed;
    },
  }),
  route({
    at: `DELETE ${path}`,
    operationId: "signOutAtPlatform",
    summary: "Signs the operator out, and removes the cookie",
    description: "Needs the header X-CSRF-Token.",
    examples: examples.signOutAtPlatform,
    tag: "Platform",
    caller: signedInAtPlatform,
    response: z.object({ signedOut: z.literal(true) }).meta({ id: "PlatformSignedOut" }),
    answerHeaders: { "Set-Cookie": "Removes the session's cookie" },
    errors: signOutErrors,
    async answer({ payments, token, ...asked }) {
      const signedOut = await payments.operators.signOut(token);
      if (!signedOut.ok) return signedOut;
      return ok(new Reply(200, signedOut.value, signedOutCookies(asked, platformCookies)));
    },
  }),
];
