import { expect, test } from "vitest";

import { note, nothingAcknowledged, type Acknowledged, type RefundRequest, type Fact } from "./acknowledged.ts";
import { differencesOf, type Books } from "./differences.ts";

/** Books that match everything that was acknowledged. */
const sound: Books = {
  payments: [
    { orderId: "paid", intentKey: "K1", status: "DONE", amount: 10_000, remaining: 10_000 },
    { orderId: "part", intentKey: "K2", status: "PARTIAL_CANCELED", amount: 10_000, remaining: 7_000 },
    { orderId: "refused", intentKey: "K3", status: "ABORTED", amount: 10_000, remaining: 0 },
    { orderId: "open", intentKey: "K4", status: "EXPIRED", amount: 10_000, remaining: 0 },
  ],
  approvals: [
    { intentKey: "K1", amount: 4_000 },
    { intentKey: "K1", amount: 6_000 },
    { intentKey: "K2", amount: 7_000 },
    { intentKey: "K3", amount: 0 },
  ],
  payouts: [
    { id: "P1", amount: 500, status: "COMPLETED" },
    { id: "P2", amount: 600, status: "FAILED" },
  ],
  paid: [
    { payoutId: "P1", amount: 500 },
    { payoutId: "P2", amount: 0 },
  ],
  sellers: ["S1"],
  settlements: [
    {
      id: "T1",
      amount: 16_000,
      lines: [
        { orderId: "paid", amount: 10_000 },
        { orderId: "part", amount: 8_000 },
      ],
    },
    { id: "T2", amount: -1_000, lines: [{ orderId: "part", amount: -1_000 }] },
  ],
  problems: [],
};

const facts: readonly Fact[] = [
  { kind: "session", orderId: "open" },
  { kind: "paid", orderId: "paid", intentKey: "K1", amount: 10_000 },
  { kind: "paid", orderId: "part", intentKey: "K2", amount: 10_000 },
  { kind: "refused", orderId: "refused", intentKey: "K3" },
  { kind: "seller", id: "S1" },
  { kind: "payout", id: "P1", amount: 500 },
  { kind: "payout", id: "P2", amount: 600 },
  { kind: "settlement", id: "T1", amount: 16_000 },
];

const refunds: readonly RefundRequest[] = [
  { orderId: "part", amount: 1_000, outcome: "acknowledged" },
  { orderId: "part", amount: 2_000, outcome: "unknown" },
  { orderId: "part", amount: 3_000, outcome: "refused" },
];

function acknowledgedWith(more: Partial<Acknowledged> = {}): Acknowledged {
  return { ...nothingAcknowledged(), facts: [...facts], refunds: [...refunds], ...more };
}

/** The sound books with one row changed or left out. */
function changed<Part extends "payments" | "approvals" | "payouts" | "paid" | "settlements">(
  part: Part,
  index: number,
  change: Partial<Books[Part][number]> | undefined,
): Books {
  const rows = sound[part].flatMap((row, at) =>
    at !== index ? [row] : change === undefined ? [] : [{ ...row, ...change }],
  );
  return { ...sound, [part]: rows };
}

test("books that match what was acknowledged have no differences", () => {
  expect(differencesOf(acknowledgedWith(), sound)).toEqual([]);
});

const wrong: Readonly<Record<string, readonly [books: Books, difference: RegExp]>> = {
  "a lost session": [changed("payments", 3, undefined), /^the session of open is lost$/],
  "a lost payment": [changed("payments", 0, undefined), /^the payment of paid is lost$/],
  "a payment that has changed": [changed("payments", 0, { status: "ABORTED" }), /^paid was paid 10000, and is ABORTED/],
  "a refusal that was not final": [changed("payments", 2, { status: "DONE" }), /^refused was refused, and is DONE$/],
  "a lost seller": [{ ...sound, sellers: [] }, /^the seller S1 is lost$/],
  "a lost payout": [changed("payouts", 0, undefined), /^the payout P1 of 500 is lost$/],
  "a payout that never ended": [changed("payouts", 0, { status: "REQUESTED" }), /^the payout P1 of 500 is REQUESTED/],
  "a payout that the bank did not pay": [
    changed("paid", 0, { amount: 0 }),
    /^the bank has paid 0 for the payout P1: 500 in/,
  ],
  "a payout that was paid twice": [changed("paid", 1, { payoutId: "P1", amount: 500 }), /^the bank has paid 1000 for/],
  "a payout that we do not know": [changed("paid", 1, { payoutId: "P9", amount: 9 }), /P9: we do not know it$/],
  "a lost settlement": [changed("settlements", 0, undefined), /^the settlement T1 is lost$/],
  "a settlement that has changed": [changed("settlements", 0, { amount: 1 }), /^the settlement T1 has become 1$/],
  "what was settled twice": [
    changed("settlements", 1, { lines: [{ orderId: "paid", amount: 10_000 }] }),
    /^20000 of paid were settled, of which 10000 remain$/,
  ],
  "what was never settled": [
    changed("settlements", 1, { lines: [] }),
    /^8000 of part were settled, of which 7000 remain$/,
  ],
  "an approval that the gateway does not know": [changed("approvals", 1, undefined), /^the gateway holds 4000 of .*K1/],
  "an approval of a payment that we do not know": [
    changed("approvals", 3, { intentKey: "K9", amount: 5 }),
    /^the gateway holds 5 of the payment K9: we do not know it$/,
  ],
  "an approval of a refused payment": [changed("approvals", 3, { amount: 5 }), /K3: 0 remain in our books$/],
  "what the service finds itself": [{ ...sound, problems: ["fee is 1, and its postings come to 2"] }, /^fee is 1/],
};

test.for(Object.entries(wrong))("%s is found", ([, [books, difference]]) => {
  expect(differencesOf(acknowledgedWith(), books)).toContainEqual(expect.stringMatching(difference));
});

test.for<readonly [what: string, given: readonly RefundRequest[], difference: RegExp]>([
  ["less than was acknowledged", [{ orderId: "part", amount: 4_000, outcome: "acknowledged" }], /3000 .* 4000 to 4000/],
  ["more than was requested", [{ orderId: "part", amount: 2_000, outcome: "acknowledged" }], /3000 .* 2000 to 2000/],
  ["what was refused", [{ orderId: "part", amount: 3_000, outcome: "refused" }], /3000 .* 0 to 0/],
  [
    "less than all, although all was acknowledged",
    [{ orderId: "part", amount: "all", outcome: "acknowledged" }],
    /10000 to/,
  ],
])("refunded: %s is found", ([, given, difference]) => {
  expect(differencesOf(acknowledgedWith({ refunds: [...given] }), sound)).toEqual([expect.stringMatching(difference)]);
});

test("another answer to the same request is found", () => {
  const acknowledged = nothingAcknowledged();
  const request = { path: "/px/payfront/sessions", key: "k", body: {}, authorization: "" };
  for (const text of ["same", "same"]) note(acknowledged, request, { status: 201, text });
  note(acknowledged, request, { status: 503, text: "no answer at all" });
  expect(acknowledged.contradictions).toEqual([]);
  note(acknowledged, request, { status: 201, text: "another" });
  const { contradictions } = acknowledged;
  expect(differencesOf(acknowledgedWith({ contradictions }), sound)).toEqual([
    expect.stringContaining("was answered twice"),
  ]);
});
