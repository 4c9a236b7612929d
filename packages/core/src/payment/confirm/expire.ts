import { decideAndCommit } from "../../engine/commit/commit.ts";
import { advance } from "../../engine/commit/state-table.ts";
import type { Context } from "../../context.ts";
import { merchantRef, type Merchant } from "../../merchant/merchant.ts";
import { ok } from "../../result.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import type { Work } from "../../engine/due-work/work.ts";
import { isOverdue } from "./confirm-window.ts";
import { intentRecord, intentStates, type Intent } from "../intent/intent.ts";
import { viewingOf, type Viewing } from "../intent/view.ts";
import { writeAndNotify } from "../intent/webhook.ts";

/** Records that the time to confirm is over. Only then answers report it. */
export const intentWork: Work<Context> = { kind: intentRecord.name, limit: 100, run: expireIntent };

/** Ends a payment whose time to confirm is over, and notifies the merchant. */
export function writeExpired(
  intent: Intent,
  at: Viewing & { readonly now: number; readonly merchant: Merchant | undefined },
) {
  const expired: Intent = { ...intent, status: advance(intentStates, intent.status, "expire") };
  return writeAndNotify(expired, { ...at, earning: undefined });
}

async function expireIntent(context: Context, tenant: Tenant, intentKey: string): Promise<unknown> {
  return decideAndCommit(context, {
    tenant,
    lane: intentKey,
    load: (read) => read(intentRecord.ref(intentKey), merchantRef),
    decide: ([intent, merchant], now) => {
      const answer = ok(undefined);
      if (intent === undefined || !isOverdue(intent, now)) return { answer };
      return { answer, changes: { writes: writeExpired(intent, { ...viewingOf(context, tenant), now, merchant }) } };
    },
  });
}
