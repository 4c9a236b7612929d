import { expect, test } from "vitest";
import { codeOf, createWorld, sessionInput, shop, valueOf, type World } from "../../../test/world.ts";
import { intentRecord } from "../intent/intent.ts";

/**
 * A payment of 10,000 won that its buyer has authenticated with several cards, in shares of 1,000, 2,000, … won, the
 * last one the rest. No operation makes such a payment yet, so its record is written.
 */
async function splitPayment(world: World, cards: readonly string[]) {
  const payment = await world.authenticated({ card: cards[0] ?? "kb" });
  const tokens = await Promise.all(
    cards.map(async (card, index) => {
      const orderId = `order-of-a-card-${index}-x`;
      const { intentKey } = await world.authenticated({ ...sessionInput, orderId, card });
      const [record] = (await world.memory.read("7:test", { keys: [intentRecord.ref(intentKey)] })).records;
      return intentRecord.schema.parse(record?.body).methods[0];
    }),
  );
  const { intentKey } = payment;
  const [record] = (await world.memory.read("7:test", { keys: [intentRecord.ref(intentKey)] })).records;
  if (record === undefined) throw new Error("the payment has no record");
  const intent = intentRecord.schema.parse(record.body);
  let rest = 10_000;
  const methods = tokens.map((method, index) => {
    if (method === undefined) throw new Error("a card was not authenticated");
    const amount = index === tokens.length - 1 ? rest : (index + 1) * 1_000;
    rest -= amount;
    return { ...method, amount };
  });
  const committed = await world.memory.commit({
    id: `split ${intentKey}`,
    tenant: "7:test",
    at: 0,
    expect: [{ key: record.key, version: record.version }],
    writes: [{ ...intentRecord.write({ ...intent, methods }), dueAt: record.dueAt, place: record.place }],
    reference: "",
    postings: [],
    floors: [],
    tallies: [],
  });
  expect(committed.status).toBe("committed");
  return { intentKey, orderId: payment.orderId, amount: payment.amount };
}

/** Disturbs the approval of one method, so that no look-up succeeds at once. */
function disturb(
  world: World,
  key: string,
  fault: { readonly kind: "answer-lost" | "arrives-late"; readonly ms?: number },
) {
  const disturbedAt = world.clock.now();
  world.gateway.faults.schedule(({ operation, key: called }) => {
    if (operation === "lookUp" && world.clock.now() === disturbedAt) return "refused-connection";
    return operation === "approve" && called === key ? fault : undefined;
  });
}

/** The gateway's and the ledger's final word on a payment. */
async function outcomeOf(world: World, intentKey: string) {
  const { status, failure, methods } = valueOf(await world.payments.intents.lookUp(shop, { intentKey }));
  const { receivable, pending } = await world.payments.ledger.balances(shop);
  return {
    status,
    failure: failure?.[0]?.code,
    methods: methods.length,
    held: world.gateway.held("7:test"),
    receivable,
    pending,
  };
}

const stands = { status: "DONE", failure: undefined, held: 10_000, receivable: 10_000, pending: 9637 };
const undone = { status: "ABORTED", held: 0, receivable: 0, pending: 0 };

const approvals = (world: World) =>
  world.gateway.records().map(({ key, state }) => `${key.replace(/-[\w-]{21}/, "")} ${state}`);

test("a payment with several methods is done when all of them are approved, and is booked once", async () => {
  const world = await createWorld();
  const payment = await splitPayment(world, ["kb", "kb", "kb"]);
  const confirmed = valueOf(await world.payments.intents.confirm(shop, payment));
  expect(confirmed.methods.map(({ amount }) => amount)).toEqual([1_000, 2_000, 7_000]);
  expect(approvals(world)).toEqual(["approval APPROVED", "approval-2 APPROVED", "approval-3 APPROVED"]);
  expect(await outcomeOf(world, payment.intentKey)).toMatchObject(stands);
  expect(await world.payments.ledger.entries(shop, payment.intentKey)).toHaveLength(1);
  expect(valueOf(await world.payments.intents.confirm(shop, payment))).toEqual(confirmed);
  expect(world.gateway.held("7:test")).toBe(10_000);
});

test.each([
  ["the first", ["no-funds", "kb", "kb"]],
  ["one in the middle", ["kb", "no-funds", "kb"]],
  ["the last", ["kb", "kb", "no-funds"]],
])("when %s is refused, what was approved is reversed, and nothing more is approved", async (_which, cards) => {
  const world = await createWorld();
  const payment = await splitPayment(world, cards);
  expect(codeOf(await world.payments.intents.confirm(shop, payment))).toBe("REJECT_CARD_PAYMENT");
  expect(await outcomeOf(world, payment.intentKey)).toMatchObject({ ...undone, failure: "REJECT_CARD_PAYMENT" });
  const after = approvals(world).slice(cards.indexOf("no-funds") + 1);
  expect(after).toEqual([]);
  expect(codeOf(await world.payments.intents.confirm(shop, payment))).toBe("REJECT_CARD_PAYMENT");
  expect(valueOf(await world.payments.sessions.create(shop, sessionInput)).token).toMatch(/^cs_/);
});

test("when the last answer is lost, the look-up finds it, and the payment is done", async () => {
  const world = await createWorld();
  const payment = await splitPayment(world, ["kb", "kb"]);
  disturb(world, `approval-${payment.intentKey}-2`, { kind: "answer-lost" });
  expect(codeOf(await world.payments.intents.confirm(shop, payment))).toBe("UNKNOWN_PAYMENT_ERROR");
  expect(await world.status(payment.intentKey)).toBe("IN_PROGRESS");
  await world.pass(5);
  expect(await outcomeOf(world, payment.intentKey)).toMatchObject(stands);
});

test.each([
  ["answer-lost", 1, undone],
  ["arrives-late", 1, undone],
  ["arrives-late", 2, stands],
] as const)("after %s of approval %i the payment is whole or nothing", async (kind, method, expected) => {
  const world = await createWorld();
  const payment = await splitPayment(world, ["kb", "kb"]);
  const key = method === 1 ? `approval-${payment.intentKey}` : `approval-${payment.intentKey}-${method}`;
  disturb(world, key, { kind, ms: 20_000 });
  expect(codeOf(await world.payments.intents.confirm(shop, payment))).toBe("UNKNOWN_PAYMENT_ERROR");
  await world.pass(60);
  expect(await outcomeOf(world, payment.intentKey)).toMatchObject(expected);
  const repeated = codeOf(await world.payments.intents.confirm(shop, payment));
  expect(repeated).toBe(expected === undone ? "PROVIDER_ERROR" : "ok");
});

test("a repeat past the deadline looks up every method, and answers the payment's outcome", async () => {
  const world = await createWorld();
  const payment = await splitPayment(world, ["kb", "kb"]);
  disturb(world, `approval-${payment.intentKey}-2`, { kind: "answer-lost" });
  await world.payments.intents.confirm(shop, payment, { idempotencyKey: "k" });
  expect(codeOf(await world.payments.intents.confirm(shop, payment))).toBe("ALREADY_PROCESSED_PAYMENT");
  await world.clock.advance(31_000);
  expect(valueOf(await world.payments.intents.confirm(shop, payment, { idempotencyKey: "k" })).status).toBe("DONE");
  expect(await outcomeOf(world, payment.intentKey)).toMatchObject(stands);
});

test("a process that dies between two approvals leaves nothing approved", async () => {
  let dies = false;
  const world = await createWorld({
    store: (store) => ({
      ...store,
      async commit(changeSet) {
        const result = await store.commit(changeSet);
        const concludes = changeSet.writes.some(
          ({ body }) => body?.["kind"] === "approval" && body["status"] === "DONE",
        );
        if (dies && concludes) await new Promise(() => undefined);
        return result;
      },
    }),
  });
  const payment = await splitPayment(world, ["kb", "kb"]);
  dies = true;
  void world.payments.intents.confirm(shop, payment);
  await world.clock.advance(1_000);
  dies = false;
  expect(world.gateway.held("7:test")).toBe(1_000);
  // The lane of the dead request is never left in this process; another process takes over.
  const other = await createWorld({ sharing: world });
  await other.pass(60);
  expect(await outcomeOf(other, payment.intentKey)).toMatchObject({ ...undone, failure: "PROVIDER_ERROR" });
});

test("a payment ends only when the last of its reversals is acknowledged", async () => {
  const world = await createWorld();
  const payment = await splitPayment(world, ["kb", "kb", "kb", "no-funds"]);
  const lost = `reversal-${payment.intentKey}-3`;
  world.gateway.faults.schedule(({ operation, key }) =>
    operation === "reverse" && key === lost ? "refused-connection" : undefined,
  );
  expect(codeOf(await world.payments.intents.confirm(shop, payment))).toBe("UNKNOWN_PAYMENT_ERROR");
  await world.pass(5);
  expect(await world.status(payment.intentKey)).toBe("IN_PROGRESS");
  expect(world.gateway.held("7:test")).toBe(3_000);
  world.gateway.faults.schedule();
  await world.pass(60);
  expect(await outcomeOf(world, payment.intentKey)).toMatchObject({ ...undone, failure: "REJECT_CARD_PAYMENT" });
});

test("a payment was approved when the last of its methods was", async () => {
  const world = await createWorld();
  const payment = await splitPayment(world, ["kb", "kb", "kb"]);
  const times = [20_000, 60_000, 40_000];
  const approve: typeof world.gateway.approve = async (request) => {
    const found = await world.gateway.approve(request);
    if (found.outcome !== "done") return found;
    return { ...found, value: { ...found.value, approvedAt: found.value.approvedAt + (times.shift() ?? 0) } };
  };
  const process = await createWorld({ sharing: { ...world, gateway: { ...world.gateway, approve } } });
  const { approvedAt } = valueOf(await process.payments.intents.confirm(shop, payment));
  expect(approvedAt).toBe("2026-11-20T10:01:00+09:00");
});

test("each outcome is written to its own approval, and to the payment when it is the last", async () => {
  const world = await createWorld();
  const payment = await splitPayment(world, ["kb", "kb"]);
  const written: (readonly string[])[] = [];
  const process = await createWorld({
    sharing: world,
    store: (store) => ({
      ...store,
      commit: (changeSet) => {
        written.push(
          changeSet.writes.map(({ key: { kind, id } }) => `${kind} ${id.replace(payment.intentKey, "key")}`),
        );
        return store.commit(changeSet);
      },
    }),
  });
  written.length = 0;
  await process.payments.intents.confirm(shop, payment);
  expect(written.slice(1)).toEqual([
    ["attempt approval-key"],
    ["attempt approval-key-2"],
    ["attempt approval-key", "attempt approval-key-2", "intent key", "earning key"],
  ]);
});

test("of several approvals only the one without an outcome is flagged", async () => {
  const world = await createWorld({ settings: { flagAfterMs: 1000 } });
  const payment = await splitPayment(world, ["kb", "kb"]);
  world.gateway.faults.schedule(({ operation, key }) =>
    operation === "lookUp" ? "refused-connection" : key?.endsWith("-2") === true ? "answer-lost" : undefined,
  );
  await world.payments.intents.confirm(shop, payment);
  await world.pass(3);
  const { items } = valueOf(await world.payments.attempts.flagged(shop));
  expect(items.map(({ key }) => key)).toEqual([`approval-${payment.intentKey}-2`]);
  const flags = world.notices.filter(({ kind }) => kind === "attempt-flagged");
  expect(flags).toMatchObject([{ attempt: `approval-${payment.intentKey}-2` }]);
});

test("a payment fails by the method that evidence says was not approved", async () => {
  const world = await createWorld();
  const payment = await splitPayment(world, ["kb", "shinhan"]);
  world.gateway.faults.schedule(({ operation }) => (operation === "approve" ? "refused-connection" : undefined));
  expect(codeOf(await world.payments.intents.confirm(shop, payment))).toBe("UNKNOWN_PAYMENT_ERROR");
  const second = `approval-${payment.intentKey}-2`;
  valueOf(await world.payments.attempts.resolve(shop, second, { outcome: "not-done", note: "no such approval" }));
  await world.pass(70);
  const { status, failure, methods } = valueOf(await world.payments.intents.lookUp(shop, payment));
  expect(status).toBe("ABORTED");
  expect(failure).toMatchObject([
    { code: "PROVIDER_ERROR", details: { keyin: { number: methods[1]?.keyin?.number } } },
  ]);
  expect(methods[0]?.keyin?.number).not.toBe(methods[1]?.keyin?.number);
});

test("a payment with several methods is not refunded in part", async () => {
  const world = await createWorld();
  const payment = await splitPayment(world, ["kb", "kb"]);
  valueOf(await world.payments.intents.confirm(shop, payment));
  expect(codeOf(await world.cancel(payment.intentKey, 1))).toBe("NOT_ALLOWED_PARTIAL_REFUND");
  expect(world.gateway.held("7:test")).toBe(10_000);
});

test("a reversal that is not acknowledged is repeated, and only then the payment ends", async () => {
  const world = await createWorld();
  const payment = await splitPayment(world, ["kb", "no-funds"]);
  world.gateway.faults.next("reverse", { kind: "refused-connection" });
  expect(codeOf(await world.payments.intents.confirm(shop, payment))).toBe("UNKNOWN_PAYMENT_ERROR");
  expect(await world.status(payment.intentKey)).toBe("IN_PROGRESS");
  await world.pass(40);
  expect(await outcomeOf(world, payment.intentKey)).toMatchObject({ ...undone, failure: "REJECT_CARD_PAYMENT" });
});
