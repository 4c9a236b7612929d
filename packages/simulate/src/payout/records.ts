import {
  payoutBatchRecord,
  payoutRecord,
  payoutStates,
  statementRecord,
  type Payout,
  type PayoutSlot,
} from "@wonflow/core";
import { dayLater, startOf } from "../calendar/closed-days.ts";
import { observeRecords } from "../observation/observed-records.ts";
import { statementSchedules } from "./statement-schedules.ts";

export const payouts = observeRecords(payoutRecord, {
  subject: (id) => id,
  machine: {
    states: payoutStates,
    initial: "PENDING",
    statusOf: ({ status }) => status,
    repeated: (before, after) =>
      before.status === "REQUESTED" && before.lastResultCheckedAt !== after.lastResultCheckedAt,
  },
  unfinished({ id, status, payoutDate, reconciliationRequired }) {
    if (status === "PENDING") return `payout ${id} is still PENDING`;
    // What is sent waits by its attempt.
    if (isLive({ status }) || !reconciliationRequired) return undefined;
    // People may say that nothing was paid once the statement of its day is read.
    return { what: `payout ${id} is flagged`, until: statementAt(payoutDate) };
  },
});

export const payoutBatches = observeRecords(payoutBatchRecord);

/** The statements of a merchant are read until nothing more can stand there. */
export const statements = observeRecords(statementRecord, {
  unfinished({ tenant, nextDay }, observed) {
    const dates = observed.providers.payoutBank
      .records()
      .filter((record) => record.tenant === tenant && record.steps.length > 0)
      .map(({ payoutDate }) => payoutDate);
    const last = dates.toSorted().at(-1);
    // What was paid on its day may come back until the next one is over.
    if (last === undefined || nextDay > dayLater(last, 1)) return undefined;
    const until = observed.of(statementSchedules).get(tenant);
    return { what: `the statement of ${nextDay} is not read`, until };
  },
});

const hourMs = 60 * 60 * 1000;

/** When the statement of a day can be read, milliseconds since 1970. */
export function statementAt(day: string): number {
  return startOf(dayLater(day, 1)) + hourMs;
}

/** Whether a payout is under way: what it reserved is reserved. */
export function isLive({ status }: Pick<Payout, "status">): boolean {
  return status === "PENDING" || status === "SUBMITTING" || status === "REQUESTED";
}

/** By our books: whether the money is with the payee. */
export function isOut({ paidAt, returnedAt }: Pick<Payout, "paidAt" | "returnedAt">): boolean {
  return paidAt !== null && returnedAt === null;
}

/** Whom a payout pays on which day. */
export function slotOf({ destination, payoutDate }: Pick<Payout, "destination" | "payoutDate">): PayoutSlot {
  const { type } = destination;
  return type === "MERCHANT"
    ? { payee: { type }, payoutDate }
    : { payee: { type, externalSellerId: destination.externalSellerId }, payoutDate };
}

/** The key under which a payout is sent. */
export function payoutKeyOf(payoutId: string): string {
  return `payout.${payoutId}`;
}

/** Who is paid on which day, as a text. */
export function slotText({ payee, payoutDate }: PayoutSlot): string {
  return payee.type === "SELLER" ? `${payoutDate} ${payee.externalSellerId}` : `${payoutDate} the merchant`;
}
