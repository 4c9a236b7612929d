import {
  authenticateOperatorErrors,
  isAtLeast,
  ok,
  platform,
  refuse,
  refuseField,
  type ActingOperator,
  type OperatorRole,
  type SignedInOperator,
} from "@wonflow/core";
import type { Call } from "../call.ts";
import { isCrossSite } from "../request/cross-site.ts";
import { operatorTokenIn, platformCookies } from "../request/operator-cookie.ts";
import type { Caller } from "./caller.ts";

type PlatformOperator = Omit<SignedInOperator<typeof platform>, "tenant">;

const reading: readonly string[] = ["GET", "HEAD"];

async function identified(call: Call) {
  const { payments, request } = call;
  if (isCrossSite(request)) return refuse("CROSS_SITE_REQUEST");
  const token = operatorTokenIn(call, platformCookies) ?? "";
  const csrfToken = request.headers.get("X-CSRF-Token") ?? "";
  const operator = await payments.platform.authenticate(
    token,
    reading.includes(request.method) ? undefined : { csrfToken },
  );
  if (!operator.ok) return operator;
  const { tenant: _, ...person } = operator.value;
  return ok({ ...person, token });
}

/** An operator of the platform, signed in by its own cookie. No key and no merchant's session counts. */
export const signedInAtPlatform: Caller<PlatformOperator & { readonly token: string }> = {
  credentials: [
    {
      name: "platformSession",
      scheme: {
        type: "apiKey",
        in: "cookie",
        name: platformCookies.session.secure,
        description:
          "The session of an operator of the platform. A request that changes something also needs the header " +
          "X-CSRF-Token, with the csrfToken that GET /platform/session answers",
      },
    },
  ],
  errors: [...authenticateOperatorErrors, "CROSS_SITE_REQUEST"],
  limits: { address: "keylessByAddress" },
  shows: (call) => operatorTokenIn(call, platformCookies) !== undefined,
  identify: identified,
};

interface OfPlatform {
  readonly recordedFor: typeof platform;
  readonly acting: ActingOperator;
}

function operatorOfPlatform(least: OperatorRole): Caller<OfPlatform> {
  const isOwner = least === "owner";
  const notAllowed = refuseField("FORBIDDEN_REQUEST", "operator", `must have the role ${least}`);
  return {
    ...signedInAtPlatform,
    errors: [...signedInAtPlatform.errors, ...(isOwner ? (["FORBIDDEN_REQUEST", "PASSWORD_REQUIRED"] as const) : [])],
    async identify(call) {
      const operator = await identified(call);
      if (!operator.ok) return operator;
      const { name, role, isPasswordFresh } = operator.value;
      if (!isAtLeast(role, least)) return notAllowed;
      if (isOwner && !isPasswordFresh) return refuse("PASSWORD_REQUIRED");
      return ok({ recordedFor: platform, acting: { operator: name, role } });
    },
  };
}

/** Reads. */
export const platformViewer = operatorOfPlatform("viewer");

/** Changes something, with a password that was typed a short while ago. */
export const platformOwner = operatorOfPlatform("owner");
