import * as examples from "../../examples/platform.ts";
import type { Route } from "../../route.ts";
import { platformMerchantRoutes } from "./merchants.ts";
import { platformReconciliationRoutes } from "./reconciliation.ts";
import { platformResolveRoutes } from "./resolve.ts";
import { platformWaitingRoutes } from "./waiting.ts";
import { platformSignInSchema } from "@wonflow/core";
import { z } from "zod";
import { signedInAtPlatform } from "../../callers/platform.ts";
import { platformCookies } from "../../request/operator-cookie.ts";
import { personFields, sessionRoutes, viewPerson } from "../operator-session.ts";

const path = "/platform/session";

const platformSessionRoutes = sessionRoutes({
  path,
  tag: "Platform",
  caller: signedInAtPlatform,
  cookies: platformCookies,
  request: platformSignInSchema,
  session: z
    .object(personFields(path, { roles: "A viewer and a cashier read, an owner resolves too", askedAgain: "changes" }))
    .meta({ id: "PlatformSession" }),
  signedOutId: "PlatformSignedOut",
  view: async (operator) => viewPerson(operator),
  signIn: ({ platform }, input, from) => platform.signIn(input, from),
  operations: {
    signIn: {
      operationId: "signInAtPlatform",
      summary: "Signs in an operator of the platform; the answer's cookie is the session",
      description:
        "For a page of the service's own origin. The session acts for no merchant. csrfToken goes into the header X-CSRF-Token of every request that changes something.",
      examples: examples.signInAtPlatform,
    },
    read: { operationId: "getPlatformSession", examples: examples.getPlatformSession },
    confirm: {
      operationId: "confirmPlatformPassword",
      summary: "Takes the operator's password again, which changes ask for",
      description: "Changes are refused with PASSWORD_REQUIRED once the password was typed more than 15 minutes ago.",
      examples: examples.confirmPlatformPassword,
    },
    signOut: { operationId: "signOutAtPlatform", examples: examples.signOutAtPlatform },
  },
});

/** The routes for the platform's operators. They exist only if the service enables them. */
export const platformRoutes: readonly Route[] = [
  ...platformSessionRoutes,
  ...platformWaitingRoutes,
  ...platformMerchantRoutes,
  ...platformResolveRoutes,
  ...platformReconciliationRoutes,
];
