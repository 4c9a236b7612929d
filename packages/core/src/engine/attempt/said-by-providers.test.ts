import { expect, test } from "vitest";

import { createPayoutWorld, item, sellerInput } from "../../../test/payout-world.ts";
import {
  cardEntry,
  codeOf,
  createWorld,
  sessionInput,
  shop,
  valueOf,
  withKeyIn,
  type World,
} from "../../../test/world.ts";
import { bankAttemptRecord } from "./attempt.ts";
import { brokenConnection } from "./call.ts";

type Gateway = World["gateway"];

/** Another process over the same store, with calls of its own. */
const beside = (world: World, calls: Partial<Gateway>) =>
  createWorld({ sharing: { ...world, gateway: { ...world.gateway, ...calls } } });

const said = { code: "E51", message: "no 4000-0000-0011-0009 at\nthis shop" };
const kept = { code: "E51", message: "no 4000-00**-****-0009 at this shop" };
const gone = { outcome: "unknown", reason: "line 4000 0000 0011 0009 is down" } as const;

test("a gateway's words stay with the attempt, scrubbed, until it says others", async () => {
  const world = await createWorld();
  const { intentKey } = await world.paid();
  const { payments, notices, clock } = await beside(world, {
    cancel: async () => ({ ...gone, provider: said }),
    lookUpCancellation: async () => gone,
  });
  const answer = await payments.intents.cancel(shop, { intentKey }, { cancelReason: "x", cancelAmount: 3000 });
  expect(codeOf(answer)).toBe("FAILED_PARTIAL_REFUND");
  for (let minutes = 0; minutes < 11; minutes += 1) {
    await clock.advance(60_000);
    await payments.work.runDue(100);
  }
  const { items } = valueOf(await payments.attempts.flagged(shop));
  expect(items).toMatchObject([
    {
      key: `cancellation-${intentKey}-1`,
      mId: 7,
      payment: { orderId: "order-20261120-0001", amount: 3000, maskedNumber: expect.stringMatching(/^\d{6}\*+\d{4}$/) },
      provider: kept,
      unknownReason: "line 4000 00** **** 0009 is down",
    },
  ]);
  expect(notices.filter(({ kind }) => kind === "attempt-flagged")).toMatchObject([{ provider: kept }]);
});

test("neither buyers nor merchants see a provider's message", async () => {
  const world = await createWorld();
  const refused = { outcome: "refused", code: "REJECT_CARD_COMPANY", provider: said } as const;
  const { token, ...confirmation } = await world.authenticatedLink();
  const { payments } = await beside(world, {
    ...withKeyIn(world.gateway, { authenticate: async () => refused }),
    approve: async () => refused,
  });
  const other = await world.session({ orderId: "order-20261120-0002" });
  const card = { number: "4000000000110009", expiryMonth: "12", expiryYear: "30", registNo: "900101" };
  const answers = [
    await payments.checkout.authenticate(other.token, { ...card, passwordFront2: "12" }),
    await payments.intents.confirm(shop, confirmation),
    await payments.intents.lookUp(shop, confirmation),
    await payments.checkout.read(token),
    await payments.intents.list(shop, {}),
  ];
  expect(answers.map(codeOf).slice(0, 2)).toEqual(["REJECT_CARD_COMPANY", "REJECT_CARD_COMPANY"]);
  expect(JSON.stringify(answers)).not.toMatch(/E51|this shop/);
});

test("a bank's words stay with its attempt, without the account that it was sent", async () => {
  const world = await createPayoutWorld();
  const { accountNumber, holderName } = { accountNumber: "110123456789", holderName: "김상인" };
  const message = `${accountNumber} (110-123-456789) is not of ${holderName}`;
  const provider = { code: "B7", message };
  world.bank.onRegister = async () => ({ outcome: "refused", code: "ACCOUNT_OWNER_CHECK_FAILED", provider });
  expect(codeOf(await world.payments.sellers.create(shop, sellerInput))).toBe("ACCOUNT_OWNER_CHECK_FAILED");
  const id = world.bank.registrations[0]?.key ?? "";
  const { records } = await world.memory.read("7:test", { keys: [bankAttemptRecord.ref(id)] });
  expect(records[0]?.body).toMatchObject({ status: "REFUSED", said: { code: "B7", message: "… (…) is not of …" } });
});

test("a payout's attempt keeps them too", async () => {
  const world = await createPayoutWorld();
  const seller = await world.seller();
  const provider = { code: "B9", message: "closed" };
  world.bank.onSubmit = async () => ({ outcome: "unknown", reason: "later", provider });
  world.bank.onLookUp = async () => ({ outcome: "unknown", reason: "later" });
  valueOf(await world.batch(item("payout-1", seller.id)));
  await world.run("payout");
  const id = world.bank.submissions[0]?.key ?? "";
  const { records } = await world.memory.read("7:test", { keys: [bankAttemptRecord.ref(id)] });
  expect(records[0]?.body).toMatchObject({ said: provider, unknownReason: "later" });
});

test("operators are notified of refusals of the account at once, and then once an hour for each code", async () => {
  const world = await createWorld();
  let code: "UNAUTHORIZED_PROVIDER_KEY" | "EXCEED_PROVIDER_LIMIT" = "UNAUTHORIZED_PROVIDER_KEY";
  const { payments, notices, clock } = await beside(
    world,
    withKeyIn(world.gateway, { authenticate: async () => ({ outcome: "refused", code, provider: said }) }),
  );
  let order = 0;
  const tryCard = async () => {
    const { token } = await world.session({ orderId: `order-of-a-refusal-${(order += 1)}` });
    const card = { number: "4000000000110009", expiryMonth: "12", expiryYear: "30", registNo: "900101" };
    return codeOf(await payments.checkout.authenticate(token, { ...card, passwordFront2: "12" }));
  };
  expect(await tryCard()).toBe("UNAUTHORIZED_PROVIDER_KEY");
  await tryCard();
  code = "EXCEED_PROVIDER_LIMIT";
  await tryCard();
  code = "UNAUTHORIZED_PROVIDER_KEY";
  await clock.advance(3_599_999);
  await tryCard();
  expect(notices).toHaveLength(2);
  await clock.advance(1);
  await tryCard();
  const told = { kind: "provider-account-refused", tenant: "7:test", provider: kept };
  expect(notices).toMatchObject([
    { ...told, code: "UNAUTHORIZED_PROVIDER_KEY", count: 1 },
    { ...told, code: "EXCEED_PROVIDER_LIMIT", count: 1 },
    { ...told, code: "UNAUTHORIZED_PROVIDER_KEY", count: 3 },
  ]);
});

test("operators are notified of a refusal of the live account soon after one in test mode", async () => {
  const world = await createWorld();
  const authenticate = async () => ({ outcome: "refused", code: "UNAUTHORIZED_PROVIDER_KEY" }) as const;
  const { payments, notices } = await createWorld({
    live: true,
    sharing: { ...world, gateway: withKeyIn(world.gateway, { authenticate }) },
  });
  const live = { mId: 7, mode: "live" } as const;
  valueOf(await payments.merchants.register({ ...live, name: "Corner Shop", feeRate: "3.3" }));
  for (const tenant of [shop, live]) {
    const { token } = valueOf(await payments.sessions.create(tenant, sessionInput));
    expect(codeOf(await payments.checkout.authenticate(token, cardEntry("kb")))).toBe("UNAUTHORIZED_PROVIDER_KEY");
  }
  const told = { kind: "provider-account-refused", code: "UNAUTHORIZED_PROVIDER_KEY", count: 1 };
  expect(notices).toMatchObject([
    { ...told, tenant: "7:test" },
    { ...told, tenant: "7:live" },
  ]);
});

const withCode = (code: string, more: object = {}) => Object.assign(new Error("secret"), { code, ...more });

test.each<[string, unknown, string | undefined]>([
  ["a reset", withCode("ECONNRESET"), "ECONNRESET"],
  ["an HTTP client's time-out", withCode("UND_ERR_HEADERS_TIMEOUT"), "UND_ERR_HEADERS_TIMEOUT"],
  ["fetch's error", new TypeError("fetch failed", { cause: withCode("ECONNREFUSED") }), "ECONNREFUSED"],
  ["fetch's error alone", new TypeError("fetch failed", { cause: new Error("x") }), "fetch failed"],
  ["several addresses", new AggregateError([withCode("EHOSTUNREACH")]), "EHOSTUNREACH"],
  ["a signal of a time-out", new DOMException("secret", "TimeoutError"), "TimeoutError"],
  ["a bug", new TypeError("x is not a function"), undefined],
  ["another code", withCode("ERR_INVALID_ARG_TYPE"), undefined],
  ["a code with a secret", withCode("ECONNRESET 4000000000110009"), undefined],
  ["a text", "ECONNRESET", undefined],
])("%s: only the cause of a broken connection is reported", (_what, error, cause) => {
  expect(brokenConnection(error)).toBe(cause);
});

test("an error that is its own cause is no loop", () => {
  const error = new Error("x");
  error.cause = error;
  expect(brokenConnection(error)).toBeUndefined();
});

test("a lost packet is reported with its cause, which is kept as the reason", async () => {
  const world = await createWorld();
  const confirmation = await world.authenticated();
  const { payments, notices } = await beside(world, { approve: () => Promise.reject(withCode("ECONNRESET")) });
  expect(codeOf(await payments.intents.confirm(shop, confirmation))).toBe("UNKNOWN_PAYMENT_ERROR");
  const attempt = `approval-${confirmation.intentKey}`;
  expect(notices).toEqual([{ kind: "provider-not-reached", attempt, cause: "ECONNRESET" }]);
  const { records } = await world.memory.read("7:test", { keys: [{ kind: "attempt", id: attempt }] });
  expect(records[0]?.body).toMatchObject({ unknownReason: "the connection broke: ECONNRESET" });
});

test("the sandbox's broken connections are reported like real ones", async () => {
  const world = await createWorld();
  const { intentKey, orderId, amount } = await world.authenticated();
  world.gateway.faults.next("approve", "answer-lost");
  await world.payments.intents.confirm(shop, { intentKey, orderId, amount });
  const attempt = `approval-${intentKey}`;
  expect(world.notices).toEqual([{ kind: "provider-not-reached", attempt, cause: "ECONNRESET" }]);
});
