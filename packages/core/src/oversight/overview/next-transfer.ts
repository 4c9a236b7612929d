import { z } from "zod";

import { addBusinessDays, businessDayFrom, type BankHolidays } from "../../ledger/calendar/business-days.ts";
import type { PayoutBankContext } from "../../payout/bank/context.ts";
import { isTooLate } from "../../payout/cut-off.ts";
import { transferRef, transferAccountRef, transferAccountRecord, transferDueAt } from "../../payout/daily-transfer.ts";
import { payoutRefRecord } from "../../payout/payout.ts";
import { undated } from "../../engine/posting/tally.ts";
import { tenantId, type Tenant } from "../../engine/tenant/tenant.ts";
import { unsettledTallies, type UnsettledTally } from "./expected-settlements.ts";

export const nextTransferSchema = z
  .object({
    enabled: z
      .boolean()
      .meta({ description: "Whether the rest of the available balance is transferred each business day" }),
    transferAt: z.iso.datetime().nullable().meta({ description: "When it is taken from the available balance" }),
    payoutDate: z.string().nullable().meta({ description: "The bank day on which it arrives, YYYY-MM-DD in Seoul" }),
    amount: z.int().meta({
      description:
        "Won: the available balance with the settlements until then; 0 if no transfer with an amount is known yet",
    }),
  })
  .meta({ id: "NextTransfer" });

/** The next transfer to the merchant's own account, as it is expected now. */
export type NextTransfer = z.output<typeof nextTransferSchema>;

/** An evening in Seoul whose transfer can still be made, and the bank day on which it arrives. */
interface Evening {
  readonly day: string;
  readonly payoutDate: string;
}

const unknownDay = { enabled: true, transferAt: null, payoutDate: null, amount: 0 } as const;

/** A settlement between two reads would count twice or not at all, so they are repeated while the answer changes. */
const mostReads = 3;

export async function nextTransfer(context: PayoutBankContext, tenant: Tenant): Promise<NextTransfer> {
  let unsettled = await unsettledTallies(context, tenant);
  for (let reads = 1; ; reads += 1) {
    const answerFrom = await expectTransfer(context, tenant, unsettled);
    const answer = answerFrom(unsettled);
    unsettled = await unsettledTallies(context, tenant);
    const isStable = JSON.stringify(answerFrom(unsettled)) === JSON.stringify(answer);
    if (isStable || reads === mostReads) return answer;
  }
}

/** Reads account and balance, and returns the transfer that follows from them and what is to be settled. */
async function expectTransfer(
  context: PayoutBankContext,
  tenant: Tenant,
  unsettled: readonly UnsettledTally[],
): Promise<(unsettled: readonly UnsettledTally[]) => NextTransfer> {
  const { store, clock, settings } = context;
  const holidays = await context.calendar.current(context);
  const owner = tenantId(tenant);
  const self = { kind: transferAccountRef.kind, id: transferAccountRef.id };
  const stored = (await store.read(owner, { keys: [self] })).records[0];
  const account = stored && transferAccountRecord.schema.parse(stored.body);
  if (account?.daily !== true) return () => ({ ...unknownDay, enabled: false });
  // Nothing is transferred until this mode has a bank.
  if (context.payoutBanks[tenant.mode] === undefined) return () => unknownDay;
  const at = { now: clock.now(), bankCutOffMs: settings.bankCutOffMs };
  const evenings = eveningsFrom(account.nextDay, { holidays, until: lastDay(unsettled), at });
  const keys = evenings.map(({ payoutDate }) => {
    const { kind, id } = payoutRefRecord.ref(transferRef(payoutDate));
    return { kind, id };
  });
  // A transfer made meanwhile has its reference in the snapshot that lacks its amount.
  const { records, balances } = await store.read(owner, { keys, accounts: ["available"] });
  const open = evenings.filter((_, index) => records[index] === undefined);
  const { available = 0 } = balances;
  return (tallies) => {
    const amountOf = ({ day }: Evening) => available + settledBefore(day, tallies);
    const next = open.find((evening) => amountOf(evening) > 0) ?? open[0];
    if (next === undefined) return unknownDay;
    const transferAt = new Date(transferDueAt({ nextDay: next.day }, settings.dailyTransferMs)).toISOString();
    return { enabled: true, transferAt, payoutDate: next.payoutDate, amount: Math.max(0, amountOf(next)) };
  };
}

/** The last day on which something is known to settle. */
function lastDay(unsettled: readonly UnsettledTally[]): string {
  const days = unsettled.map(({ settlesOn }) => settlesOn).filter((day) => day !== undated);
  return days.sort().at(-1) ?? "";
}

/** The evenings from a day until another, at least two: a reopened day may have no transfer of its own. */
function eveningsFrom(
  nextDay: string,
  {
    holidays,
    until,
    at,
  }: {
    readonly holidays: BankHolidays;
    readonly until: string;
    readonly at: Parameters<typeof isTooLate>[1];
  },
): readonly Evening[] {
  const evenings: Evening[] = [];
  for (let day = businessDayFrom(holidays, nextDay); day !== undefined;) {
    const payoutDate = addBusinessDays(holidays, day, 1);
    if (payoutDate === undefined) break;
    if (!isTooLate(payoutDate, at)) evenings.push({ day, payoutDate });
    if (evenings.length >= 2 && day >= until) break;
    day = payoutDate;
  }
  return evenings;
}

/** Won that settlements add before the transfer of a day, which waits for all that is due by its day. */
function settledBefore(day: string, unsettled: readonly UnsettledTally[]): number {
  const awaited = unsettled.filter((tally) => tally.day <= day).map(({ settlesOn }) => settlesOn);
  const last = awaited.reduce((latest, each) => (each > latest ? each : latest), day);
  // What is returned has left the available balance already.
  const added = unsettled.filter(({ name, settlesOn }) => name === "pending" && settlesOn <= last);
  return added.reduce((sum, { amount }) => sum + amount, 0);
}
