import type { PayoutSlot } from "@wonflow/core";
import { type Payout, payoutBatchRecord, payoutRecord, payoutStates, statementRecord } from "@wonflow/core/records";
import type { PayoutRecord } from "@wonflow/sandbox";
import { dayLater } from "../calendar/closed-days.ts";
import { dueTimesOf } from "../observation/invariant.ts";
import { type Committed, observeRecords } from "../observation/observed-records.ts";
import type { Observed } from "../observation/observed.ts";
import type { Part } from "../part.ts";

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
export function statementReadAt(
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

export const part: Part = { records: [payouts, payoutBatches, statements], projections: [statementSchedules] };
