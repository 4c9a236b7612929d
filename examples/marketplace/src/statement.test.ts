import type { PayoutView, SettledLines } from "wonflow";
import { expect, test } from "vitest";

import { owedBy, statementOf } from "./statement.ts";

const potter = { ref: "potter", id: "seller_1" };

/** A line of a settlement: its order, and what of it is settled. */
type Line = readonly [orderId: string, transaction: number, fee: number, vat: number];

function settled(day: string, ...lines: readonly Line[]): SettledLines {
  const shown = lines.map(([orderId, transactionAmount, feeAmount, vatAmount]) => {
    const settledAmount = transactionAmount - feeAmount - vatAmount;
    return { orderId, transactionAmount, feeRate: 3.3, feeAmount, vatAmount, settledAmount };
  });
  return { settlementId: `stl.${day}`, amount: 0, settledAt: `${day}T00:00:00.000Z`, lines: shown };
}

function payout(value: number, change: Partial<PayoutView> = {}): PayoutView {
  const at = "2026-12-04T14:00:00+09:00";
  const unknown = { submittedAt: null, lastResultCheckedAt: null, completedAt: null, error: null };
  return {
    id: "payout_1",
    batchId: "batch_1",
    refPayoutId: "potter.1",
    destination: { type: "SELLER", sellerId: potter.id },
    payoutDate: "2026-12-04",
    amount: { currency: "KRW", value },
    requestedAt: at,
    statusUpdatedAt: at,
    status: "PENDING",
    reconciliationRequired: false,
    ...unknown,
    ...change,
  };
}

/** An entry by which a payout returned an amount to the available balance. */
const returned = (amount: number, reference = "payout_1", day = "2026-12-05") => ({
  commitId: `${reference}-${day}`,
  at: Date.parse(`${day}T00:00:00Z`),
  reference,
  postings: [
    { account: "available", amount: -amount },
    { account: "bank", amount },
  ] as const,
});

const sale = settled("2026-12-01", ["a", 28_000, 924, 92]);
const sellers: Readonly<Record<string, string>> = { a: "potter", b: "potter", c: "tea" };

test.each([
  ["nothing was settled", [], [], [], 0],
  ["a sale, less fee, VAT and commission", [sale], [], [], 24_184],
  ["another seller's sale", [settled("2026-12-01", ["c", 28_000, 924, 92])], [], [], 0],
  ["an unknown order", [settled("2026-12-01", ["x", 28_000, 924, 92])], [], [], 0],
  ["a sale that was refunded", [sale, settled("2026-12-03", ["a", -28_000, -924, -92])], [], [], 0],
  [
    "a sale refunded in parts: no commission is kept",
    [sale, settled("2026-12-03", ["a", -3_333, -110, -11]), settled("2026-12-04", ["a", -24_667, -814, -81])],
    [],
    [],
    0,
  ],
  ["a payout that is on its way", [sale], [payout(20_000)], [], 4_184],
  ["a payout of another seller", [sale], [payout(20_000, { destination: { type: "MERCHANT" } })], [], 24_184],
  ["a payout that failed", [sale], [payout(20_000, { status: "FAILED" })], [returned(20_000)], 24_184],
  [
    "a payout that was paid and came back",
    [sale],
    [payout(20_000, { status: "COMPLETED" })],
    [returned(20_000)],
    24_184,
  ],
  [
    "a payout that failed and was paid all the same",
    [sale],
    [payout(20_000, { status: "FAILED" })],
    [returned(20_000), returned(-20_000, "payout_1", "2026-12-06")],
    4_184,
  ],
  ["an entry of another payout", [sale], [payout(20_000)], [returned(20_000, "payout_2")], 4_184],
  [
    "a sale refunded after it was paid out",
    [sale, settled("2026-12-07", ["a", -28_000, -924, -92])],
    [payout(24_184)],
    [],
    -24_184,
  ],
] as const)("what is owed: %s", (_what, settlements, payouts, entries, owed) => {
  const orderOf = (orderId: string) => {
    const seller = sellers[orderId];
    return seller === undefined ? undefined : { seller, name: "찻잔" };
  };
  expect(owedBy(statementOf(potter, { orderOf, settlements, payouts, entries }))).toBe(owed);
});
