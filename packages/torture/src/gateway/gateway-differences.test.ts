import { expect, test } from "vitest";
import { nothingAcknowledged, type Acknowledged, type RefundRequest } from "../acknowledged.ts";
import { type GatewayBooks, gatewayDifferences, cardsWithoutToken } from "./gateway-differences.ts";

const cancellationOf = (payment: string, number: number) => `cancellation-${payment}-${number}`;

/** The second opening of a payment from the window. */
const opening = "window-K6--------------------2-1l";

/** Books that agree: of payments that are paid, refunded, undone, and never charged. */
const sound: GatewayBooks = {
  payments: [
    { orderId: "paid", intentKey: "K1-------------------", status: "DONE", amount: 10_000, remaining: 10_000 },
    {
      orderId: "part",
      intentKey: "K2-------------------",
      status: "PARTIAL_CANCELED",
      amount: 10_000,
      remaining: 7_000,
    },
    { orderId: "back", intentKey: "K3-------------------", status: "CANCELED", amount: 10_000, remaining: 0 },
    { orderId: "undone", intentKey: "K4-------------------", status: "ABORTED", amount: 10_000, remaining: 0 },
    { orderId: "left", intentKey: "K5-------------------", status: "EXPIRED", amount: 10_000, remaining: 0 },
    {
      orderId: "window",
      intentKey: "K6-------------------",
      status: "PARTIAL_CANCELED",
      amount: 10_000,
      remaining: 9_000,
    },
    { orderId: "late", intentKey: "K7-------------------", status: "EXPIRED", amount: 10_000, remaining: 0 },
  ],
  receivable: 26_000,
  cancellations: [
    {
      key: cancellationOf("K2-------------------", 1),
      approvalKey: "approval-K2-------------------",
      amount: 1_000,
      status: "DONE",
    },
    {
      key: cancellationOf("K2-------------------", 2),
      approvalKey: "approval-K2-------------------",
      amount: 5_000,
      status: "REFUSED",
    },
    {
      key: cancellationOf("K2-------------------", 3),
      approvalKey: "approval-K2-------------------",
      amount: 2_000,
      status: "DONE",
    },
    {
      key: cancellationOf("K3-------------------", 1),
      approvalKey: "approval-K3-------------------",
      amount: 10_000,
      status: "DONE",
    },
    {
      key: cancellationOf("K6-------------------", 1),
      approvalKey: "approval-K6-------------------",
      amount: 1_000,
      status: "DONE",
    },
  ],
  authentications: [
    { key: opening, intentKey: "K6-------------------", tid: "T6" },
    { key: "window-K7--------------------1-1l", intentKey: "K7-------------------", tid: "T7" },
  ],
  releases: [
    { key: "release-card-K1--------------------1", tokenKey: "card-K1--------------------1", token: "B1" },
    { key: "release-card-K5--------------------1", tokenKey: "card-K5--------------------1", token: null },
    { key: "release-card-K5--------------------2", tokenKey: "card-K5--------------------2", token: null },
  ],
  billingKeys: [
    { billkey: "active", token: "B3", status: "ACTIVE" },
    { billkey: "deleted", token: null, status: "DELETED" },
  ],
  flagged: ["release-card-K5--------------------1", "release-card-K5--------------------2"],
  gateway: {
    approvals: [
      {
        orderId: "approval-K1-------------------",
        tid: "T1",
        amount: 10_000,
        held: 10_000,
        isNetCancelled: false,
        cancellations: [],
      },
      {
        orderId: "approval-K2-------------------",
        tid: "T2",
        amount: 10_000,
        held: 7_000,
        isNetCancelled: false,
        cancellations: [
          { orderId: cancellationOf("K2-------------------", 1), amount: 1_000 },
          { orderId: cancellationOf("K2-------------------", 3), amount: 2_000 },
        ],
      },
      {
        orderId: "approval-K3-------------------",
        tid: "T3",
        amount: 10_000,
        held: 0,
        isNetCancelled: false,
        cancellations: [{ orderId: cancellationOf("K3-------------------", 1), amount: 10_000 }],
      },
      {
        orderId: "approval-K4-------------------",
        tid: "T4",
        amount: 10_000,
        held: 0,
        isNetCancelled: true,
        cancellations: [],
      },
      {
        orderId: opening,
        tid: "T6",
        amount: 10_000,
        held: 9_000,
        isNetCancelled: false,
        cancellations: [{ orderId: cancellationOf("K6-------------------", 1), amount: 1_000 }],
      },
    ],
    bids: [
      { bid: "B1", orderId: "card-K1--------------------1", expired: true },
      // The answer was lost; card-K5--------------------2 was never stored.
      { bid: "B2", orderId: "card-K5--------------------1", expired: false },
      { bid: "B3", orderId: "token-active", expired: false },
      { bid: "B4", orderId: "token-deleted", expired: true },
    ],
    orders: [{ orderId: opening, tid: "T6" }],
  },
  problems: [],
};

const refunds: readonly RefundRequest[] = [
  { orderId: "part", amount: 1_000, outcome: "acknowledged" },
  { orderId: "part", amount: 5_000, outcome: "refused" },
  { orderId: "part", amount: 2_000, outcome: "unknown" },
  { orderId: "back", amount: "all", outcome: "acknowledged" },
  { orderId: "window", amount: 1_000, outcome: "acknowledged" },
];

function acknowledgedWith(facts: Acknowledged["facts"] = []): Acknowledged {
  return { ...nothingAcknowledged(), facts, refunds: [...refunds] };
}

type Approval = GatewayBooks["gateway"]["approvals"][number];

/** The sound books with one approval changed, or with additional ones. */
function withApproval(index: number, change: Partial<Approval>, ...others: readonly Approval[]): GatewayBooks {
  const approvals = sound.gateway.approvals.map((each, at) => (at === index ? { ...each, ...change } : each));
  return { ...sound, gateway: { ...sound.gateway, approvals: [...approvals, ...others] } };
}

function withBid(index: number, change: Partial<GatewayBooks["gateway"]["bids"][number]>): GatewayBooks {
  const bids = sound.gateway.bids.map((each, at) => (at === index ? { ...each, ...change } : each));
  return { ...sound, gateway: { ...sound.gateway, bids } };
}

const charged: Omit<Approval, "orderId"> = {
  tid: "T9",
  amount: 10_000,
  held: 10_000,
  isNetCancelled: false,
  cancellations: [],
};
const undone = { held: 0, isNetCancelled: true } as const;
const part = sound.gateway.approvals[1]?.cancellations ?? [];
const again = { orderId: cancellationOf("K2-------------------", 1), amount: 1_000 };

test("books that agree have no differences, and cards with an unknown token are counted separately", () => {
  expect(gatewayDifferences(acknowledgedWith(), sound)).toEqual([]);
  expect(cardsWithoutToken(sound)).toEqual({ stored: 1, neverStored: 1 });
});

test.for<readonly [what: string, books: GatewayBooks, difference: RegExp]>([
  [
    "money charged of a payment that was aborted",
    withApproval(3, { held: 10_000, isNetCancelled: false }),
    /^the gateway holds 10000 of the payment K4-------------------: 0 remain/,
  ],
  [
    "money charged of a payment that we do not know",
    withApproval(0, {}, { ...charged, orderId: "approval-K9-------------------" }),
    /^the gateway holds 10000 of the payment K9-------------------: we do not know it$/,
  ],
  [
    "money charged under an unknown key",
    withApproval(0, {}, { ...charged, orderId: "other" }),
    /payment other: we do not know it$/,
  ],
  [
    "a payment that was charged twice",
    withApproval(0, {}, { ...charged, orderId: "approval-K1--------------------2" }),
    /^K1------------------- is DONE of 10000, and the gateway approved 10000 and 10000$/,
  ],
  [
    "a payment that was never charged",
    withApproval(0, { orderId: "approval-K4-------------------" }),
    /^K1------------------- is DONE of 10000, and the gateway approved nothing$/,
  ],
  [
    "a payment of another amount",
    withApproval(1, { amount: 9_000 }),
    /^K2------------------- is PARTIAL_CANCELED of 10000, and the gateway approved 9000$/,
  ],
  [
    "less held than remains",
    withApproval(1, { held: 6_000 }),
    /^the gateway holds 6000 .* K2-------------------: 7000 remain/,
  ],
  [
    "money charged of a payment from the window that was refused",
    withApproval(0, {}, { ...charged, orderId: "window-K7--------------------1-1l", tid: "T7" }),
    /^the gateway holds 10000 of the payment K7-------------------: 0 remain/,
  ],
  [
    "an approval of another opening, though it was undone",
    withApproval(0, {}, { ...charged, ...undone, orderId: "window-K7--------------------2-1l", tid: "T7" }),
    /^the gateway approved T7 of window-K7--------------------2-1l, which no return has authenticated$/,
  ],
  [
    "an approval by another tid",
    withApproval(4, { tid: "T9" }),
    /^the gateway approved T9 of window-K6--------------------2-1l, which no return has authenticated$/,
  ],
  [
    "a second approval of a payment from the window, though it was undone",
    withApproval(0, {}, { ...charged, ...undone, orderId: opening }),
    /^K6------------------- is PARTIAL_CANCELED, and the gateway approved T6 and T9 of it$/,
  ],
  [
    "a payment from the window that was never charged",
    withApproval(4, { orderId: "other" }),
    /^K6------------------- is PARTIAL_CANCELED, and the gateway approved no tid of it$/,
  ],
  [
    "a cancellation of a payment from the window that never arrived",
    withApproval(4, { cancellations: [] }),
    /^the cancellation cancellation-K6--------------------1 refunded 1000, and the gateway nothing$/,
  ],
  [
    "an order that was paid twice",
    { ...sound, payments: sound.payments.map((each) => ({ ...each, orderId: "paid" })) },
    /^paid was paid by K1------------------- and K2------------------- and K3------------------- and K6-------------------$/,
  ],
  ["ledgers with another sum", { ...sound, receivable: 1 }, /^the gateway holds 26000 in all, .* have 1$/],
  [
    "a cancellation that never arrived",
    withApproval(1, { cancellations: part.slice(1) }),
    /^the cancellation cancellation-K2--------------------1 refunded 1000, and the gateway nothing$/,
  ],
  [
    "a cancellation that was made twice",
    withApproval(1, { cancellations: [...part, again] }),
    /^the cancellation cancellation-K2--------------------1 refunded 1000, and the gateway 1000 and 1000$/,
  ],
  [
    "a cancellation of another amount",
    withApproval(1, { cancellations: [{ ...again, amount: 1_001 }, ...part.slice(1)] }),
    /cancellation-K2--------------------1 refunded 1000, and the gateway 1001$/,
  ],
  [
    "a cancellation of another payment",
    withApproval(0, { cancellations: [again] }),
    /cancellation-K2--------------------1 refunded 1000, and the gateway 1000 and 1000$/,
  ],
  [
    "a cancellation that was refused, and took effect",
    withApproval(1, {
      cancellations: [...part, { orderId: cancellationOf("K2-------------------", 2), amount: 5_000 }],
    }),
    /^the gateway refunded 5000 of approval-K2------------------- under cancellation-K2--------------------2, and we did not$/,
  ],
  [
    "a refund made by hand",
    withApproval(0, { cancellations: [{ orderId: null, amount: 500 }] }),
    /^the gateway refunded 500 of approval-K1------------------- under no key, and we did not$/,
  ],
  [
    "a net-cancel of a payment that is approved",
    withApproval(2, { isNetCancelled: true }),
    /^approval-K3------------------- was net-canceled, and its payment is approved$/,
  ],
  [
    "a card of a checkout that is over",
    withBid(0, { expired: false }),
    /^the card B1 of card-K1--------------------1 is still stored, and not flagged$/,
  ],
  ["a card of a billing key that was deleted", withBid(3, { expired: false }), /^the card B4 of token-deleted is/],
  ["a lost card of a billing key", withBid(2, { expired: true }), /^the card of active is no longer stored$/],
  [
    "a card with an unknown token that is not flagged",
    { ...sound, flagged: ["release-card-K5--------------------2"] },
    /^the card B2 of card-K5--------------------1 is still stored, and not flagged$/,
  ],
  [
    "a flag for a card that was released",
    withBid(1, { expired: true }),
    /^release-card-K5--------------------1 is flagged, and its card was released$/,
  ],
  [
    "a flag for a card with a known token",
    { ...sound, flagged: [...sound.flagged, "release-card-K1--------------------1"] },
    /^waits for an operator: release-card-K1--------------------1$/,
  ],
  [
    "a flag for anything else",
    { ...sound, flagged: [...sound.flagged, "approval-K1-------------------"] },
    /^waits for an operator: approval-K1-------------------$/,
  ],
  ["what the service finds itself", { ...sound, problems: ["fee is 1"] }, /^fee is 1$/],
])("%s is found", ([, books, difference]) => {
  expect(gatewayDifferences(acknowledgedWith(), books)).toContainEqual(expect.stringMatching(difference));
});

test("a payment that was acknowledged and is lost is found", () => {
  const lost = acknowledgedWith([
    { kind: "paid", orderId: "lost", intentKey: "K8-------------------", amount: 10_000 },
  ]);
  expect(gatewayDifferences(lost, sound)).toEqual(["the payment of lost is lost"]);
});
