import {
  earningRecord,
  settlementRecord,
  settlementScheduleRecord,
  type StateTable,
  type Settlement,
} from "@wonflow/core/internal";
import { calendarNow, startOf, workingDayFrom } from "../calendar/calendar.ts";
import { dueTimesOf, type Projection } from "../observation/invariant.ts";
import { observeRecords, writesOf } from "../observation/observed-records.ts";
import type { Part } from "../part.ts";
import type { ChangeSet, TenantId } from "@wonflow/core";
import type { Observed } from "../observation/observed.ts";

const schedules = dueTimesOf(settlementScheduleRecord.name);

/** A settled earning never changes. */
const earningStates: StateTable<"UNSETTLED" | "SETTLED", "reduce" | "settle"> = {
  UNSETTLED: { reduce: "UNSETTLED", settle: "SETTLED" },
  SETTLED: {},
};

export function paymentOfEarning(id: string): string {
  return id.split(".")[0] ?? id;
}

export const earnings = observeRecords(earningRecord, {
  subject: paymentOfEarning,
  machine: {
    states: earningStates,
    initial: "UNSETTLED",
    statusOf: ({ settlementId }) => (settlementId === null ? "UNSETTLED" : "SETTLED"),
    repeated(before, after) {
      // The table has no such move: a settled earning is never written again.
      if (before.settlementId !== null) return "change";
      return before.transactionAmount !== after.transactionAmount;
    },
  },
  unfinished({ tenant, id, settlementId, transactionAmount, dueDay }, observed) {
    if (settlementId !== null || transactionAmount === 0) return undefined;
    if (dueDay === null) return `earning ${id} has no day`;
    const day = workingDayFrom(calendarNow(observed), dueDay);
    // An earning that is due when it is made waits for the next run of the merchant's settlements.
    const until = Math.max(startOf(day), observed.of(schedules).get(tenant) ?? 0);
    return { what: `earning ${id} is not settled`, until };
  },
});

export const settlements = observeRecords(settlementRecord);

type SettledLine = Pick<Settlement, "settlementId" | "settledAt"> & { readonly transactionAmount: number };

interface SettledLines {
  readonly lines: Map<string, SettledLine>;
  twice: string | undefined;
  wrong: string | undefined;
}

export const settledLines: Projection<SettledLines> = {
  start: () => ({ lines: new Map(), twice: undefined, wrong: undefined }),
  onCommit(value, changeSet, observed) {
    for (const settlement of settlementsIn(changeSet))
      enter(value, { ...settlement, tenant: changeSet.tenant }, observed);
  },
};

export function settlementsIn(changeSet: Pick<ChangeSet, "tenant" | "writes">): readonly Settlement[] {
  return writesOf(settlementRecord, changeSet).flatMap(({ body }) => body ?? []);
}

function enter(value: SettledLines, settlement: Settlement & { readonly tenant: TenantId }, observed: Observed): void {
  const { tenant, settlementId, settledAt } = settlement;
  value.wrong ??= problemOf(settlement, observed);
  for (const { earning, transactionAmount } of settlement.lines) {
    const name = `${tenant} ${earning}`;
    const before = value.lines.get(name);
    if (before !== undefined) value.twice ??= `${name} is settled by ${before.settlementId}, and by ${settlementId}`;
    value.lines.set(name, { settlementId, settledAt, transactionAmount });
  }
}

function problemOf(
  { tenant, settlementId, settledAt, amount, lines }: Settlement & { readonly tenant: TenantId },
  observed: Observed,
): string | undefined {
  for (const line of lines) {
    const { earning: id, transactionAmount, fee, vat, net } = line;
    if (fee + vat + net !== transactionAmount) return `${settlementId}: the shares of ${id} are not its transaction`;
    const earning = observed.of(earnings).get(tenant, id);
    const listed = sharedText({ ...line, settlementId, settledAt });
    const earned = earning && sharedText(earning);
    if (listed !== earned) return `${settlementId} lists ${listed} for ${id}; earned is ${earned}`;
  }
  if (lines.length === 0 || lines.length > observed.settings.settlementLines) {
    return `${settlementId} has ${lines.length} lines`;
  }
  const sum = lines.reduce((total, { net }) => total + net, 0);
  return sum === amount ? undefined : `${settlementId} is of ${amount} won; its lines are of ${sum}`;
}

const shared = ["settlementId", "settledAt", "orderId", "transactionAmount", "feeRate", "fee", "vat", "net"] as const;

function sharedText(of: Readonly<Record<(typeof shared)[number], unknown>>): string {
  return JSON.stringify(shared.map((name) => of[name]));
}

export function settledLine(observed: Observed, tenant: TenantId, earning: string): SettledLine | undefined {
  return observed.of(settledLines).lines.get(`${tenant} ${earning}`);
}

export const part: Part = { records: [earnings, settlements], projections: [schedules, settledLines] };
