import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import type { PayoutBank, Result } from "@wonflow/core";
import { bankMagic } from "@wonflow/sandbox";
import { fakeClock } from "@wonflow/testkit";
import { Client } from "pg";
import { vi } from "vitest";
import { z } from "zod";

import { createPayments, postgresStore, sandboxGateway, sandboxPayoutBank, silentLogger } from "../../src/index.ts";
import { run } from "../command.ts";
import { newDatabase } from "../new-database.ts";
import { argumentsOf, type Given } from "./rule.ts";

/** When the commands run: noon in Seoul on a Thursday. */
const now = Date.parse("2026-11-26T12:00:00+09:00");

const shop = { mId: 7, mode: "test" } as const;
const secret = "s".repeat(32);
const password = "four words are better";

function valueOf<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.error)}`);
  return result.value;
}

/** A bank that no payout of 1 won ever reaches. */
function losing(bank: PayoutBank): PayoutBank {
  return {
    ...bank,
    async submit(request) {
      if (request.amount === 1) throw new Error("connection reset");
      return bank.submit(request);
    },
  };
}

/**
 * A database with more of everything than a list shows: settlements of 26 and 27 October, and of today; payouts of 28
 * October, without an outcome, of yesterday, which the bank does not tell of until this afternoon, and of today. Merchant 8 has nothing.
 */
async function seed(DATABASE_URL: string) {
  const place = { url: DATABASE_URL };
  const clock = fakeClock(Date.parse("2026-10-21T10:00:00+09:00"));
  const store = await postgresStore(place);
  const gateway = await sandboxGateway({ ...place, clock });
  const bank = await sandboxPayoutBank({ ...place, clock });
  const payments = createPayments({
    store,
    clock,
    secret,
    gateways: { test: gateway },
    payoutBanks: { test: losing(bank) },
    settings: { settlementLines: 1 },
    logger: silentLogger,
  });
  const contracts = { payouts: true, webhook: true };
  valueOf(await payments.merchants.register({ ...shop, name: "Corner Shop", feeRate: "0", contracts }));
  valueOf(await payments.merchants.register({ ...shop, mId: 8, name: "Other Shop", feeRate: "0" }));

  const moveTo = (time: string) => clock.advance(Date.parse(`${time}+09:00`) - clock.now());
  const pay = async (number: number) => {
    const order = { orderId: `option-order-${1000 + number}`, orderName: "Tea", amount: { value: 100_000 } };
    const urls = { successUrl: "https://shop.example/ok", failUrl: "https://shop.example/fail" };
    const { token } = valueOf(await payments.sessions.create(shop, { customerId: "c_option", ...order, ...urls }));
    const card = { number: "4000000000110009", expiryMonth: "12", expiryYear: "39", registNo: "900101" };
    const { redirectUrl } = valueOf(await payments.checkout.authenticate(token, { ...card, passwordFront2: "12" }));
    const intentKey = new URL(redirectUrl).searchParams.get("intentKey") ?? "";
    valueOf(await payments.intents.confirm(shop, { intentKey, orderId: order.orderId, amount: 100_000 }));
  };
  /** Does the work of a kind until none is due. */
  const run = async (kind: string) => {
    for (;;) {
      const started = await payments.work.start(kind, 100);
      if (started.length === 0) return;
      await Promise.all(started);
    }
  };
  const numbers = Array.from({ length: 21 }, (_, index) => index);
  const payOut = async (sellers: readonly string[], value = 1) => {
    const amount = { currency: "KRW", value } as const;
    const items = sellers.map((destination) => ({ refPayoutId: randomUUID(), destination, amount }));
    return valueOf(await payments.payouts.createBatch(shop, items)).payouts.items.map(({ id }) => id);
  };

  await pay(100);
  await moveTo("2026-10-22T10:00:00");
  await pay(101);
  for (const day of ["2026-10-26", "2026-10-27"]) {
    await moveTo(`${day}T01:00:00`);
    await run("settlementSchedule");
  }
  await moveTo("2026-10-28T10:00:00");
  const sellers = await Promise.all(
    numbers.map(async (number) => {
      const account = { bankCode: "004", accountNumber: `11012345${10 + number}`, holderName: "김상인" };
      const seller = { refSellerId: `seller-${number}`, name: "김상인", businessType: "INDIVIDUAL", account } as const;
      return valueOf(await payments.sellers.create(shop, seller)).id;
    }),
  );
  const withoutOutcome = await payOut(sellers);
  await run("payout");
  await moveTo("2026-11-23T10:00:00");
  await Promise.all(numbers.map(pay));
  await moveTo("2026-11-25T14:00:00");
  await payOut(sellers.slice(0, 1), bankMagic.amounts.unknownForADay.amount);
  await run("payout");
  await moveTo("2026-11-26T10:00:00");
  await run("settlementSchedule");
  await run("payoutStatement");
  await payOut(sellers.slice(0, 1));
  const change = {
    operator: "kim",
    role: "owner",
    operation: "deleteSeller",
    about: { sellerId: "seller_x" },
  } as const;
  for (const _number of numbers) valueOf(await payments.operators.beginAction(shop, change));
  const [delivery] = valueOf(await payments.webhooks.deliveries(shop, { limit: 1 })).items;
  const issued = [await payments.keys.issue(shop, "client"), await payments.keys.issue(shop, "client")] as const;
  await Promise.all([store.close(), gateway.close(), bank.close()]);
  if (delivery === undefined) throw new Error("there is no settlement webhook");
  return { withoutOutcome, delivery, keys: [valueOf(issued[0]), valueOf(issued[1])] as const };
}

export type Seeded = Awaited<ReturnType<typeof seededDatabase>>;

/** The database, and a runner of commands on it. The date stays at noon from here on, until `letGo`. */
export async function seededDatabase() {
  const DATABASE_URL = await newDatabase();
  const environment = { DATABASE_URL, WONFLOW_SECRET: secret, WONFLOW_SANDBOX: "on" };
  const { withoutOutcome, ...seeded } = await seed(DATABASE_URL);
  const folder = await mkdtemp(path.join(tmpdir(), "wonflow-options-"));
  const logo = path.join(folder, "logo");
  await writeFile(logo, Buffer.from("89504e470d0a1a0a0000", "hex"));
  const left = [...withoutOutcome];
  vi.useFakeTimers({ now, toFake: ["Date"] });

  async function query(statement: string, values: readonly string[] = []): Promise<readonly unknown[]> {
    const client = new Client({ connectionString: DATABASE_URL });
    await client.connect();
    const { rows } = await client.query<Record<string, unknown>>(statement, [...values]);
    await client.end();
    return rows;
  }

  async function json(name: string, given: Given, piped = password): Promise<unknown> {
    const [, output] = await run([...name.split(" "), ...argumentsOf(given), "--json"], environment, piped);
    return JSON.parse(output);
  }

  /** The answer, with the evidence that is kept. */
  async function evidence(name: string, given: Given): Promise<unknown> {
    const answer = z.looseObject({}).parse(await json(name, given));
    if (typeof answer["error"] !== "string") left.shift();
    const key = given["key"] ?? `payout.${given["id"]}`;
    const [row] = await query("select body from wonflow.records where kind = 'bankAttempt' and id = $1", [key]);
    return { ...answer, ...z.object({ body: z.looseObject({}) }).parse(row ?? { body: {} }).body, ...answer };
  }

  return {
    ...seeded,
    environment,
    logo,
    query,
    answered: { json, evidence },
    /** A payout without an outcome that no command has resolved. */
    nextPayout: () => left[0] ?? "",
    async letGo() {
      vi.useRealTimers();
      await rm(folder, { recursive: true });
    },
  };
}
