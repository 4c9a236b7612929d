import { ok, platform, type ActingOperator, type SignedInOperator } from "@wonflow/core";
import { platformCookies } from "../request/operator-cookie.ts";
import { errorsBelow, requireLeast, sessionHolder, type Caller, type Least } from "./caller.ts";

type PlatformOperator = Omit<SignedInOperator<typeof platform>, "tenant">;

/** An operator of the platform, signed in by its own cookie. No key and no merchant's session counts. */
export const signedInAtPlatform = sessionHolder<PlatformOperator>({
  name: "platformSession",
  of: "an operator of the platform",
  path: "/platform/session",
  cookies: platformCookies,
  limits: { address: "keylessByAddress" },
  async authenticate(payments, token, write) {
    const operator = await payments.platform.authenticate(token, write);
    if (!operator.ok) return operator;
    const { tenant: _, ...person } = operator.value;
    return ok(person);
  },
});

interface OfPlatform {
  readonly recordedFor: typeof platform;
  readonly acting: ActingOperator;
}

function operatorOfPlatform(least: Least): Caller<OfPlatform> {
  return {
    ...signedInAtPlatform,
    errors: errorsBelow(least),
    async identify(call) {
      const operator = await signedInAtPlatform.identify(call);
      if (!operator.ok) return operator;
      const { name, role } = operator.value;
      const allowed = requireLeast(least, operator.value);
      return allowed.ok ? ok({ recordedFor: platform, acting: { operator: name, role } }) : allowed;
    },
  };
}

/** Reads. */
export const platformViewer = operatorOfPlatform({ role: "viewer" });

/** Changes something, with a password that was typed a short while ago. */
export const platformOwner = operatorOfPlatform({ role: "owner", password: "again" });
