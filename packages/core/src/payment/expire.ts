import { decideAndCommit } from "../commit.ts";
import type { Context } from "../context.ts";
import type { TenantId } from "../tenant.ts";
import { ok, type Result } from "../result.ts";
import { advance } from "../state-table.ts";
import { intentRef, intentStates, intentStatusAt, intentWrite } from "./intent.ts";

/** Records that an authenticated payment was not confirmed in time. Answers whether it changed anything. */
export async function expireIntent(context: Context, tenant: TenantId, intentKey: string): Promise<Result<boolean>> {
  return decideAndCommit(context, {
    tenant,
    lane: intentKey,
    load: (read) => read(intentRef(intentKey)),
    decide: ([intent], now) => {
      if (intent === undefined) return { answer: ok(false) };
      const over = intent.status === "IN_PROGRESS" && intentStatusAt(intent, now) === "EXPIRED";
      if (!over) return { answer: ok(false) };
      const expired = intentWrite({ ...intent, status: advance(intentStates, intent.status, "expire") });
      return { answer: ok(true), changes: { writes: [expired] } };
    },
  });
}
