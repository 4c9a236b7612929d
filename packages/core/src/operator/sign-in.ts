import { z } from "zod";

import { decideAndCommit } from "../commit/commit.ts";
import { ok, refuse } from "../result.ts";
import { newTenantToken } from "../tenant/tenant-token.ts";
import { modes, type Tenant } from "../tenant/tenant.ts";
import { validate } from "../request/validate.ts";
import type { SignedInOperator } from "./authenticate-operator.ts";
import { operatorLane, operatorNameSchema, operatorRecord } from "./operator.ts";
import { csrfTokensOf, operatorSessionRecord } from "./operator-session.ts";
import { countTry, forgetTries, operatorTriesRecord } from "./password-tries.ts";
import { triedPasswordSchema, type OperatorContext } from "./passwords.ts";

export const signInSchema = z
  .object({
    mId: z.int().min(1).max(999_999_999_999_999),
    mode: z.enum(modes),
    name: operatorNameSchema,
    password: triedPasswordSchema,
  })
  .meta({ id: "OperatorSignInRequest" });

export type SignInInput = z.input<typeof signInSchema>;

export interface NewOperatorSession extends SignedInOperator {
  /** Identifies the operator from then on, in a cookie that no script can read. It can't be shown again. */
  readonly token: string;
}

export const signInErrors = [
  "INVALID_REQUEST",
  "INCORRECT_OPERATOR_CREDENTIALS",
  "TOO_MANY_REQUESTS",
  "CONCURRENT_REQUEST",
] as const;

/**
 * Signs an operator in. A try is counted before its password is checked, so that requests at the same time get no
 * extra tries; a right password forgets all tries. A name without an operator is counted, checked and locked like any
 * other, so that no answer tells which names exist.
 */
export async function signIn(context: OperatorContext, input: SignInInput) {
  const valid = validate(signInSchema, input);
  if (!valid.ok) return valid;
  const { mId, mode, name, password } = valid.value;
  const tenant: Tenant = { mId, mode };
  return context.passwordCheck.admit(async () => {
    const counted = await countTry(context, tenant, name);
    if (!counted.ok) return counted;
    const { passwordHash } = counted.value;
    const fits = await context.passwordCheck.fits(password, passwordHash);
    if (!fits || passwordHash === undefined) return refuse("INCORRECT_OPERATOR_CREDENTIALS");
    return beginSession(context, tenant, { name, passwordHash });
  });
}

async function beginSession(
  context: OperatorContext,
  tenant: Tenant,
  { name, passwordHash }: { readonly name: string; readonly passwordHash: string },
) {
  const token = newTenantToken(context.ids, "os", tenant);
  const id = await context.vault.hash(token);
  const [csrfToken] = await csrfTokensOf(context.vault, token);
  return decideAndCommit(context, {
    tenant,
    lane: operatorLane(name),
    load: (read) => read(operatorRecord.ref(name), operatorTriesRecord.ref(name)),
    decide: ([operator, tries], now) => {
      // The password may have been replaced while it was checked.
      if (operator?.passwordHash !== passwordHash) return { answer: refuse("INCORRECT_OPERATOR_CREDENTIALS") };
      const expiresAt = now + context.settings.operatorSessionMs;
      const { generation } = operator;
      const session = { operator: name, generation, startedAt: now, expiresAt };
      return {
        answer: ok<NewOperatorSession>({ tenant, name, token, csrfToken, expiresAt }),
        changes: {
          writes: [operatorSessionRecord.make(id, session, { dueAt: expiresAt }), ...forgetTries(name, tries)],
        },
      };
    },
  });
}
