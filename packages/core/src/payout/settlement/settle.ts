import { businessDayFrom, dayAfter, isBusinessDay, type BankHolidays } from "../../ledger/calendar/business-days.ts";
import type { CalendarContext } from "../../ledger/calendar/calendar.ts";
import { dayInSeoul, startOfDayInSeoul } from "../../engine/time/seoul-time.ts";
import { listRecords } from "../../engine/commit/list-page.ts";
import { decideAndCommit, type Decision } from "../../engine/commit/commit.ts";
import type { Work } from "../../engine/due-work/work.ts";
import {
  earningRecord,
  unsettledList,
  type Earning,
  settlementScheduleRecord,
  settlementScheduleRef,
} from "../../ledger/earning/earning.ts";
import { settlementDay } from "../../ledger/earning/settlement-day.ts";
import { credit, debit, type Posting } from "../../engine/posting/posting.ts";
import { merchantRef } from "../../merchant/merchant.ts";
import { ok, type Ok } from "../../result.ts";
import { type Tenant, tenantId } from "../../engine/tenant/tenant.ts";
import { deliveryRecord, newDelivery, type NewEvent } from "../../engine/outbox/delivery.ts";
import { settlementIdPrefix, settlementRecord, type Settlement, settlementCompleted } from "./settlement.ts";
import type { Context } from "../../context.ts";
import { undated } from "../../engine/posting/tally.ts";
import type { ListRequest, StoredRecord } from "../../engine/commit/store.ts";

/** The most settlements of one run, so that other merchants have their turn. The rest is due again at once. */
const settlementsARun = 10;

/** Settles a merchant's earnings on each business day, from its beginning in Seoul. */
export const settlementWork: Work<CalendarContext> = {
  kind: settlementScheduleRecord.name,
  limit: 10,
  schedule: warnOfCalendarEnd,
  async run(context, tenant) {
    // Take the day before reading the calendar, so that every closing from before the day is known.
    const today = dayInSeoul(context.clock.now());
    const holidays = await context.calendar.refresh(context);
    await dateEarnings(context, tenant, holidays);
    const dueAt = await settleDue(context, tenant, { today, holidays });
    await decideAndCommit(context, {
      tenant,
      lane: "settlement schedule",
      load: (read) => read(settlementScheduleRef),
      decide: () => ({
        answer: ok(undefined),
        changes: { writes: [settlementScheduleRecord.write(settlementScheduleRef.id, {}, { dueAt })] },
      }),
    });
  },
};

const warnedDaysMs = 60 * 24 * 60 * 60 * 1000;

async function warnOfCalendarEnd(context: CalendarContext): Promise<void> {
  const { firstDay, lastDay } = await context.calendar.refresh(context);
  // Without any calendar operators are notified of each merchant whose earnings wait for one.
  if (lastDay < firstDay) return;
  const left = startOfDayInSeoul(dayAfter(lastDay)) - context.clock.now();
  if (left < warnedDaysMs) context.notify({ kind: "calendar-ends", lastDay });
}

/** The day that a run settles for, and the holidays that were known when it began. */
interface Run {
  readonly today: string;
  readonly holidays: BankHolidays;
}

/**
 * Settles the earnings that are due by today, the longest due first, and answers when to come again: at the beginning
 * of tomorrow, which is at once if midnight fell into the run. So no day is left out, and nothing is settled on a day
 * that the run knows nothing of.
 */
async function settleDue(context: CalendarContext, tenant: Tenant, { today, holidays }: Run): Promise<number> {
  const tomorrow = startOfDayInSeoul(dayAfter(today));
  if (isBusinessDay(holidays, today) !== true) return tomorrow;
  for (let made = 0; made < settlementsARun; made += 1) {
    const due = await listRecords(context, tenant, {
      list: unsettledList,
      to: dayAfter(today),
      limit: context.settings.settlementLines,
      order: "ascending",
    });
    if (due.length === 0 || context.clock.now() >= tomorrow) return tomorrow;
    await settle(context, tenant, { keys: due.map(({ key }) => key.id), today, holidays });
  }
  return context.clock.now();
}

/** Settles those of these earnings that are still unsettled. */
function settle(
  context: CalendarContext,
  tenant: Tenant,
  { keys, today, holidays }: Run & { readonly keys: readonly string[] },
) {
  const settlementId = settlementIdPrefix + context.ids.random(20);
  const random = context.ids.random(24);
  const event = { event: settlementCompleted.name, about: settlementId, random };
  return decideAndCommit(context, {
    tenant,
    lane: "settlement",
    async load(read) {
      const [merchant] = await read(merchantRef, ...keys.map((key) => earningRecord.ref(key)));
      return { merchant, earnings: await read(...keys.map((key) => earningRecord.ref(key))) };
    },
    decide: ({ merchant, earnings }, now) => {
      if (dayInSeoul(now) !== today) return { answer: ok(undefined) };
      const due = earnings.filter((earning) => earning !== undefined).filter((earning) => isDue(earning, today));
      return decideSettlement(
        due.map((earning) => ({ ...earning, dueDay: workingDay(earning, holidays) })),
        { settlementId, settledAt: now, ...(merchant?.contracts.webhook === true && { event }) },
      );
    },
  });
}

/** The day that it was settled for: banks may have turned out to be closed on the day that it was due. */
function workingDay({ dueDay }: Earning, holidays: BankHolidays): string | null {
  return dueDay === null ? null : (businessDayFrom(holidays, dueDay) ?? dueDay);
}

/** A cancellation may have come since the list was read. */
function isDue({ settlementId, transactionAmount, dueDay }: Earning, today: string): boolean {
  return settlementId === null && transactionAmount !== 0 && dueDay !== null && dueDay <= today;
}

/** Pure: what settles earnings, all in one commit. */
function decideSettlement(
  earnings: readonly Earning[],
  {
    settlementId,
    settledAt,
    event,
  }: Pick<Settlement, "settlementId" | "settledAt"> & {
    /** The webhook's content; undefined if the merchant's contract has no webhook. */
    readonly event?: NewEvent;
  },
): Decision<Ok<undefined>> {
  const answer = ok(undefined);
  if (earnings.length === 0) return { answer };
  const lines = earnings.map(({ id, orderId, transactionAmount, feeRate, fee, vat, net }) => {
    return { earning: id, orderId, transactionAmount, feeRate, fee, vat, net };
  });
  const settlement: Settlement = { settlementId, settledAt, amount: sum(lines.map(({ net }) => net)), lines };
  const writes = [
    ...earnings.map((earning) => earningRecord.write({ ...earning, settlementId, settledAt })),
    settlementRecord.make(settlement),
    ...(event === undefined ? [] : [deliveryRecord.make(newDelivery(event, settledAt))]),
  ];
  return { answer, changes: { writes, reference: settlementId, postings: settlementPostings(earnings) } };
}

/**
 * Earnings of payments become available, and the gateway pays the payments' amounts. A cancellation after a
 * settlement has already left available; here the gateway only pays that much less.
 */
function settlementPostings(earnings: readonly Earning[]): readonly Posting[] {
  const moved = sum(earnings.filter(({ transactionAmount }) => transactionAmount > 0).map(({ net }) => net));
  const funding = sum(earnings.map(({ transactionAmount }) => transactionAmount));
  return [
    debit("pending", moved),
    credit("available", moved),
    debit("bank", funding),
    credit("receivable", funding),
  ].filter(({ amount }) => amount !== 0);
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

/**
 * Gives a day to what was earned when the calendar did not reach so far, as soon as it does. What still has
 * none is left in the list, and operators are notified.
 */
async function dateEarnings(context: Context, tenant: Tenant, holidays: BankHolidays): Promise<void> {
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
