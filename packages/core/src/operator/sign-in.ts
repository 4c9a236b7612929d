import { z } from "zod";

import { decideAndCommit } from "../commit/commit.ts";
import { ok, refuse } from "../result.ts";
import { newTenantToken } from "../tenant/tenant-token.ts";
import { modes, tenantId, type Tenant } from "../tenant/tenant.ts";
import { validate } from "../request/validate.ts";
import type { SignedInOperator } from "./authenticate-operator.ts";
import { operatorLane, operatorNameSchema, operatorRecord } from "./operator.ts";
import { csrfTokensOf, operatorSessionRecord } from "./operator-session.ts";
import type { OperatorContext } from "./password-check.ts";
import { countTry, forgetTriesOf, operatorTriesRecord } from "./password-tries.ts";
import { triedPasswordSchema } from "./passwords.ts";
import { sourceOf, type SignInFrom, type Source } from "./sign-in-source.ts";

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
  /**
   * Tells this device from strangers at later sign-ins of this operator, so that nobody's wrong passwords lock it out.
   * It opens nothing: the device keeps it in a cookie for long.
   */
  readonly device: string;
}

export const signInErrors = [
  "INVALID_REQUEST",
  "INCORRECT_OPERATOR_CREDENTIALS",
  "TOO_MANY_REQUESTS",
  "CONCURRENT_REQUEST",
] as const;

/**
 * Signs an operator in. A try is counted before its password is checked, so that requests at the same time get no
 * extra tries. A name without an operator is counted and locked like any other, and each refusal comes 2 seconds after
 * its request (`settings.signInRefusalMs`), so that neither answers nor times tell which names exist.
 */
export async function signIn(context: OperatorContext, input: SignInInput, from: SignInFrom) {
  const valid = validate(signInSchema, input);
  if (!valid.ok) return valid;
  const { mId, mode, name, password } = valid.value;
  const tenant: Tenant = { mId, mode };
  const source = await sourceOf(context, { tenant, name }, from);
  return context.passwordCheck.admit(`${tenantId(tenant)} ${name}`, source, async () => {
    const refusal = context.clock.after(context.settings.signInRefusalMs);
    try {
      const answer = await tryPassword(context, { tenant, name, source }, password);
      if (!answer.ok && context.settings.signInRefusalMs > 0) await refusal.elapsed;
      return answer;
    } finally {
      refusal.cancel();
    }
  });
}

interface Signing {
  readonly tenant: Tenant;
  readonly name: string;
  readonly source: Source;
}

async function tryPassword(context: OperatorContext, signing: Signing, password: string) {
  const counted = await countTry(context, signing);
  if (!counted.ok) return counted;
  const { passwordHash, tries } = counted.value;
  const fits = await context.passwordCheck.fits(password, passwordHash, { source: signing.source, tries });
  if (!fits || passwordHash === undefined) return refuse("INCORRECT_OPERATOR_CREDENTIALS");
  return beginSession(context, signing, passwordHash);
}

async function beginSession(context: OperatorContext, { tenant, name, source }: Signing, passwordHash: string) {
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
      const { generation, role } = operator;
      const session = { operator: name, generation, startedAt: now, expiresAt };
      const { device } = source;
      return {
        answer: ok<NewOperatorSession>({ tenant, name, role, token, csrfToken, expiresAt, device }),
        changes: {
          writes: [
            operatorSessionRecord.make(id, session, { dueAt: expiresAt }),
            ...forgetTriesOf(name, source, tries),
          ],
        },
      };
    },
  });
}
