import { z } from "zod";

import { decideAndCommit } from "../commit/commit.ts";
import { recordKind } from "../commit/record.ts";
import type { Context } from "../context.ts";
import { ok, refuseFor } from "../result.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { forgetting } from "../work/forgetting.ts";
import { operatorLane, operatorRecord } from "./operator.ts";

const operatorTriesSchema = z.looseObject({
  /** The number of passwords that were tried in a row without a right one. */
  tries: z.number(),
  /** Milliseconds since 1970: the tries are forgotten then, which ends a lock too. */
  until: z.number(),
});

/** The tries of a name, by the name, whether there is such an operator or not. */
export const operatorTriesRecord = recordKind("operatorTries", operatorTriesSchema);

type OperatorTries = z.output<typeof operatorTriesSchema>;

/**
 * Counts a try and answers the hash to verify its password by. Ten tries in a row without a right password
 * (`settings.operatorTries`) lock the name for 15 minutes after the last one counted (`settings.operatorLockMs`); then
 * all of them are forgotten.
 */
export function countTry(context: Context, tenant: Tenant, name: string) {
  const { operatorTries, operatorLockMs } = context.settings;
  return decideAndCommit(context, {
    tenant,
    lane: operatorLane(name),
    load: (read) => read(operatorRecord.ref(name), operatorTriesRecord.ref(name)),
    decide: ([operator, before], now) => {
      const counted = before !== undefined && now < before.until ? before : undefined;
      if (counted !== undefined && counted.tries >= operatorTries) {
        return { answer: refuseFor("TOO_MANY_REQUESTS", counted.until - now) };
      }
      const until = now + operatorLockMs;
      const next = { ...before, tries: (counted?.tries ?? 0) + 1, until };
      const changes = { writes: [operatorTriesRecord.write(name, next, { dueAt: until })] };
      return { answer: ok({ passwordHash: operator?.passwordHash }), changes };
    },
  });
}

/** Forgets the tries of a name, as a right or a new password does. */
export function forgetTries(name: string, tries: OperatorTries | undefined) {
  return tries === undefined ? [] : [operatorTriesRecord.remove(name)];
}

export const operatorTriesWork = forgetting({
  kind: operatorTriesRecord,
  laneOf: operatorLane,
  isOver: ({ until }, now) => until <= now,
});
