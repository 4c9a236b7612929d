import { expect, test } from "vitest";

import { createPayoutWorld, item, sellerInput } from "../../../test/payout-world.ts";
import { codeOf, createWorld, shop, valueOf } from "../../../test/world.ts";
import type { PayoutBank } from "../../index.ts";

const once = { idempotencyKey: "new-seller" };

test("a seller is shown with only the end of its account number", async () => {
  const world = await createPayoutWorld();
  const { payments } = world;
  const full = {
    ...sellerInput,
    businessType: "CORPORATE",
    businessRegistrationNumber: "1208800767",
    email: "kim@ceramics.example",
    phone: "01012345678",
    metadata: { tier: 2 },
  } as const;
  const seller = valueOf(await payments.sellers.create(shop, full));
  expect(seller).toEqual({
    ...full,
    id: seller.id,
    account: { bankCode: "004", accountNumber: "********6789", holderName: "김상인" },
    externalSellerId: `ext-registration.${seller.id}`,
    registrationError: null,
    createdAt: "2026-11-25T10:00:00+09:00",
    deletedAt: null,
  });
  expect(world.bank.registrations).toMatchObject([
    {
      key: `registration.${seller.id}`,
      account: { bankCode: "004", accountNumber: "110123456789", holderName: "김상인" },
    },
  ]);
  expect(valueOf(await payments.sellers.lookUp(shop, seller.id))).toEqual(seller);
  const { records } = await world.memory.read("7:test", { keys: [{ kind: "seller", id: seller.id }] });
  expect(JSON.stringify(records[0]?.body)).not.toContain("110123456789");
});

const account = (change: object) => ({ account: { ...sellerInput.account, ...change } });

test.each<[string, object, string]>([
  ["no refSellerId", { refSellerId: "" }, "refSellerId"],
  ["a refSellerId of 1", { refSellerId: "k" }, "ok"],
  ["a refSellerId of 50", { refSellerId: "가".repeat(50) }, "ok"],
  ["a refSellerId of 51", { refSellerId: "k".repeat(51) }, "refSellerId"],
  ["a refSellerId of two lines", { refSellerId: "a\nb" }, "refSellerId"],
  ["no name", { name: " " }, "name"],
  ["a name of 100", { name: "가".repeat(100) }, "ok"],
  ["a name of 101", { name: "가".repeat(101) }, "name"],
  ["an unknown business type", { businessType: "SHOP" }, "businessType"],
  ["a business number of 9", { businessRegistrationNumber: "123456789" }, "businessRegistrationNumber"],
  ["a business number of 11", { businessRegistrationNumber: "12345678901" }, "businessRegistrationNumber"],
  ["no e-mail address", { email: "kim" }, "email"],
  ["an e-mail address whose domain has a part that ends with a hyphen", { email: "kim@ceramics-.example" }, "email"],
  ["a phone number of 8", { phone: "12345678" }, "phone"],
  ["a phone number of 9", { phone: "123456789" }, "ok"],
  ["a phone number of 11", { phone: "12345678901" }, "ok"],
  ["a phone number of 12", { phone: "123456789012" }, "phone"],
  ["a bank code of 2", account({ bankCode: "04" }), "account.bankCode"],
  ["a bank code of 4", account({ bankCode: "0004" }), "account.bankCode"],
  ["an account number of 5", account({ accountNumber: "12345" }), "account.accountNumber"],
  ["an account number of 6", account({ accountNumber: "123456" }), "ok"],
  ["an account number of 20", account({ accountNumber: "1".repeat(20) }), "ok"],
  ["an account number of 21", account({ accountNumber: "1".repeat(21) }), "account.accountNumber"],
  ["an account number with letters", account({ accountNumber: "110-ABC-456" }), "account.accountNumber"],
  ["an account number that ends in a hyphen", account({ accountNumber: "110-123456-" }), "account.accountNumber"],
  ["no holder", account({ holderName: "" }), "account.holderName"],
  ["a nested entry", { metadata: { a: {} } }, "metadata.a"],
  ["null for what may be left out", { email: null, phone: null, metadata: null }, "ok"],
])("a seller with %s", async (_what, change, expected) => {
  const { payments } = await createPayoutWorld({ available: 0 });
  const answer = await payments.sellers.create(shop, { ...sellerInput, ...change });
  expect(answer.ok ? "ok" : answer.error.details?.[0]?.field).toBe(expected);
});

test("a merchant that is not registered in this mode has no sellers", async () => {
  const { payments } = await createWorld();
  expect(codeOf(await payments.sellers.create({ mId: 99, mode: "test" }, sellerInput))).toBe("FORBIDDEN_REQUEST");
});

test("a refSellerId belongs to one live seller of a merchant", async () => {
  const world = await createPayoutWorld();
  const { payments } = world;
  const first = await world.seller();
  expect(codeOf(await payments.sellers.create(shop, sellerInput))).toBe("ALREADY_EXIST_SELLER");
  const other = { mId: 8, mode: "test" } as const;
  await payments.merchants.register({ ...other, name: "Other", feeRate: "1" });
  expect(codeOf(await payments.sellers.create(other, sellerInput))).toBe("ok");
  expect(codeOf(await payments.sellers.lookUp(other, first.id))).toBe("NOT_FOUND_SELLER");
  valueOf(await payments.sellers.remove(shop, first.id));
  expect((await world.seller()).id).not.toBe(first.id);
});

test("two requests at once with one refSellerId create one seller", async () => {
  const { payments } = await createPayoutWorld();
  const create = () => payments.sellers.create(shop, sellerInput);
  const answers = await Promise.all([create(), create(), create()]);
  expect(answers.map(codeOf).toSorted()).toEqual(["ALREADY_EXIST_SELLER", "ALREADY_EXIST_SELLER", "ok"]);
});

test("a seller that the bank refuses at once leaves nothing behind, and its idempotency key repeats the refusal", async () => {
  const world = await createPayoutWorld();
  const { payments, bank } = world;
  const register = bank.onRegister;
  bank.onRegister = async () => ({ outcome: "refused", code: "ACCOUNT_OWNER_CHECK_FAILED" });
  const create = (options = {}) => payments.sellers.create(shop, sellerInput, options);
  expect(codeOf(await create(once))).toBe("ACCOUNT_OWNER_CHECK_FAILED");
  expect(valueOf(await payments.sellers.list(shop)).items).toEqual([]);
  bank.onRegister = register;
  expect(codeOf(await create(once))).toBe("ACCOUNT_OWNER_CHECK_FAILED");
  expect(codeOf(await create())).toBe("ok");
});

test("a seller without the bank's answer exists, can't be paid, and is registered later", async () => {
  const world = await createPayoutWorld();
  const { payments, bank } = world;
  bank.onRegister = async () => ({ outcome: "unknown", reason: "slow" });
  const seller = valueOf(await payments.sellers.create(shop, sellerInput, once));
  expect(seller).toMatchObject({ externalSellerId: null, registrationError: null });
  expect(codeOf(await world.batch(item("a", seller.id)))).toBe("SELLER_NOT_REGISTERED");
  bank.onLookUpSeller = async ({ key }) => ({ outcome: "done", value: { key, externalSellerId: "late-1" } });
  await world.clock.advance(1000);
  await world.run("bankAttempt");
  expect(valueOf(await payments.sellers.lookUp(shop, seller.id)).externalSellerId).toBe("late-1");
  expect(codeOf(await world.batch(item("a", seller.id)))).toBe("ok");
  // The first answer was true then, and is repeated.
  expect(valueOf(await payments.sellers.create(shop, sellerInput, once))).toEqual(seller);
});

test("a repeat under an idempotency key is answered the same, to the last byte", async () => {
  const { payments } = await createPayoutWorld();
  const first = await payments.sellers.create(shop, { ...sellerInput, metadata: { tier: 1 } }, once);
  const again = await payments.sellers.create(shop, { ...sellerInput, metadata: { tier: 1 } }, once);
  expect(JSON.stringify(again)).toBe(JSON.stringify(first));
});

test("a registration that the bank does not find is sent again under its key", async () => {
  const world = await createPayoutWorld();
  const register = world.bank.onRegister;
  world.bank.onRegister = async () => {
    throw new Error("connection refused");
  };
  const seller = await world.seller();
  world.bank.onRegister = register;
  await world.clock.advance(1000);
  await world.run("bankAttempt");
  expect(valueOf(await world.payments.sellers.lookUp(shop, seller.id)).externalSellerId).toBeTruthy();
  expect(new Set(world.bank.registrations.map(({ key }) => key)).size).toBe(1);
});

test("a refusal after the merchant had its answer leaves the seller, with the reason", async () => {
  const world = await createPayoutWorld();
  world.bank.onRegister = async () => ({ outcome: "unknown", reason: "slow" });
  const seller = await world.seller();
  world.bank.onLookUpSeller = async () => ({ outcome: "refused", code: "ACCOUNT_OWNER_CHECK_FAILED" });
  await world.clock.advance(1000);
  await world.run("bankAttempt");
  expect(valueOf(await world.payments.sellers.lookUp(shop, seller.id))).toMatchObject({
    externalSellerId: null,
    registrationError: { code: "ACCOUNT_OWNER_CHECK_FAILED" },
  });
  expect(codeOf(await world.batch(item("a", seller.id)))).toBe("SELLER_NOT_REGISTERED");
});

test("a process that dies before the call leaves a registration that the look-up makes", async () => {
  const world = await createPayoutWorld();
  const register = world.bank.onRegister;
  world.bank.onRegister = () => new Promise(() => {});
  void world.payments.sellers.create(shop, sellerInput, once);
  // The request waits until its time is over.
  await world.clock.advance(29_999);
  expect(codeOf(await world.payments.sellers.create(shop, sellerInput, once))).toBe("IDEMPOTENT_REQUEST_PROCESSING");
  world.bank.onRegister = register;
  await world.clock.advance(1);
  const again = valueOf(await world.payments.sellers.create(shop, sellerInput, once));
  expect(valueOf(await world.payments.sellers.list(shop)).items.map(({ id }) => id)).toEqual([again.id]);
});

test.each<[string, string, Awaited<ReturnType<PayoutBank["registerSeller"]>>]>([
  ["another key", "names another key", { outcome: "done", value: { key: "other", externalSellerId: "e" } }],
  ["an empty id", "has an invalid id", { outcome: "done", value: { key: "", externalSellerId: "" } }],
  ["an id of 101", "has an invalid id", { outcome: "done", value: { key: "", externalSellerId: "e".repeat(101) } }],
  ["an id of two lines", "has an invalid id", { outcome: "done", value: { key: "", externalSellerId: "a\nb" } }],
])("an answer with %s is not accepted, and operators are notified", async (_what, problem, answer) => {
  const world = await createPayoutWorld();
  world.bank.onRegister = async ({ key }) =>
    answer.outcome === "done" ? { ...answer, value: { ...answer.value, key: answer.value.key || key } } : answer;
  expect((await world.seller()).externalSellerId).toBeNull();
  expect(world.notices).toMatchObject([{ kind: "attempt-flagged", reason: `the bank's answer ${problem}` }]);
});

test("the bank's id belongs to one seller permanently, also after its deletion", async () => {
  const world = await createPayoutWorld();
  world.bank.onRegister = async ({ key }) => ({ outcome: "done", value: { key, externalSellerId: "same" } });
  const first = await world.seller();
  expect((await world.seller({ refSellerId: "second" })).externalSellerId).toBeNull();
  valueOf(await world.payments.sellers.remove(shop, first.id));
  expect((await world.seller({ refSellerId: "third" })).externalSellerId).toBeNull();
});

test("without a bank a seller exists and waits for one", async () => {
  const world = await createWorld();
  const seller = valueOf(await world.payments.sellers.create(shop, sellerInput));
  expect(seller.externalSellerId).toBeNull();
});

test("an operator may enter that a registration did not take effect; only the bank may report that it did", async () => {
  const world = await createPayoutWorld();
  world.bank.onRegister = async () => ({ outcome: "unknown", reason: "slow" });
  const { id } = await world.seller();
  const resolve = (outcome: "done" | "not-done") =>
    world.payments.attempts.resolve(shop, `registration.${id}`, {
      outcome,
      at: "2026-11-25T10:00:00+09:00",
      note: "by phone",
    });
  expect(valueOf(await resolve("done"))).toMatchObject({ status: "UNKNOWN", kind: "seller-registration" });
  expect(valueOf(await resolve("not-done"))).toMatchObject({ status: "REFUSED" });
  expect(valueOf(await world.payments.sellers.lookUp(shop, id)).registrationError).toMatchObject({
    code: "PROVIDER_ERROR",
  });
});
