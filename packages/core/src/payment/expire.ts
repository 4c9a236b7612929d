import { decideAndCommit } from "../commit/commit.ts";
import { advance } from "../commit/state-table.ts";
import type { Context } from "../context.ts";
import { merchantRef } from "../merchant/merchant.ts";
import { ok } from "../result.ts";
import type { Tenant } from "../tenant/tenant.ts";
import type { Work } from "../work/work.ts";
import { intentStatusAt } from "./confirm-window.ts";
import { intentRecord, intentStates } from "./intent.ts";
import { viewingOf } from "./view.ts";
import { writeAndTell } from "./webhook.ts";

/** Records that the time to confirm is over; answers say so from that moment on. */
export const intentWork: Work<Context> = { kind: intentRecord.name, limit: 100, run: expireIntent };

async function expireIntent(context: Context, tenant: Tenant, intentKey: string): Promise<unknown> {
  return decideAndCommit(context, {
    tenant,
    lane: intentKey,
    load: (read) => read(intentRecord.ref(intentKey), merchantRef),
    decide: ([intent, merchant], now) => {
      const answer = ok(undefined);
      const over = intent?.status === "IN_PROGRESS" && intentStatusAt(intent, now) === "EXPIRED";
      if (!over) return { answer };
      const expired = { ...intent, status: advance(intentStates, intent.status, "expire") };
      const at = { ...viewingOf(context, tenant), now, merchant, earning: undefined };
      return { answer, changes: { writes: writeAndTell(expired, at) } };
    },
  });
}
