import { payoutAttemptRecord, registrationRecord } from "@wonflow/core/records";
import { bankMagic, type PayoutRecord } from "@wonflow/sandbox";
import { z } from "zod";
import { attemptMachine, isConcluded } from "../attempt/records.ts";
import { startOf } from "../calendar/closed-days.ts";
import { type Committed, observeRecords } from "../observation/observed-records.ts";
import type { Observed } from "../observation/observed.ts";
import type { Part } from "../part.ts";
import { sellers } from "../seller/records.ts";
import { payouts, slotOf, statementReadAt } from "./records.ts";

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

export const part: Part = { records: [bankAttempts] };
