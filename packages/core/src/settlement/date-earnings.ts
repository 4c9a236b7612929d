import type { BankHolidays } from "../calendar/business-days.ts";
import { decideAndCommit } from "../commit.ts";
import type { Context } from "../context.ts";
import { dated, earningRecord, earningWrite, undated, unsettledList } from "../earning/earning.ts";
import { ok } from "../result.ts";
import type { TenantId } from "../tenant.ts";

/** So many at a time, each in one commit. */
const batch = 1000;

/**
 * Gives a day to what was earned when the calendar did not reach so far, as soon as it does. What still has
 * none stays where it is, and people are told.
 */
export async function dateEarnings(context: Context, tenant: TenantId, holidays: BankHolidays): Promise<void> {
  for (;;) {
    const request = { list: unsettledList, from: undated, limit: batch, order: "ascending" } as const;
    const found = await context.store.list(tenant, request);
    if (found.length === 0) return;
    const done = await decideAndCommit(context, {
      tenant,
      lane: "settlement",
      load: (read) => read(...found.map(({ key }) => earningRecord.ref(key.id))),
      decide(earnings) {
        const waiting = earnings
          .filter((earning) => earning?.dueDay === null)
          .filter((earning) => earning !== undefined);
        const known = waiting.map((earning) => dated(earning, holidays)).filter(({ dueDay }) => dueDay !== null);
        return { answer: ok(known.length), changes: { writes: known.map(earningWrite) } };
      },
    });
    if (!done.ok || done.value < found.length) return tellUndated(context, tenant, holidays);
  }
}

function tellUndated(context: Context, tenant: TenantId, { lastDay }: BankHolidays): void {
  context.notify({ kind: "earnings-not-dated", tenant, lastDay });
}
