import { describe, expect, test } from "vitest";
import { judge } from "./linearizability.ts";
import { orderModel, type OrderAct, type OrderRequest, newPayment, type Order, type Payment } from "./order-model.ts";

const key = "key-of-the-payment-00";

/** A payment whose session is call 1. */
function paymentOf(state: Partial<Payment>): Order {
  return { payments: [{ ...newPayment(1), intentKey: key, ...state }] };
}

const authenticated = { link: "AUTHENTICATED", status: "IN_PROGRESS" } as const;
const paid = { link: "AUTHENTICATED", status: "DONE", isPaid: true } as const;

const states = {
  none: { payments: [] },
  ready: paymentOf({}),
  authenticated: paymentOf(authenticated),
  confirming: paymentOf({ ...authenticated, open: 7 }),
  paid: paymentOf(paid),
  canceling: paymentOf({ ...paid, open: 7 }),
  part: paymentOf({ ...paid, status: "PARTIAL_CANCELED", canceled: 4_000 }),
  canceled: paymentOf({ ...paid, status: "CANCELED", canceled: 10_000 }),
  canceledUnpaid: paymentOf({ link: "EXPIRED", status: "CANCELED", canceled: 10_000 }),
  givenUp: paymentOf({ link: "EXPIRED", status: "EXPIRED" }),
  superseded: paymentOf({ link: "SUPERSEDED", status: "EXPIRED" }),
  refused: paymentOf({ link: "AUTHENTICATED", status: "ABORTED", failure: "REJECT_CARD_PAYMENT" }),
  refusedUnknown: paymentOf({ link: "AUTHENTICATED", status: "ABORTED", failure: "unknown" }),
} satisfies Record<string, Order>;

const requests = {
  open: { what: "open a session" },
  authenticate: { what: "authenticate", session: 1 },
  giveUp: { what: "give up", session: 1 },
  read: { what: "read the checkout", session: 1 },
  confirm: { what: "confirm", intentKey: key },
  cancel: { what: "cancel", of: "order" },
  cancelPart: { what: "cancel", of: { intentKey: key }, amount: 6_000 },
  cancelTooMuch: { what: "cancel", of: { intentKey: key }, amount: 6_001 },
  lookUp: { what: "look up", of: { intentKey: key } },
  lookUpOrder: { what: "look up", of: "order" },
} satisfies Record<string, OrderRequest>;

const refusals = /^[A-Z_]+$/;
const statuses = new Set(["OPEN", "AUTHENTICATED", "CONFIRMING", "PAID", "EXPIRED", "SUPERSEDED"]);

function act(
  request: OrderRequest,
  says: string | undefined,
  { call = 2, intentKey }: { readonly call?: number; readonly intentKey?: string } = {},
): OrderAct {
  const isRefusal = says !== undefined && refusals.test(says) && !statuses.has(says);
  const reply = says === undefined ? undefined : { says, isRefusal, ...(intentKey !== undefined && { intentKey }) };
  return { moment: "end", call, request, reply };
}

const allAnswers = [
  ...statuses,
  "opened",
  "authenticated",
  "given up",
  "DONE 0",
  "DONE 0 canceling",
  "READY 0",
  "IN_PROGRESS 0",
  "EXPIRED 0",
  "ABORTED 0",
  "PARTIAL_CANCELED 4000",
  "PARTIAL_CANCELED 6000",
  "CANCELED 10000",
  "NOT_FOUND_PAYMENT",
  "FORBIDDEN_CONSECUTIVE_REQUEST",
  "DUPLICATED_ORDER_ID",
  "EXPIRED_PAYMENT_SESSION",
  "INVALIDATED_PAYMENT_SESSION",
  "ALREADY_PROCESSED_PAYMENT",
  "ALREADY_CANCELED_PAYMENT",
  "UNAPPROVED_ORDER_ID",
  "REJECT_CARD_PAYMENT",
  "PROVIDER_ERROR",
  "NOT_CANCELABLE_PAYMENT",
  "NOT_CANCELABLE_AMOUNT",
  "NOT_MATCHES_REFUNDABLE_AMOUNT",
] as const;

/** For each state and request, all the answers that the model allows. */
const table: readonly (readonly [keyof typeof states, keyof typeof requests, ...string[]])[] = [
  ["none", "open", "opened"],
  ["none", "lookUpOrder", "NOT_FOUND_PAYMENT"],
  ["none", "cancel", "NOT_FOUND_PAYMENT"],
  ["ready", "open", "opened"],
  ["ready", "authenticate", "authenticated", "PROVIDER_ERROR"],
  ["ready", "giveUp", "given up"],
  ["ready", "read", "OPEN"],
  ["ready", "confirm", "UNAPPROVED_ORDER_ID"],
  ["ready", "cancel", "CANCELED 10000"],
  ["ready", "cancelPart", "NOT_CANCELABLE_AMOUNT"],
  ["ready", "lookUp", "READY 0"],
  ["authenticated", "open", "opened"],
  ["authenticated", "authenticate", "authenticated"],
  ["authenticated", "giveUp", "given up"],
  ["authenticated", "read", "AUTHENTICATED"],
  ["authenticated", "confirm"],
  ["authenticated", "cancel", "CANCELED 10000"],
  ["authenticated", "lookUp", "IN_PROGRESS 0"],
  ["confirming", "open", "FORBIDDEN_CONSECUTIVE_REQUEST"],
  ["confirming", "authenticate", "authenticated"],
  ["confirming", "giveUp", "ALREADY_PROCESSED_PAYMENT"],
  ["confirming", "read", "CONFIRMING"],
  ["confirming", "confirm", "ALREADY_PROCESSED_PAYMENT"],
  ["confirming", "cancel", "FORBIDDEN_CONSECUTIVE_REQUEST"],
  ["confirming", "lookUp", "IN_PROGRESS 0"],
  ["paid", "open", "DUPLICATED_ORDER_ID"],
  ["paid", "authenticate", "authenticated"],
  ["paid", "giveUp", "ALREADY_PROCESSED_PAYMENT"],
  ["paid", "read", "PAID"],
  ["paid", "confirm", "DONE 0"],
  ["paid", "cancel"],
  ["paid", "lookUpOrder", "DONE 0"],
  ["canceling", "open", "FORBIDDEN_CONSECUTIVE_REQUEST"],
  ["canceling", "confirm", "DONE 0 canceling"],
  ["canceling", "cancel", "FORBIDDEN_CONSECUTIVE_REQUEST"],
  ["canceling", "lookUp", "DONE 0 canceling"],
  ["part", "open", "DUPLICATED_ORDER_ID"],
  ["part", "confirm", "PARTIAL_CANCELED 4000"],
  ["part", "cancelPart"],
  ["part", "cancelTooMuch", "NOT_MATCHES_REFUNDABLE_AMOUNT"],
  ["canceled", "open", "DUPLICATED_ORDER_ID"],
  ["canceled", "confirm", "ALREADY_CANCELED_PAYMENT"],
  ["canceled", "cancel", "ALREADY_CANCELED_PAYMENT"],
  ["canceled", "read", "PAID"],
  ["canceledUnpaid", "open", "opened"],
  ["canceledUnpaid", "authenticate", "EXPIRED_PAYMENT_SESSION"],
  ["canceledUnpaid", "confirm", "ALREADY_CANCELED_PAYMENT"],
  ["givenUp", "open", "opened"],
  ["givenUp", "giveUp", "EXPIRED_PAYMENT_SESSION"],
  ["givenUp", "confirm", "EXPIRED_PAYMENT_SESSION"],
  ["givenUp", "cancel", "NOT_CANCELABLE_PAYMENT"],
  ["superseded", "authenticate", "INVALIDATED_PAYMENT_SESSION"],
  ["superseded", "read", "SUPERSEDED"],
  ["superseded", "confirm", "INVALIDATED_PAYMENT_SESSION"],
  ["refused", "open", "opened"],
  ["refused", "read", "EXPIRED"],
  ["refused", "authenticate", "EXPIRED_PAYMENT_SESSION"],
  ["refused", "confirm", "REJECT_CARD_PAYMENT"],
  ["refused", "cancel", "NOT_CANCELABLE_PAYMENT"],
  ["refusedUnknown", "confirm", "REJECT_CARD_PAYMENT", "PROVIDER_ERROR"],
];

const rows = table.map(([state, request, ...allowed]) => ({ state, request, allowed }));

test.each(rows)("an order that is $state answers $request", ({ state, request, allowed }) => {
  const answers = allAnswers.filter((says) => orderModel.step(states[state], act(requests[request], says)).length > 0);
  expect(answers.toSorted()).toEqual(allowed.toSorted());
});

test.each(rows)("an order that is $state is the same after a read or refusal of $request", (row) => {
  for (const answer of row.allowed) {
    const refused = act(requests[row.request], answer);
    if (orderModel.changesNothing(refused))
      expect(orderModel.step(states[row.state], refused)).toEqual([states[row.state]]);
  }
});

describe("a request that calls the gateway", () => {
  const begin = (call: number, request: OrderRequest): OrderAct => ({
    ...act(request, undefined, { call }),
    moment: "begin",
  });

  test.each([
    ["authenticated", "confirm", "IN_PROGRESS"],
    ["paid", "cancel", "DONE"],
    ["part", "cancelPart", "PARTIAL_CANCELED"],
  ] as const)("begins on an order that is %s, by %s, and leaves it %s", (state, request, status) => {
    const [after, ...others] = orderModel.step(states[state], begin(9, requests[request]));
    expect(others).toEqual([]);
    expect(after?.payments[0]).toMatchObject({ status, open: 9 });
  });

  test.each([
    ["ready", "confirm"],
    ["confirming", "confirm"],
    ["paid", "confirm"],
    ["canceling", "cancel"],
    ["authenticated", "cancel"],
    ["canceled", "cancel"],
    ["part", "cancelTooMuch"],
  ] as const)("does not begin on an order that is %s, by %s", (state, request) => {
    expect(orderModel.step(states[state], begin(9, requests[request]))).toEqual([]);
  });

  test.each([
    ["confirming", "confirm", ["DONE 0", "PROVIDER_ERROR", "REJECT_CARD_PAYMENT"]],
    ["canceling", "cancelPart", ["PARTIAL_CANCELED 6000", "PROVIDER_ERROR", "REJECT_CARD_PAYMENT"]],
    ["canceling", "cancel", ["CANCELED 10000", "PROVIDER_ERROR", "REJECT_CARD_PAYMENT"]],
  ] as const)("ends on an order that is %s, by %s, in one of its outcomes", (state, request, allowed) => {
    const asked = (says: string) => act(requests[request], says, { call: 7 });
    const answers = allAnswers.filter((says) => orderModel.step(states[state], asked(says)).length > 0);
    expect(new Set<string>(answers)).toEqual(new Set<string>(allowed));
  });

  test("ends in any outcome if the answer was lost", () => {
    const lost = (state: Order, request: OrderRequest) =>
      orderModel.step(state, act(request, undefined, { call: 7 })).map(({ payments }) => payments[0]?.status);
    expect(lost(states.confirming, requests.confirm)).toEqual(["DONE", "ABORTED"]);
    expect(lost(states.canceling, requests.cancel)).toEqual(["CANCELED", "DONE"]);
  });
});

test("a new session ends the one before, and its payment", () => {
  const [after] = orderModel.step(states.authenticated, act(requests.open, "opened", { call: 5 }));
  expect(after?.payments).toMatchObject([
    { session: 1, link: "SUPERSEDED", status: "EXPIRED" },
    { session: 5, link: "OPEN", status: "READY" },
  ]);
});

test("of sessions whose answers were lost, only the last one can be reached", () => {
  const lost = act(requests.open, undefined, { call: 5 });
  const [once = states.none] = orderModel.step(states.ready, lost);
  expect(once.payments).toMatchObject([
    { session: 1, link: "SUPERSEDED", status: "EXPIRED" },
    { session: null, link: "OPEN" },
  ]);
  expect(orderModel.step(once, { ...lost, call: 6 })).toEqual([once]);
  const [canceled = once] = orderModel.step(once, act(requests.cancel, "CANCELED 10000", { intentKey: "another" }));
  expect(orderModel.step(canceled, { ...lost, call: 6 })[0]?.payments).toHaveLength(3);
});

test("the first answer sets the key of a payment, and no other key matches afterwards", () => {
  const opened = { payments: [newPayment(1)] };
  const lookUp = (intentKey: string) => act(requests.lookUpOrder, "READY 0", { intentKey });
  const [known = opened] = orderModel.step(opened, lookUp(key));
  expect(known.payments[0]?.intentKey).toBe(key);
  expect(orderModel.step(known, lookUp(key))).toEqual([known]);
  expect(orderModel.step(known, lookUp("another-payments-key-"))).toEqual([]);
});

test("two payments never have the same key", () => {
  const [both = states.none] = orderModel.step(states.authenticated, act(requests.open, "opened", { call: 5 }));
  expect(orderModel.step(both, act(requests.lookUpOrder, "READY 0", { intentKey: key }))).toEqual([]);
});

describe("a history", () => {
  const call = (made: OrderAct, begin: number, end: number) => ({ act: made, begin, end });
  const session = [
    call(act(requests.open, "opened", { call: 1 }), 0, 1),
    call(act(requests.authenticate, "authenticated", { call: 2, intentKey: key }), 2, 3),
  ];
  const confirm = (call_: number, says: string | undefined, [begin, end]: readonly [number, number]) => {
    const ends = act(requests.confirm, says, { call: call_ });
    return [call({ ...ends, moment: "begin" }, begin, Infinity), call(ends, begin, end)];
  };
  const lookUp = (says: string, begin: number) => call(act(requests.lookUp, says), begin, begin + 1);

  test("of a confirm whose answer is lost is linearizable with either outcome", () => {
    const lost = [...session, ...confirm(3, undefined, [4, Infinity])];
    expect(judge(orderModel, [...lost, lookUp("IN_PROGRESS 0", 9), lookUp("DONE 0", 11)]).verdict).toBe("linearizable");
    expect(judge(orderModel, [...lost, lookUp("ABORTED 0", 9)]).verdict).toBe("linearizable");
    expect(judge(orderModel, [...lost, lookUp("DONE 0", 9), lookUp("IN_PROGRESS 0", 11)]).verdict).toBe(
      "not linearizable",
    );
  });

  test("of two confirms at once is linearizable if one of them met the attempt of the other", () => {
    const refused = act(requests.confirm, "ALREADY_PROCESSED_PAYMENT", { call: 4 });
    expect(judge(orderModel, [...session, ...confirm(3, "DONE 0", [4, 9]), call(refused, 5, 6)]).verdict).toBe(
      "linearizable",
    );
    expect(judge(orderModel, [...session, ...confirm(3, "DONE 0", [4, 9]), call(refused, 10, 11)]).verdict).toBe(
      "not linearizable",
    );
  });
});
