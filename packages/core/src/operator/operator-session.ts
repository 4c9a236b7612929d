import { z } from "zod";

import type { Vault } from "../ports.ts";
import { recordKind } from "../commit/record.ts";
import type { Operator } from "./operator.ts";

const operatorSessionSchema = z.looseObject({
  /** The operator's name. */
  operator: z.string(),
  /** The generation of the operator's sessions that it belongs to. */
  generation: z.string(),
  startedAt: z.number(),
  expiresAt: z.number(),
});

/** The session of an operator who is signed in. Its record's id is the hash of its token, which is stored nowhere. */
export type OperatorSession = z.output<typeof operatorSessionSchema>;

export const operatorSessionRecord = recordKind("operatorSession", operatorSessionSchema);

/** Whether a session goes on at a moment: not after its time, a new password, a sign-out of all, or a removal. */
export function goesOn(session: OperatorSession, operator: Operator | undefined, now: number): boolean {
  return now < session.expiresAt && session.generation === operator?.generation;
}

/**
 * The CSRF tokens of a session: derived from its own token, so that none is stored. There is one for each
 * secret in use, the newest first; any of them is right.
 */
export function csrfTokensOf(vault: Vault, token: string): Promise<readonly [string, ...string[]]> {
  return vault.fingerprints(`operator csrf ${token}`);
}
