import type { BankHolidays } from "../../ledger/calendar/business-days.ts";
import { listRecords } from "../../engine/commit/list-page.ts";
import { decideAndCommit } from "../../engine/commit/commit.ts";
import type { Context } from "../../context.ts";
import { earningRecord, unsettledList, type Earning } from "../../ledger/earning/earning.ts";
import { undated } from "../../engine/posting/tally.ts";
import { settlementDay } from "../../ledger/earning/settlement-day.ts";
import { ok } from "../../result.ts";
import type { ListRequest, StoredRecord } from "../../engine/commit/store.ts";
import { tenantId, type Tenant } from "../../engine/tenant/tenant.ts";

/**
 * Gives a day to what was earned when the calendar did not reach so far, as soon as it does. What still has
 * none is left in the list, and operators are notified.
 */
export async function dateEarnings(context: Context, tenant: Tenant, holidays: BankHolidays): Promise<void> {
  const limit = context.settings.settlementLines;
  let left = 0;
  let after: ListRequest["after"];
  for (;;) {
    const request = { list: unsettledList, from: undated, limit, order: "ascending", ...(after && { after }) } as const;
    const found = await listRecords(context, tenant, request);
    left += await dateThese(context, tenant, { found, holidays });
    const last = found.at(-1);
    if (last === undefined || found.length < limit) break;
    after = { position: last.place?.position ?? undated, key: last.key };
  }
  if (left > 0) context.notify({ kind: "earnings-not-dated", tenant: tenantId(tenant), lastDay: holidays.lastDay });
}

/** Dates these in one commit, and returns how many of them still have no day. */
async function dateThese(
  context: Context,
  tenant: Tenant,
  { found, holidays }: { readonly found: readonly StoredRecord[]; readonly holidays: BankHolidays },
): Promise<number> {
  if (found.length === 0) return 0;
  const done = await decideAndCommit(context, {
    tenant,
    lane: "settlement",
    load: (read) => read(...found.map(({ key }) => earningRecord.ref(key.id))),
    decide(earnings) {
      // A cancellation may have come since the list was read.
      const waiting = earnings.filter((earning) => earning !== undefined).filter(waitsForDay);
      const known = waiting
        .map((earning) => ({ ...earning, dueDay: settlementDay(earning, holidays) }))
        .filter(({ dueDay }) => dueDay !== null);
      return {
        answer: ok(waiting.length - known.length),
        changes: { writes: known.map((earning) => earningRecord.write(earning)) },
      };
    },
  });
  if (!done.ok) throw new Error(`the earnings of merchant ${tenant.mId} changed each time when they were to be dated`);
  return done.value;
}

function waitsForDay({ dueDay, transactionAmount }: Earning): boolean {
  return dueDay === null && transactionAmount !== 0;
}
