import { expect, test } from "vitest";
import { chargeInput, createBillingWorld } from "../../../test/billing-world.ts";
import { codeOf, createWorld, shop, valueOf, withKeyIn } from "../../../test/world.ts";

test("a deleted key is gone, and its card is released once a request's time is over", async () => {
  const world = await createBillingWorld();
  const billkey = await world.billkey();
  expect(valueOf(await world.payments.billing.remove(shop, billkey))).toEqual({ billkey });
  expect(codeOf(await world.payments.billing.remove(shop, billkey))).toBe("NOT_FOUND_BILLING");
  expect(codeOf(await world.charge(chargeInput([billkey])))).toBe("NOT_FOUND_BILLING");
  expect(world.held()).toBe(0);
  const { records } = await world.memory.read("7:test", { keys: [{ kind: "billingKey", id: billkey }] });
  expect(records[0]?.body).toMatchObject({ status: "DELETED", deletedAt: world.clock.now(), cardToken: null });
  await world.pass(29);
  expect(world.tokens()).toEqual(["ISSUED"]);
  await world.pass(1);
  expect(world.tokens()).toEqual(["RELEASED"]);
});

test.each(["billkey_none", "x\ny", ""])("there is no billing key %j", async (billkey) => {
  const world = await createBillingWorld();
  expect(codeOf(await world.payments.billing.remove(shop, billkey))).toBe("NOT_FOUND_BILLING");
});

test("another merchant's key can neither be deleted nor charged", async () => {
  const world = await createBillingWorld();
  const billkey = await world.billkey();
  const other = { mId: 8, mode: "test" } as const;
  await world.payments.merchants.register({ ...other, name: "Other", feeRate: "1" });
  expect(codeOf(await world.payments.billing.remove(other, billkey))).toBe("NOT_FOUND_BILLING");
  expect(codeOf(await world.payments.billing.charge(other, chargeInput([billkey])))).toBe("NOT_FOUND_BILLING");
});

test("a charge in progress ends after its key is deleted, and only then the card is released", async () => {
  const world = await createBillingWorld();
  const billkey = await world.billkey("answer-lost");
  // No look-up succeeds for a while.
  world.gateway.faults.schedule(({ operation }) => (operation === "lookUp" ? "refused-connection" : undefined));
  expect(codeOf(await world.charge(chargeInput([billkey])))).toBe("UNKNOWN_PAYMENT_ERROR");
  valueOf(await world.payments.billing.remove(shop, billkey));
  await world.pass(90);
  expect(world.tokens()).toEqual(["ISSUED"]);
  world.gateway.faults.schedule();
  await world.pass(120);
  expect(world.tokens()).toEqual(["RELEASED"]);
  const paid = await world.payments.intents.lookUp(shop, { orderId: "subscription-2026-11" });
  expect(valueOf(paid)).toMatchObject({ status: "DONE" });
  expect(world.held()).toBe(5_000);
});

test("a card is not released before both of two charges in progress have ended", async () => {
  const world = await createBillingWorld();
  const billkey = await world.billkey();
  world.gateway.faults.next("approve", "answer-lost");
  world.gateway.faults.schedule(({ operation }) => (operation === "lookUp" ? "refused-connection" : undefined));
  expect(codeOf(await world.charge(chargeInput([billkey])))).toBe("UNKNOWN_PAYMENT_ERROR");
  valueOf(await world.charge(chargeInput([billkey], { orderId: "subscription-2026-12" })));
  valueOf(await world.payments.billing.remove(shop, billkey));
  await world.pass(90);
  expect(world.tokens()).toEqual(["ISSUED"]);
  world.gateway.faults.schedule();
  await world.pass(120);
  expect(world.tokens()).toEqual(["RELEASED"]);
  expect(world.held()).toBe(10_000);
});

test("a cancellation in progress needs no card", async () => {
  const world = await createBillingWorld();
  const billkey = await world.billkey("refund-never-arrives");
  const { intentKey } = valueOf(await world.charge(chargeInput([billkey])));
  expect(codeOf(await world.cancel(intentKey))).toBe("FAILED_REFUND_PROCESS");
  valueOf(await world.payments.billing.remove(shop, billkey));
  await world.pass(31);
  expect(world.tokens()).toEqual(["RELEASED"]);
});

test("a release without an answer is repeated until the gateway has released the card", async () => {
  const world = await createBillingWorld();
  const billkey = await world.billkey();
  world.gateway.faults.next("releaseToken", "answer-lost");
  world.gateway.faults.next("releaseToken", "wrong-key");
  valueOf(await world.payments.billing.remove(shop, billkey));
  const attempt = async () => {
    const { records } = await world.memory.read("7:test", { keys: [{ kind: "attempt", id: `release-${billkey}` }] });
    return records[0]?.body;
  };
  await world.pass(31);
  expect(await attempt()).toMatchObject({ status: "UNKNOWN", sendings: 1 });
  expect(world.tokens()).toEqual(["RELEASED"]);
  await world.pass(120);
  expect(await attempt()).toMatchObject({ status: "DONE", sendings: 3, lookUpAt: null });
});

test("a gateway's refusal to release a card is flagged, and evidence may end it", async () => {
  const world = await createBillingWorld();
  const refusing = async () => ({ outcome: "refused", code: "PROVIDER_ERROR" }) as const;
  const other = await createWorld({
    sharing: { ...world, gateway: withKeyIn(world.gateway, { releaseToken: refusing }) },
  });
  const billkey = await world.billkey();
  valueOf(await world.payments.billing.remove(shop, billkey));
  await world.clock.advance(31_000);
  await other.payments.work.runDue(100);
  const key = `release-${billkey}`;
  expect(other.notices).toMatchObject([{ kind: "attempt-flagged", attempt: key }]);
  expect(valueOf(await other.payments.attempts.flagged(shop)).items).toMatchObject([{ key, kind: "token-release" }]);
  const at = new Date(world.clock.now()).toISOString();
  valueOf(await other.payments.attempts.resolve(shop, key, { outcome: "done", at, note: "the gateway's support" }));
  expect(valueOf(await other.payments.attempts.flagged(shop)).items).toEqual([]);
  const { records } = await world.memory.read("7:test", { keys: [{ kind: "attempt", id: `release-${billkey}` }] });
  expect(records[0]?.body).toMatchObject({ status: "DONE", lookUpAt: null });
});

test("the card of a key that 0.1.0 has issued is released under the keys of 0.1.0", async () => {
  const world = await createBillingWorld();
  const billkey = await world.billkey();
  const [former, now] = [`token.${billkey}`, `token-${billkey}`].map((id) => ({ kind: "attempt", id }));
  if (former === undefined || now === undefined) throw new Error("there is no key");
  const [issued] = (await world.memory.read("7:test", { keys: [now] })).records;
  await world.memory.commit({
    id: "issued-by-0.1.0",
    tenant: "7:test",
    at: world.clock.now(),
    expect: [
      { key: now, version: issued?.version ?? "absent" },
      { key: former, version: "absent" },
    ],
    writes: [
      { key: now, body: null, dueAt: null, place: null },
      { key: former, body: { ...issued?.body, key: former.id }, dueAt: null, place: null },
    ],
    reference: "",
    postings: [],
    floors: [],
    tallies: [],
  });
  valueOf(await world.payments.billing.remove(shop, billkey));
  const release = { kind: "attempt", id: `release.${billkey}` };
  const { records } = await world.memory.read("7:test", { keys: [release] });
  expect(records[0]?.body).toMatchObject({ key: release.id, tokenKey: former.id });
});
