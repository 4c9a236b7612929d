import { decideAndCommit } from "../commit/commit.ts";
import type { Context } from "../context.ts";
import type { Work } from "../work/work.ts";
import { ok } from "../result.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { idempotencyRecord } from "./idempotency.ts";

export const idempotencyWork: Work<Context> = {
  kind: idempotencyRecord.name,
  limit: 100,
  upkeep: true,
  run: forgetRequest,
};

/** A key that is used again meanwhile has a newer version, which fails the removal's guard. */
async function forgetRequest(context: Context, tenant: Tenant, key: string): Promise<unknown> {
  return decideAndCommit(context, {
    tenant,
    lane: `idempotency ${key}`,
    load: (read) => read(idempotencyRecord.ref(key)),
    decide: ([record], now) => {
      const answer = ok(undefined);
      if (record === undefined || record.forgetAt > now) return { answer };
      return { answer, changes: { writes: [idempotencyRecord.remove(key)] } };
    },
  });
}
