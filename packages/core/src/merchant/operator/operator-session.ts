import { z } from "zod";

import type { Vault } from "../../ports.ts";
import { recordKind } from "../../engine/commit/record.ts";
import type { Settings } from "../../settings.ts";
import { forgetting } from "../../engine/due-work/work.ts";
import type { Operator } from "./operator.ts";

const operatorSessionSchema = z.looseObject({
  operator: z.string(),
  /** The operator's `generation` at sign-in. */
  generation: z.string(),
  startedAt: z.number(),
  /** When the password was last typed after the sign-in. */
  passwordAgainAt: z.number().optional(),
  expiresAt: z.number(),
});

/** The session of a signed-in operator. The record's id is the hash of the token, which is stored nowhere. */
export type OperatorSession = z.output<typeof operatorSessionSchema>;

export const operatorSessionRecord = recordKind("operatorSession", operatorSessionSchema);

/** A session ends with its time, a new password, a sign-out of all sessions, or the operator's removal. */
export function goesOn(session: OperatorSession, operator: Operator | undefined, now: number): boolean {
  return now < session.expiresAt && session.generation === operator?.generation;
}

/** How long the session may do what asks for the password again, and whether it still may. */
export function passwordFreshness(
  {
    startedAt,
    passwordAgainAt = startedAt,
    expiresAt,
  }: Pick<OperatorSession, "startedAt" | "passwordAgainAt" | "expiresAt">,
  { operatorPasswordFreshMs }: Settings,
  now: number,
) {
  const passwordFreshUntil = Math.min(passwordAgainAt + operatorPasswordFreshMs, expiresAt);
  return { passwordFreshUntil, isPasswordFresh: now < passwordFreshUntil };
}

/**
 * The CSRF tokens of a session. They are derived from its own token, so that none is stored: one for each secret in
 * use, the newest first. Any of them is right.
 */
export function csrfTokensOf(vault: Vault, token: string): Promise<readonly [string, ...string[]]> {
  return vault.fingerprints(`operator csrf ${token}`);
}

export const operatorSessionWork = forgetting({
  kind: operatorSessionRecord,
  isOver: ({ expiresAt }, now) => expiresAt <= now,
});
