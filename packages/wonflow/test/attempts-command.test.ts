import type { Gateway, Payments, Result } from "@wonflow/core";
import { fakeClock } from "@wonflow/testkit";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

import { createPayments, postgresStore, sandboxGateway, silentLogger } from "../src/index.ts";
import { run } from "./command.ts";
import { newDatabase } from "./new-database.ts";

const shop = { mId: 7, mode: "test" } as const;
const tenant = ["--mid", "7", "--mode", "test"];
const secret = "s".repeat(32);
const now = Date.parse("2026-11-26T12:00:00+09:00");

function valueOf<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.error)}`);
  return result.value;
}

/** A gateway that fails for orders and owners of cards named so, and takes no card back. */
function failing(gateway: Awaited<ReturnType<typeof sandboxGateway>>): Gateway {
  const provider = { code: "E901", message: "점검 중입니다" };
  const lost = { outcome: "unknown", reason: "HTTP 502", provider } as const;
  return {
    ...gateway,
    approve: (request) => (request.orderName === "Lost" ? Promise.resolve(lost) : gateway.approve(request)),
    lookUpApproval: async () => lost,
    keyIn: {
      ...gateway.keyIn,
      async issueToken(request) {
        const stored = await gateway.keyIn.issueToken(request);
        return request.card.ownerName === "Lost" ? lost : stored;
      },
      releaseToken: async () => ({ outcome: "refused", code: "PROVIDER_ERROR", provider }),
    },
  };
}

/** Stores cards whose tokens are unknown. */
async function storeLostCards({ billing }: Payments, howMany: number): Promise<void> {
  const card = { number: "4000000000110009", expriationYY: "39", expriationMM: "12", cvc: "123", passwordFront2: "12" };
  const owner = { customerId: "c_option", registNo: "900101", ownerPhoneNumber: "01012345678", ownerName: "Lost" };
  for (let no = 0; no < howMany; no += 1) await billing.issue(shop, { ...card, ...owner });
}

/** A payment that is done, one without an outcome for eleven minutes, and two cards whose tokens are unknown. */
async function seed(DATABASE_URL: string) {
  const place = { url: DATABASE_URL };
  const clock = fakeClock(Date.parse("2026-11-25T10:00:00+09:00"));
  const store = await postgresStore(place);
  const gateway = await sandboxGateway({ ...place, clock });
  const gateways = { test: { first: failing(gateway) } };
  const payments = createPayments({ store, clock, secret, gateways, logger: silentLogger });
  valueOf(await payments.merchants.register({ ...shop, name: "Corner Shop", feeRate: "0" }));
  const pay = async (orderName: string) => {
    const order = { orderId: `attempts-order-${orderName}`, orderName, amount: { value: 100_000 } };
    const urls = { successUrl: "https://shop.example/ok", failUrl: "https://shop.example/fail" };
    const { token } = valueOf(await payments.sessions.create(shop, { customerId: "c_option", ...order, ...urls }));
    const card = { number: "4000000000110009", expiryMonth: "12", expiryYear: "39", registNo: "900101" };
    const { redirectUrl } = valueOf(await payments.checkout.authenticate(token, { ...card, passwordFront2: "12" }));
    const intentKey = new URL(redirectUrl).searchParams.get("intentKey") ?? "";
    await payments.intents.confirm(shop, { intentKey, orderId: order.orderId, amount: 100_000 });
    return `approval-${intentKey}`;
  };
  const keys = { paid: await pay("Tea"), lost: await pay("Lost") };
  await storeLostCards(payments, 2);
  for (let minute = 0; minute < 11; minute += 1) {
    await clock.advance(60_000);
    await Promise.all(await payments.work.start("attempt", 100));
  }
  await Promise.all([store.close(), gateway.close()]);
  return keys;
}

let environment: Readonly<Record<string, string>>;
let keys: Awaited<ReturnType<typeof seed>>;

beforeAll(async () => {
  const DATABASE_URL = await newDatabase();
  environment = { DATABASE_URL, WONFLOW_SECRET: secret, WONFLOW_SANDBOX: "on" };
  keys = await seed(DATABASE_URL);
  vi.useFakeTimers({ now, toFake: ["Date"] });
});

afterAll(() => void vi.useRealTimers());

async function text(...args: readonly string[]) {
  const [exitCode, output] = await run([...args, ...tenant], environment);
  return [exitCode, output.trim()];
}

async function keptNotes(connectionString: string): Promise<unknown> {
  const client = new Client({ connectionString });
  await client.connect();
  const ended = "select body->'evidence'->>'note' as note from wonflow.records where body->>'kind' = 'token-release'";
  const { rows } = await client.query<{ readonly note: string }>(ended);
  await client.end();
  return rows.map(({ note }) => note);
}

/** The call that releases the card of the completed payment, whose token is known. */
const paidCard = () => keys.paid.replace("approval-", "release-card-");

test("wonflow attempts list shows the order, the card, the gateway and what it said last", async () => {
  const [exitCode, table = ""] = await text("attempts", "list");
  const lines = String(table).split("\n");
  expect([exitCode, lines.length]).toEqual([0, 5]);
  expect(lines[0]).toMatch(/^OPENED \(KST\) +STATUS +LOOK-UPS +ORDER +WON +CARD +GATEWAY +KEY +PROVIDER ANSWER$/);
  expect(lines[1]).toMatch(
    /^2026-11-25 10:00 +UNKNOWN +\d+ +attempts-order-Lost +100,000 +400000\*+0009 +first +approval-\S+ +E901 · 점검 중입니다 · HTTP 502$/,
  );
  expect(lines[2]).toContain(paidCard());
  expect(lines.slice(3)).toEqual([
    "",
    "Stored cards with an unknown token, which cannot be charged: 2 (wonflow attempts dismiss-cards)",
  ]);
});

test("wonflow attempts dismiss-cards ends calls about cards with an unknown token, and nothing else", async () => {
  const dismiss = () => text("attempts", "dismiss-cards", "--note", "outage of 25 November");
  expect(await dismiss()).toEqual([0, "Stored cards with an unknown token, dismissed: 2."]);
  expect(await dismiss()).toEqual([0, "Stored cards with an unknown token, dismissed: 0."]);
  const [, listed = ""] = await text("attempts", "list", "--json");
  expect(JSON.parse(String(listed))).toMatchObject({
    attempts: [
      { key: keys.lost, isLostCard: false },
      { key: expect.stringContaining(paidCard()), isLostCard: false },
    ],
  });
  expect(await keptNotes(environment["DATABASE_URL"] ?? "")).toEqual(Array(2).fill("outage of 25 November"));
  const elsewhere = ["attempts", "dismiss-cards", "--mid", "8", "--mode", "test", "--note", "outage"];
  expect(await run(elsewhere, environment)).toEqual([2, "wonflow: merchant 8 is not registered in test mode\n"]);
});

test("wonflow merchants set names a merchant's gateway, and takes the name back", async () => {
  const set = async (name: string) => {
    const [, output = ""] = await text("merchants", "set", "--gateway", name, "--json");
    return JSON.parse(String(output)) as unknown;
  };
  expect(await set("first")).toMatchObject({ gateway: "first" });
  expect(await set("none")).toMatchObject({ gateway: null });
  expect(await set("My Gateway")).toMatchObject({ error: expect.stringContaining("gateway must be 1 to 40 of") });
});

test("wonflow attempts resolve enters a chargeback, and no more than was paid", async () => {
  const at = ["--at", "2026-11-26T09:00:00+09:00", "--note", "gateway's letter"];
  const chargeBack = ["attempts", "resolve", "--key", keys.paid, "--outcome", "charged-back", ...at];
  expect(await text(...chargeBack, "--amount", "100001")).toEqual([
    2,
    "wonflow: amount must be at most 100000 won: of the 100000 won that were approved, 0 won are charged back already",
  ]);
  expect(await text(...chargeBack, "--amount", "all")).toEqual([2, "wonflow: --amount must be a whole number of won"]);
  const booked = (amount: string, minute: string) => `charged-back on 2026-11-26 ${minute}: ${amount} won`;
  const done = `${keys.paid} is DONE.`;
  expect(await text(...chargeBack, "--amount", "30000")).toEqual([0, `${done}\nBooked: ${booked("30,000", "09:00")}.`]);
  expect(await text(...chargeBack, "--amount", "30000")).toEqual([
    0,
    `${done}\nBooked before, on 2026-11-26 12:00: ${booked("30,000", "09:00")}. Nothing was booked now.\n` +
      "If the gateway did the same twice on that day, enter the second one with --separate and its own --at.",
  ]);
  const another = [...chargeBack, "--at", "2026-11-26T09:30+09:00", "--amount", "30000", "--separate"];
  expect(await text(...another)).toEqual([0, `${done}\nBooked: ${booked("30,000", "09:30")}.`]);
  expect((await text(...another))[1]).toContain("Nothing was booked now.");
  const canceled = [...chargeBack, "--outcome", "canceled", "--amount", "15000"];
  expect(await text(...canceled)).toEqual([0, `${done}\nBooked: canceled on 2026-11-26 09:00: 15,000 won.`]);
  const excess =
    "15,000 won of it are above what remained of the payment. Check the card company's letter for a typing mistake, or object there.";
  const ofMore = [...chargeBack, "--amount", "40000"];
  const [, said = ""] = await text(...ofMore);
  const [logged, ...answered] = String(said).split("\n");
  expect(logged).toContain('"notice":"chargeback-excess"');
  expect(answered).toEqual([done, `Booked: ${booked("40,000", "09:00")}.`, excess]);
  for (const repeat of [ofMore, chargeBack]) {
    expect((await text(...repeat))[1]).toContain(`${booked("40,000", "09:00")}. Nothing was booked now.\n${excess}`);
  }
});

test("wonflow attempts resolve says what to do with evidence that changes nothing", async () => {
  const at = ["--at", "2026-11-26T10:00:00+09:00", "--note", "gateway's list"];
  const resolve = ["attempts", "resolve", "--key", keys.paid, ...at];
  expect(await text(...resolve, "--outcome", "not-done")).toEqual([
    2,
    `wonflow: the outcome of ${keys.paid} is known already. If your evidence contradicts it, run wonflow reconcile for that day.`,
  ]);
  const nothingLeft = `wonflow: nothing of ${keys.paid} is left to refund, or it took no money. If your evidence contradicts that, run wonflow reconcile for that day.`;
  for (const outcome of ["charged-back", "canceled"]) {
    expect(await text(...resolve, "--outcome", outcome, "--amount", "1000")).toEqual([2, nothingLeft]);
  }
});

test("wonflow attempts resolve says when evidence can be", async () => {
  const resolve = ["attempts", "resolve", "--key", keys.paid, "--outcome", "canceled", "--amount", "1", "--note", "x"];
  const range =
    /^wonflow: at must be between 2026-11-25T10:00:0\d\+09:00, when it was approved, and now, 2026-11-26T12:00:00\+09:00$/;
  for (const at of ["2020-01-02T09:00:00+09:00", "2026-11-27T09:00+09:00"]) {
    const [exitCode, said] = await text(...resolve, "--at", at);
    expect([exitCode, said]).toEqual([2, expect.stringMatching(range)]);
  }
});
