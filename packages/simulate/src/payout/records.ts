import { type PayoutSlot, emptyBalances, type Balances, type TenantId } from "@wonflow/core";
import {
  type Payout,
  payoutBatchRecord,
  payoutRecord,
  payoutStates,
  statementRecord,
  payoutAttemptRecord,
  registrationRecord,
} from "@wonflow/core/internal";
import { type PayoutRecord, bankMagic } from "@wonflow/sandbox";
import { dayLater, startOf } from "../calendar/calendar.ts";
import { dueTimesOf } from "../observation/invariant.ts";
import { type Committed, observeRecords } from "../observation/observed-records.ts";
import type { Observed } from "../observation/observed.ts";
import type { Part } from "../part.ts";
import { z } from "zod";
import { attemptMachine, isConcluded } from "../attempt/records.ts";
import { sellers } from "../seller/seller.ts";

const statementSchedules = dueTimesOf(statementRecord.name);

export const payouts = observeRecords(payoutRecord, {
  subject: (id) => id,
  machine: {
    states: payoutStates,
    initial: "PENDING",
    statusOf: ({ status }) => status,
    repeated: (before, after) =>
      before.status === "REQUESTED" && before.lastResultCheckedAt !== after.lastResultCheckedAt,
  },
  unfinished({ tenant, id, status, payoutDate, reconciliationRequired }, observed) {
    if (status === "PENDING") return `payout ${id} is still PENDING`;
    // A payout that was sent waits for its attempt.
    if (isLive({ status }) || !reconciliationRequired) return undefined;
    return { what: `payout ${id} is flagged`, until: statementReadAt({ tenant, payoutDate }, observed) };
  },
});

export const payoutBatches = observeRecords(payoutBatchRecord);

const statements = observeRecords(statementRecord, {
  unfinished({ tenant, nextDay }, observed) {
    const dates = observed.providers.payoutBank
      .records()
      .filter((record) => record.tenant === tenant && record.steps.length > 0)
      .map(({ payoutDate }) => payoutDate);
    const last = dates.toSorted().at(-1);
    // A payout may be returned until the day after it is paid.
    if (last === undefined || nextDay > dayLater(last, 1)) return undefined;
    const until = observed.of(statementSchedules).get(tenant);
    return { what: `the statement of ${nextDay} is not read`, until };
  },
});

/** Milliseconds since 1970; 0 if it has been read. From then on an operator may resolve a payout as not paid. */
function statementReadAt(
  { tenant, payoutDate }: Pick<Committed<Payout>, "tenant" | "payoutDate">,
  observed: Observed,
): number {
  const { nextDay } = observed.of(statements).get(tenant, "self") ?? { nextDay: "" };
  return nextDay > payoutDate ? 0 : (observed.of(statementSchedules).get(tenant) ?? 0);
}

export function isLive({ status }: Pick<Payout, "status">): boolean {
  return status === "PENDING" || status === "SUBMITTING" || status === "REQUESTED";
}

export function isOut({ paidAt, returnedAt }: Pick<Payout, "paidAt" | "returnedAt">): boolean {
  return paidAt !== null && returnedAt === null;
}

export function slotOf({ destination, payoutDate }: Pick<Payout, "destination" | "payoutDate">): PayoutSlot {
  const { type } = destination;
  return type === "MERCHANT"
    ? { payee: { type }, payoutDate }
    : { payee: { type, externalSellerId: destination.externalSellerId }, payoutDate };
}

export function payoutKeyOf(payoutId: string): string {
  return `payout.${payoutId}`;
}

export function slotText({ payee, payoutDate }: PayoutSlot): string {
  return payee.type === "SELLER" ? `${payoutDate} ${payee.externalSellerId}` : `${payoutDate} the merchant`;
}

export function outSince({ steps }: Pick<PayoutRecord, "steps">): number | undefined {
  const last = steps.at(-1);
  return last?.status === "PAID" ? last.at : undefined;
}

function expectedOfBatch(amount: number): Balances {
  return { ...emptyBalances, available: -amount, reserved: amount };
}

function expectedOfPayout(payout: Payout): Balances {
  if (isLive(payout)) return emptyBalances;
  const { amount } = payout;
  return { ...emptyBalances, reserved: -amount, ...(isOut(payout) ? { bank: -amount } : { available: amount }) };
}

interface ExpectedEntry {
  readonly tenant: TenantId;
  readonly reference: string;
  readonly balances: Balances;
}

export function payoutEntries(observed: Observed): readonly ExpectedEntry[] {
  const all = [...observed.of(payouts).values()];
  if (all.length === 0) return [];
  const batches = new Map<string, ExpectedEntry>();
  const ended: ExpectedEntry[] = [];
  for (const payout of all) {
    const { tenant, id, batchId, amount } = payout;
    const name = `${tenant} ${batchId}`;
    const sum = (batches.get(name)?.balances.reserved ?? 0) + amount;
    batches.set(name, { tenant, reference: batchId, balances: expectedOfBatch(sum) });
    ended.push({ tenant, reference: id, balances: expectedOfPayout(payout) });
  }
  return [...batches.values(), ...ended];
}

export function paidOut(observed: Observed, tenant: TenantId): { readonly out: number; readonly reserved: number } {
  const sum = { out: 0, reserved: 0 };
  for (const payout of observed.of(payouts).values()) {
    if (payout.tenant !== tenant) continue;
    if (isLive(payout)) sum.reserved += payout.amount;
    else if (isOut(payout)) sum.out += payout.amount;
  }
  return sum;
}

const bankAttemptOfAnyKind = {
  name: payoutAttemptRecord.name,
  schema: z.union([payoutAttemptRecord.schema, registrationRecord.schema]),
};

type BankAttempt = z.output<typeof bankAttemptOfAnyKind.schema>;

export const bankAttempts = observeRecords(bankAttemptOfAnyKind, {
  subject: (key) => key.split(".")[1],
  machine: attemptMachine,
  unfinished(attempt, observed) {
    const { key, status, lookUpAt } = attempt;
    if (isConcluded(attempt)) return undefined;
    const what = `attempt ${key} is still ${status}`;
    const reachableAt = observed.providers.payoutBank.outageUntil();
    return { what, until: Math.max(lookUpAt ?? 0, reachableAt, newsAt(attempt, observed)) };
  },
});

const hourMs = 60 * 60 * 1000;

/** A look-up before this time returns nothing new, so the clock may jump there. */
function newsAt(attempt: Committed<BankAttempt>, observed: Observed): number {
  if ("sellerId" in attempt) {
    const { holderName } = observed.of(sellers).get(attempt.tenant, String(attempt.sellerId))?.account ?? {};
    return holderName === bankMagic.holders.lateRegistration.holderNames[0] ? attempt.openedAt + hourMs / 6 : 0;
  }
  const payout = observed.of(payouts).get(attempt.tenant, String(attempt.payoutId));
  if (payout === undefined) return 0;
  const record = observed.providers.payoutBank.record(attempt.tenant, slotOf(payout));
  const { unknownForADay, otherAmount } = bankMagic.amounts;
  const isSilent = payout.amount === unknownForADay.amount || payout.amount === otherAmount.amount;
  if (record === undefined || isSilent) return statementReadAt(payout, observed);
  return record.status === "ACCEPTED" ? paidAt(record) : 0;
}

function paidAt({ arrivedAt, payoutDate }: PayoutRecord): number {
  return Math.max(arrivedAt + hourMs / 2, startOf(payoutDate) + 9 * hourMs);
}

export const part: Part = {
  records: [payouts, payoutBatches, statements, bankAttempts],
  projections: [statementSchedules],
};
