import type { Settings } from "../../settings.ts";
import { intentRecord, intentStates, type Intent } from "../intent/intent.ts";
import { decideAndCommit } from "../../engine/commit/commit.ts";
import { advance } from "../../engine/commit/state-table.ts";
import type { Context } from "../../context.ts";
import { merchantRef, type Merchant } from "../../merchant/merchant.ts";
import { ok } from "../../result.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import type { Work } from "../../engine/due-work/work.ts";
import { viewingOf, type Viewing } from "../intent/view.ts";
import { writeAndNotify } from "../intent/webhook.ts";

/**
 * Until when a payment that is authenticated at `now` can be confirmed: ten minutes, unless the host's
 * `settings.confirmWindowMs` says otherwise. Milliseconds since 1970.
 */
export function confirmByFrom(now: number, { confirmWindowMs }: Pick<Settings, "confirmWindowMs">): number {
  return now + confirmWindowMs;
}

/**
 * Whether the time to confirm is over. No answer may report the payment as EXPIRED before that is committed: a confirm
 * that began in time and was paused since could still approve it. A payment with an attempt in progress never expires.
 */
export function isOverdue({ status, openAttempt, confirmBy }: Intent, now: number): boolean {
  return status === "IN_PROGRESS" && openAttempt === null && confirmBy !== null && now >= confirmBy;
}

/** Whether an approval of the payment may still be sent. */
export function mayBeConfirmed({ status, confirmBy }: Intent, now: number): boolean {
  return status === "IN_PROGRESS" && confirmBy !== null && now < confirmBy;
}

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
