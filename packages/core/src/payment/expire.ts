import { decideAndCommit } from "../commit.ts";
import type { Context } from "../context.ts";
import type { Work } from "../due-work.ts";
import { ok } from "../result.ts";
import { advance } from "../state-table.ts";
import type { TenantId } from "../tenant.ts";
import { intentRecord, intentStates, intentStatusAt, intentWrite } from "./intent.ts";

/** Records that authenticated payments were not confirmed in time. */
export const intentWork: Work<Context> = { kind: intentRecord.name, limit: 100, run: expireIntent };

async function expireIntent(context: Context, tenant: TenantId, intentKey: string): Promise<unknown> {
  return decideAndCommit(context, {
    tenant,
    lane: intentKey,
    load: (read) => read(intentRecord.ref(intentKey)),
    decide: ([intent], now) => {
      const answer = ok(undefined);
      const over = intent?.status === "IN_PROGRESS" && intentStatusAt(intent, now) === "EXPIRED";
      if (!over) return { answer };
      const expired = intentWrite({ ...intent, status: advance(intentStates, intent.status, "expire") });
      return { answer, changes: { writes: [expired] } };
    },
  });
}
