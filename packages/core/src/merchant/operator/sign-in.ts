import { z } from "zod";

import { decideAndCommit, changeRecord } from "../../engine/commit/commit.ts";
import { ok, refuse } from "../../result.ts";
import { newTenantToken, modes, platform, type Owner, type Tenant, ownerOfToken } from "../../engine/tenant/tenant.ts";
import { validate } from "../../engine/request/validate.ts";
import { type SignedInOperator, csrfTokensOf, operatorSessionRecord } from "./authenticate-operator.ts";
import { passwordFreshness } from "./password-freshness.ts";
import { operatorLane, operatorNameSchema, operatorRecord, operatorRefOf } from "./operator.ts";
import {
  type OperatorContext,
  triedPasswordSchema,
  rightPasswordErrors,
  withRightPassword,
  type RightPassword,
} from "./password-check.ts";
import { purgeTriesOf, operatorTriesRecord, type SignInFrom } from "./password-tries.ts";
import type { Context } from "../../context.ts";

export const signInSchema = z
  .object({
    mId: z.int().min(1).max(999_999_999_999_999),
    mode: z.enum(modes),
    name: operatorNameSchema,
    password: triedPasswordSchema,
  })
  .meta({ id: "OperatorSignInRequest" });

export type SignInInput = z.input<typeof signInSchema>;

export interface NewOperatorSession<Of extends Owner = Tenant> extends SignedInOperator<Of> {
  /** Identifies the operator from then on, in a cookie that no script can read. It can't be shown again. */
  readonly token: string;
  /**
   * Identifies this device at later sign-ins of this operator, so that wrong passwords of strangers don't lock it out.
   * It grants no access: the device keeps it in a long-lived cookie.
   */
  readonly device: string;
}

export const signInErrors = ["INVALID_REQUEST", ...rightPasswordErrors] as const;

/** Signs an operator in. */
export async function signIn(context: OperatorContext, input: SignInInput, from: SignInFrom) {
  const valid = validate(signInSchema, input);
  if (!valid.ok) return valid;
  const { mId, mode, name, password } = valid.value;
  const typed = { tenant: { mId, mode }, name, password, from };
  return withRightPassword(context, typed, (right) => beginSession(context, typed.tenant, right));
}

export const platformSignInSchema = z
  .object({ name: operatorNameSchema, password: triedPasswordSchema })
  .meta({ id: "PlatformSignInRequest" });

export type PlatformSignInInput = z.input<typeof platformSignInSchema>;

/** Signs an operator of the platform in. */
export async function signInAtPlatform(context: OperatorContext, input: PlatformSignInInput, from: SignInFrom) {
  const valid = validate(platformSignInSchema, input);
  if (!valid.ok) return valid;
  const typed = { tenant: platform, ...valid.value, from };
  return withRightPassword(context, typed, (right) => beginSession(context, platform, right));
}

async function beginSession<Of extends Owner>(
  context: OperatorContext,
  tenant: Of,
  { name, source, passwordHash }: RightPassword,
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
      const { generation, role } = operator;
      const session = { operator: name, generation, startedAt: now, expiresAt };
      const { device } = source;
      return {
        answer: ok<NewOperatorSession<Of>>({
          tenant,
          name,
          role,
          token,
          csrfToken,
          expiresAt,
          ...passwordFreshness(session, context.settings, now),
          device,
        }),
        changes: {
          writes: [operatorSessionRecord.make(id, session, { dueAt: expiresAt }), ...purgeTriesOf(name, source, tries)],
        },
      };
    },
  });
}

const signedOut = ok({ signedOut: true as const });

export const signOutErrors = ["CONCURRENT_REQUEST"] as const;

export async function signOut(context: Context, token: string) {
  const owner = ownerOfToken(token);
  if (owner === undefined) return signedOut;
  const ref = operatorSessionRecord.ref(await context.vault.hash(token));
  const removed = await changeRecord(context, owner, {
    ref,
    change: (session) => (session === undefined ? [] : [operatorSessionRecord.remove(ref.id)]),
  });
  return removed.ok ? signedOut : removed;
}

export const signOutAllErrors = ["NOT_FOUND_OPERATOR", "CONCURRENT_REQUEST"] as const;

export function signOutAll(context: Context, tenant: Owner, name: string) {
  const generation = context.ids.random(21);
  return decideAndCommit(context, {
    tenant,
    lane: operatorLane(name),
    load: (read) => read(operatorRefOf(name)),
    decide: ([operator]) => {
      if (operator === undefined) return { answer: refuse("NOT_FOUND_OPERATOR") };
      return { answer: signedOut, changes: { writes: [operatorRecord.write({ ...operator, generation })] } };
    },
  });
}
