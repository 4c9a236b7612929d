import { expect, test } from "vitest";
import { createBillingWorld, customerId, issueInput } from "../../../test/billing-world.ts";
import { codeOf, createWorld, shop, valueOf } from "../../../test/world.ts";
import type { IssueBillingKeyInput } from "../../index.ts";

test("a card is stored, by its gateway's token and never by its number", async () => {
  const world = await createBillingWorld();
  const { billkey } = valueOf(await world.payments.billing.issue(shop, issueInput()));
  expect(billkey).toMatch(/^billkey_.{20}$/);
  const { records } = await world.memory.read("7:test", { keys: [{ kind: "billingKey", id: billkey }] });
  expect(records[0]?.body).toMatchObject({
    billkey,
    customerId,
    maskedNumber: "400000******0009",
    issuerCode: "11",
    status: "ACTIVE",
  });
  expect(world.tokens()).toEqual(["ISSUED"]);
});

test("the same card twice, and several cards of a customer, are keys of their own", async () => {
  const world = await createBillingWorld();
  const keys = [await world.billkey("kb"), await world.billkey("kb"), await world.billkey("amex")];
  expect(new Set(keys).size).toBe(3);
  expect(world.tokens()).toEqual(["ISSUED", "ISSUED", "ISSUED"]);
});

test.each<[string, Partial<IssueBillingKeyInput>, string, string]>([
  ["a customerId without a special character", { customerId: "c7f3b2a91" }, "INVALID_CUSTOMER_ID", "customerId"],
  ["an anonymous customer's card", { customerId: "@@ANONYMOUS" }, "INVALID_CUSTOMER_ID", "customerId"],
  ["a phone number as customerId", { customerId: "010-1234-5678" }, "INVALID_CUSTOMER_ID", "customerId"],
  ["a customerId of 51 characters", { customerId: `c-${"x".repeat(49)}` }, "INVALID_CUSTOMER_ID", "customerId"],
  ["11 digits", { number: "40000000001" }, "INVALID_REQUEST", "number"],
  ["20 digits", { number: "4".repeat(20) }, "INVALID_REQUEST", "number"],
  ["a number with spaces", { number: "4000 0000 0011 0009" }, "INVALID_REQUEST", "number"],
  ["month 13", { expriationMM: "13" }, "INVALID_REQUEST", "expriationMM"],
  ["month 00", { expriationMM: "00" }, "INVALID_REQUEST", "expriationMM"],
  ["a year of four digits", { expriationYY: "2039" }, "INVALID_REQUEST", "expriationYY"],
  [
    "a card whose last month is over",
    { expriationYY: "26", expriationMM: "10" },
    "INVALID_CARD_EXPIRATION",
    "expriationYY",
  ],
  ["two digits of a cvc", { cvc: "12" }, "INVALID_REQUEST", "cvc"],
  ["four digits of a cvc that has three", { cvc: "1234" }, "INVALID_BILL_KEY_REQUEST", "cvc"],
  ["one digit of a password", { passwordFront2: "1" }, "INVALID_REQUEST", "passwordFront2"],
  ["a blank name", { ownerName: "  " }, "INVALID_REQUEST", "ownerName"],
  ["30 February", { registNo: "900230" }, "INVALID_BIRTH_DAY_FORMAT", "registNo"],
  ["29 February of no leap year in either century", { registNo: "990229" }, "INVALID_BIRTH_DAY_FORMAT", "registNo"],
  ["seven digits of a birth date", { registNo: "9001011" }, "INVALID_BIRTH_DAY_FORMAT", "registNo"],
  ["twelve digits of a business", { registNo: "1".repeat(12) }, "INVALID_BIRTH_DAY_FORMAT", "registNo"],
  ["a phone number of 10 digits", { ownerPhoneNumber: "0101234567" }, "INVALID_REQUEST", "ownerPhoneNumber"],
  ["a phone number with hyphens", { ownerPhoneNumber: "010-1234-567" }, "INVALID_REQUEST", "ownerPhoneNumber"],
])("%s is refused by its field, before the gateway is called", async (_what, change, code, field) => {
  const world = await createBillingWorld();
  const answer = await world.payments.billing.issue(shop, issueInput("kb", change));
  expect(answer).toMatchObject({ ok: false, error: { code, details: [{ field }] } });
  expect(world.tokens()).toEqual([]);
});

test.each(["340000000071000", "370000000000002"])("three digits of an Amex's cvc are too few: %s", async (number) => {
  const world = await createBillingWorld();
  const answer = await world.payments.billing.issue(shop, issueInput("amex", { number, cvc: "123" }));
  expect(answer).toMatchObject({ ok: false, error: { details: [{ field: "cvc" }] } });
  // Four are enough: then the gateway is called.
  const asked = await world.payments.billing.issue(shop, issueInput("amex", { number }));
  expect(["ok", "INVALID_CARD_NUMBER"]).toContain(codeOf(asked));
});

test("a card of another brand that begins with 3 has three digits", async () => {
  const world = await createBillingWorld();
  expect(codeOf(await world.payments.billing.issue(shop, issueInput("jcb")))).toBe("ok");
});

test("each problem is named at once", async () => {
  const world = await createBillingWorld();
  const change = { cvc: "1234", registNo: "900230", expriationYY: "20" };
  const answer = await world.payments.billing.issue(shop, issueInput("kb", change));
  expect(answer).toMatchObject({
    ok: false,
    error: { details: [{ field: "cvc" }, { field: "expriationYY" }, { field: "registNo" }] },
  });
});

test.each<[string, Partial<IssueBillingKeyInput>]>([
  ["this month's card", { expriationYY: "26", expriationMM: "11" }],
  ["29 February of a leap year", { registNo: "000229" }],
  ["a business of 10 digits", { registNo: "1234567890", ownerPhoneNumber: "01000000000" }],
  ["a business of 11 digits", { registNo: "12345678901", ownerPhoneNumber: "01000000000" }],
  ["a customerId of 50 characters", { customerId: `c-${"x".repeat(48)}` }],
  ["a customerId of 2 characters", { customerId: "c=" }],
])("%s is stored", async (_what, change) => {
  const world = await createBillingWorld();
  expect(codeOf(await world.payments.billing.issue(shop, issueInput("kb", change)))).toBe("ok");
});

test.each([
  ["wrong password digits", "kb", { passwordFront2: "99" }, "INVALID_CARD_PASSWORD"],
  ["another holder", "kb", { ownerName: "명의자 불일치" }, "INVALID_CARD_IDENTITY"],
  ["a card that can't be stored", "not-storable", {}, "NOT_SUPPORTED_CARD_TYPE"],
  ["a stopped card", "stopped", {}, "INVALID_STOPPED_CARD"],
])("what the gateway refuses leaves nothing behind: %s", async (_what, card, change, code) => {
  const world = await createBillingWorld();
  expect(codeOf(await world.payments.billing.issue(shop, issueInput(card, change)))).toBe(code);
  await world.pass(60);
  expect(world.tokens()).toEqual(["REFUSED"]);
});

test.each([
  ["issuing-answer-lost", "RELEASED"],
  ["issuing-never-arrives", "TOMBSTONED"],
])("no key is issued if the answer is unknown, and the card is released: %s", async (card, state) => {
  const world = await createBillingWorld();
  const options = { idempotencyKey: "issue-1" };
  const answer = await world.payments.billing.issue(shop, issueInput(card), options);
  expect(codeOf(answer)).toBe("FAILED_BILL_KEY_AUTH_CREATION");
  // The call may still be in flight.
  await world.pass(40);
  expect(world.tokens()).toEqual([state]);
  // A repeat is answered the same, and stores nothing.
  expect(await world.payments.billing.issue(shop, issueInput(card), options)).toEqual(answer);
  expect(world.tokens()).toEqual([state]);
});

test("a process that dies before it receives the token leaves none behind", async () => {
  let dies = true;
  const world = await createBillingWorld({
    store: (memory) => ({
      ...memory,
      async commit(changeSet) {
        if (dies && changeSet.writes.some(({ key }) => key.kind === "billingKey")) return new Promise(() => {});
        return memory.commit(changeSet);
      },
    }),
  });
  void world.payments.billing.issue(shop, issueInput());
  await expect.poll(() => world.tokens()).toEqual(["ISSUED"]);
  dies = false;
  const other = await createWorld({ sharing: world });
  for (let second = 0; second < 120; second += 1) {
    await world.clock.advance(1000);
    await other.payments.work.runDue(100);
  }
  expect(world.tokens()).toEqual(["RELEASED"]);
});

test("an answer that arrives after the request was abandoned issues no key", async () => {
  const world = await createBillingWorld();
  world.gateway.faults.next("issueToken", "late");
  const issuing = world.payments.billing.issue(shop, issueInput());
  await world.pass(120);
  expect(codeOf(await issuing)).toBe("FAILED_BILL_KEY_AUTH_CREATION");
  await world.pass(60);
  expect(world.tokens()).toEqual(["RELEASED"]);
});

test("an answer that is committed after another process has abandoned it issues no key either", async () => {
  let meanwhile: (() => Promise<unknown>) | undefined;
  const world = await createBillingWorld({
    store: (memory) => ({
      ...memory,
      async commit(changeSet) {
        const before = meanwhile;
        if (before !== undefined && changeSet.writes.some(({ key }) => key.kind === "billingKey")) {
          meanwhile = undefined;
          await before();
        }
        return memory.commit(changeSet);
      },
    }),
  });
  const other = await createWorld({ sharing: world });
  meanwhile = async () => {
    await world.clock.advance(31_000);
    await other.payments.work.runDue(100);
  };
  expect(codeOf(await world.payments.billing.issue(shop, issueInput()))).toBe("FAILED_BILL_KEY_AUTH_CREATION");
  await world.pass(60);
  expect(world.tokens()).toEqual(["RELEASED"]);
});

test("an answer for another key issues no key", async () => {
  const world = await createBillingWorld();
  world.gateway.faults.next("issueToken", "wrong-key");
  expect(codeOf(await world.payments.billing.issue(shop, issueInput()))).toBe("FAILED_BILL_KEY_AUTH_CREATION");
  await world.pass(300);
  expect(world.tokens()).toEqual(["RELEASED"]);
});

test("under an idempotency key a card is stored once; another card is another request", async () => {
  const world = await createBillingWorld();
  const options = { idempotencyKey: "issue-1" };
  const first = valueOf(await world.payments.billing.issue(shop, issueInput(), options));
  expect(valueOf(await world.payments.billing.issue(shop, issueInput(), options))).toEqual(first);
  expect(codeOf(await world.payments.billing.issue(shop, issueInput("shinhan"), options))).toBe(
    "IDEMPOTENCY_KEY_REUSED",
  );
  expect(world.tokens()).toEqual(["ISSUED"]);
});

test.each([
  ["the sixth digit", "4000010001010009", "IDEMPOTENCY_KEY_REUSED"],
  ["the fourth digit from the end", "4000000001181009", "IDEMPOTENCY_KEY_REUSED"],
  ["digits that may not be kept", "4000001100000009", "ok"],
])("a repeat whose number differs in %s", async (_which, number, code) => {
  const world = await createBillingWorld();
  const options = { idempotencyKey: "issue-1" };
  valueOf(await world.payments.billing.issue(shop, issueInput("kb"), options));
  expect(codeOf(await world.payments.billing.issue(shop, issueInput("kb", { number }), options))).toBe(code);
  expect(world.tokens()).toEqual(["ISSUED"]);
});

test("while a card is being stored, a repeat under its idempotency key is refused", async () => {
  const world = await createBillingWorld();
  const options = { idempotencyKey: "issue-1" };
  world.gateway.faults.next("issueToken", "late");
  const first = world.payments.billing.issue(shop, issueInput(), options);
  await world.clock.advance(1000);
  const repeat = await world.payments.billing.issue(shop, issueInput(), options);
  expect(codeOf(repeat)).toBe("IDEMPOTENT_REQUEST_PROCESSING");
  await world.pass(60);
  expect(codeOf(await first)).toBe("FAILED_BILL_KEY_AUTH_CREATION");
});

test("a merchant that is not registered, a mode without a gateway, and a failure on demand", async () => {
  const world = await createBillingWorld();
  const { billing } = world.payments;
  expect(codeOf(await billing.issue({ mId: 99, mode: "test" }, issueInput()))).toBe("FORBIDDEN_REQUEST");
  expect(codeOf(await billing.issue({ mId: 7, mode: "live" }, issueInput()))).toBe("FORBIDDEN_REQUEST");
  expect(codeOf(await billing.issue(shop, issueInput(), { testCode: "INVALID_CARD_IDENTITY" }))).toBe(
    "INVALID_CARD_IDENTITY",
  );
  expect(world.tokens()).toEqual([]);
});
