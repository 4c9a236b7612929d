import { decideAndCommit } from "../commit/commit.ts";
import type { Context } from "../context.ts";
import type { Work } from "../work/work.ts";
import { ok } from "../result.ts";
import type { Settings } from "../settings.ts";
import { advance } from "../commit/state-table.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { intentRecord, intentStates, type Intent, type IntentStatus } from "./intent.ts";

/**
 * Until when a payment that is authenticated at `now` can be confirmed: ten minutes, unless the host's
 * `settings.confirmWindowMs` says otherwise. Milliseconds since 1970.
 */
export function confirmByFrom(now: number, { confirmWindowMs }: Pick<Settings, "confirmWindowMs">): number {
  return now + confirmWindowMs;
}

/**
 * The status at a moment: a payment expires on time, even before the work that records it has run. A payment with an
 * attempt under way never expires.
 */
export function intentStatusAt(intent: Intent, now: number): IntentStatus {
  const over =
    intent.status === "IN_PROGRESS" &&
    intent.openAttempt === null &&
    intent.confirmBy !== null &&
    now >= intent.confirmBy;
  return over ? "EXPIRED" : intent.status;
}

export const intentWork: Work<Context> = { kind: intentRecord.name, limit: 100, run: expireIntent };

async function expireIntent(context: Context, tenant: Tenant, intentKey: string): Promise<unknown> {
  return decideAndCommit(context, {
    tenant,
    lane: intentKey,
    load: (read) => read(intentRecord.ref(intentKey)),
    decide: ([intent], now) => {
      const answer = ok(undefined);
      const over = intent?.status === "IN_PROGRESS" && intentStatusAt(intent, now) === "EXPIRED";
      if (!over) return { answer };
      const expired = intentRecord.write({ ...intent, status: advance(intentStates, intent.status, "expire") });
      return { answer, changes: { writes: [expired] } };
    },
  });
}
