import { credit, debit } from "../engine/posting/posting.ts";
import { beginStatements, type StatementSchedule } from "./next-statement.ts";
import { payoutBatchRecord, payoutRecord, payoutRefRecord, payoutSlotRecord, slotRef, type Payout } from "./payout.ts";

interface Reserving {
  readonly batchId: string;
  readonly statements: StatementSchedule | undefined;
  readonly now: number;
}

/** Makes the payouts of a batch and reserves their money, with the records that keep refPayoutIds and slots unique. */
export function reservation(payouts: readonly Payout[], { batchId, statements, now }: Reserving) {
  const total = payouts.reduce((sum, { amount }) => sum + amount, 0);
  return {
    writes: [
      ...payouts.flatMap((payout) => [
        payoutRecord.make(payout),
        payoutRefRecord.make(payout.refPayoutId, { payoutId: payout.id, batchId }),
        payoutSlotRecord.make(slotRef(payout.destination, payout.payoutDate).id, { payoutId: payout.id }),
      ]),
      payoutBatchRecord.make(batchId, { payoutIds: payouts.map(({ id }) => id) }),
      ...beginStatements(statements, now),
    ],
    reference: batchId,
    postings: [debit("available", total), credit("reserved", total)],
    floors: [{ account: "available", min: 0 }],
  } as const;
}
