import { decideAndCommit } from "../commit/commit.ts";
import type { Context } from "../context.ts";
import type { Work } from "../work/work.ts";
import { ok } from "../result.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { operatorLane } from "./operator.ts";
import { operatorSessionRecord } from "./operator-session.ts";
import { operatorTriesRecord } from "./password-tries.ts";

/** Forgets sessions of operators whose time is over. */
export const operatorSessionWork: Work<Context> = {
  kind: operatorSessionRecord.name,
  limit: 100,
  upkeep: true,
  run: forgetSession,
};

/** Forgets the tries of names that nobody has tried for long enough. */
export const operatorTriesWork: Work<Context> = {
  kind: operatorTriesRecord.name,
  limit: 100,
  upkeep: true,
  run: forgetTries,
};

function forgetSession(context: Context, tenant: Tenant, id: string): Promise<unknown> {
  return decideAndCommit(context, {
    tenant,
    lane: id,
    load: (read) => read(operatorSessionRecord.ref(id)),
    decide: ([session], now) => {
      const answer = ok(undefined);
      if (session === undefined || session.expiresAt > now) return { answer };
      return { answer, changes: { writes: [operatorSessionRecord.remove(id)] } };
    },
  });
}

function forgetTries(context: Context, tenant: Tenant, name: string): Promise<unknown> {
  return decideAndCommit(context, {
    tenant,
    lane: operatorLane(name),
    load: (read) => read(operatorTriesRecord.ref(name)),
    decide: ([tries], now) => {
      const answer = ok(undefined);
      if (tries === undefined || tries.until > now) return { answer };
      return { answer, changes: { writes: [operatorTriesRecord.remove(name)] } };
    },
  });
}
