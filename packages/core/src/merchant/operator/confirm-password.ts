import { z } from "zod";

import { decideAndCommit } from "../../engine/commit/commit.ts";
import { validate } from "../../engine/request/validate.ts";
import { ok, refuse } from "../../result.ts";
import { authenticateAnyOperator, goesOn, operatorSessionRecord } from "./authenticate-operator.ts";
import { passwordFreshness } from "./password-freshness.ts";
import { operatorLane, operatorRecord } from "./operator.ts";
import {
  type OperatorContext,
  triedPasswordSchema,
  rightPasswordErrors,
  withRightPassword,
  type RightPassword,
} from "./password-check.ts";
import { purgeTriesOf, operatorTriesRecord, type SignInFrom } from "./password-tries.ts";

export const confirmPasswordSchema = z
  .object({ password: triedPasswordSchema })
  .meta({ id: "OperatorPasswordRequest" });

export type ConfirmPasswordInput = z.input<typeof confirmPasswordSchema>;

export interface ConfirmedPassword {
  /** Milliseconds since 1970. */
  readonly passwordFreshUntil: number;
}

export const confirmPasswordErrors = ["INVALID_REQUEST", "UNAUTHORIZED_OPERATOR", ...rightPasswordErrors] as const;

/** The password again, for an open session. A wrong one counts as at a sign-in: a stolen session gives no extra guesses. */
export async function confirmPassword(
  context: OperatorContext,
  token: string,
  { input, from }: { readonly input: ConfirmPasswordInput; readonly from: SignInFrom },
) {
  const valid = validate(confirmPasswordSchema, input);
  if (!valid.ok) return valid;
  const operator = await authenticateAnyOperator(context, token);
  // Without a proof of a write, nothing else than the session is refused.
  if (!operator.ok) return refuse("UNAUTHORIZED_OPERATOR");
  const { tenant, name } = operator.value;
  const sessionId = await context.vault.hash(token);
  const typed = { tenant, name, password: valid.value.password, from };
  return withRightPassword(context, typed, (right) => freshen(context, right, sessionId));
}

function freshen(context: OperatorContext, { tenant, name, source }: RightPassword, sessionId: string) {
  return decideAndCommit(context, {
    tenant,
    lane: operatorLane(name),
    load: (read) => read(operatorRecord.ref(name), operatorTriesRecord.ref(name), operatorSessionRecord.ref(sessionId)),
    decide: ([operator, tries, session], now) => {
      // A password that was replaced while it was checked has ended the session.
      if (session === undefined || !goesOn(session, operator, now)) return { answer: refuse("UNAUTHORIZED_OPERATOR") };
      const fresh = { ...session, passwordAgainAt: now };
      const { passwordFreshUntil } = passwordFreshness(fresh, context.settings, now);
      return {
        answer: ok<ConfirmedPassword>({ passwordFreshUntil }),
        changes: {
          writes: [
            operatorSessionRecord.write(sessionId, fresh, { dueAt: session.expiresAt }),
            ...purgeTriesOf(name, source, tries),
          ],
        },
      };
    },
  });
}
