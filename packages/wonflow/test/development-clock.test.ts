import { setTimeout as pause } from "node:timers/promises";

import { expect, test } from "vitest";
import { z } from "zod";

import { testCards } from "../src/index.ts";
import { authorization, Command, createSession, quicklyOpened, run } from "./command.ts";
import { newDatabase } from "./new-database.ts";
import { startReceiver, verified } from "./webhook-receiver.ts";
import { documentedFetch } from "./documented-fetch.ts";

const orderId = "order-20261120-0001";

async function call(url: string, path: string, sent: { readonly method?: string; readonly body?: object } = {}) {
  const { body, method = body === undefined ? "GET" : "POST" } = sent;
  const headers = { authorization, ...(body !== undefined && { "content-type": "application/json" }) };
  const response = await documentedFetch(`${url}${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: z.looseObject({}).parse(await response.json()) };
}

const clockSchema = z.object({ now: z.iso.datetime().transform((text) => Date.parse(text)) });

async function nowOf(url: string): Promise<number> {
  return clockSchema.parse((await call(url, "/development/clock")).body).now;
}

async function move(url: string, to: object): Promise<number> {
  return clockSchema.parse((await call(url, "/development/clock", { body: to })).body).now;
}

async function pay(url: string): Promise<void> {
  const { token } = z.looseObject({ token: z.string() }).parse(await (await createSession(url, orderId)).json());
  const card = { number: testCards[0]?.number, expiryMonth: "12", expiryYear: "40", registNo: "900101" };
  const response = await documentedFetch(`${url}/checkout/session/authenticate`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ ...card, passwordFront2: "12" }),
  });
  const { redirectUrl } = z.looseObject({ redirectUrl: z.string() }).parse(await response.json());
  const intentKey = new URL(redirectUrl).searchParams.get("intentKey");
  const confirmed = await call(url, "/px/intents/confirm", { body: { intentKey, orderId, amount: 10_000 } });
  expect(confirmed).toMatchObject({ status: 200, body: { status: "DONE" } });
}

const dayMs = 24 * 60 * 60 * 1000;

test("three business days on, a payment is settled and told, and so it is after a restart by force", async () => {
  const settings = await quicklyOpened();
  const service = new Command(["dev"], settings);
  const url = await service.url();
  const receiver = await startReceiver();
  const endpoint = await call(url, "/development/webhook-endpoint", { method: "PUT", body: { url: receiver.url } });
  await pay(url);
  const before = Date.now();
  const now = await move(url, { forward: { businessDays: 3 } });
  expect(now).toBeGreaterThan(before + 2 * dayMs);
  const { body: order } = await call(url, `/px/settlements/${orderId}`);
  expect(order).toMatchObject({ status: "SETTLED", settlementAmount: 9637 });
  // In the evening of that day it is on its way to the merchant's own account.
  const { body: balance } = await call(url, "/merchants/1/balances");
  const { body: payouts } = await call(url, "/merchants/1/payouts");
  const available = z.object({ availableAmount: z.object({ value: z.number() }) }).parse(balance).availableAmount.value;
  const { items } = z.object({ items: z.array(z.object({ amount: z.object({ value: z.number() }) })) }).parse(payouts);
  expect(items.reduce((sum, { amount }) => sum + amount.value, available)).toBe(9637);
  const [message, ...others] = receiver.received;
  expect(others).toEqual([]);
  if (message === undefined) throw new Error("no webhook came");
  // Verified against the machine's time, which has not moved.
  const told = verified(message, z.string().parse(endpoint.body["secret"]));
  expect(told).toMatchObject({ settlementId: order["settlementId"], amount: 9637 });

  service.child.kill("SIGKILL");
  await service.exitCode();
  const again = await new Command(["dev"], settings).url();
  expect(await nowOf(again)).toBeGreaterThanOrEqual(now);
  const canceled = await call(again, `/px/intents/orders/${orderId}/cancel`, { body: { cancelReason: "returned" } });
  expect(canceled).toMatchObject({ status: 200, body: { status: "CANCELED" } });
  await move(again, { forward: { businessDays: 1 } });
  const { body: after } = await call(again, `/px/settlements/${orderId}`);
  expect(after).toMatchObject({ status: "SETTLED", transactionAmount: 0, settlementAmount: 0 });
});

test("all processes over a database have the same clock, and production refuses a database whose clock was moved", async () => {
  const settings = { DATABASE_URL: await newDatabase(), WONFLOW_SECRET: "s".repeat(32) };
  const [mover, other] = [new Command(["dev"], settings), new Command(["dev"], settings)];
  const [url, otherUrl] = [await mover.url(), await other.url()];
  await pay(url);
  const merchant = async (verb: "set" | "show", ...named: readonly string[]) => {
    const [exitCode, output] = await run(
      ["merchants", verb, "--mid", "7", "--mode", "test", "--json", ...named],
      settings,
    );
    expect(exitCode).toBe(0);
    return z.looseObject({ feeRate: z.string() }).parse(JSON.parse(output)).feeRate;
  };
  await merchant("set", "--name", "Corner Shop", "--fee-rate", "3.3");
  const inTwoDays = new Date(Date.now() + 2 * dayMs).toISOString().slice(0, 10);
  expect(await merchant("set", "--fee-rate", "2.5", "--fee-rate-from", inTwoDays)).toBe("3.3");
  const now = await move(url, { forward: { businessDays: 3 } });
  // The command goes by the same clock.
  expect(await merchant("show")).toBe("2.5");
  const isThere = async () => (await nowOf(otherUrl)) >= now;
  // The other one looks at the store four times a second.
  for (let tries = 0; tries < 100 && !(await isThere()); tries += 1) await pause(100);
  expect(await isThere()).toBe(true);
  expect((await call(otherUrl, `/px/settlements/${orderId}`)).body).toMatchObject({ status: "SETTLED" });
  const forward = { forward: { minutes: 1 } };
  expect(await move(otherUrl, forward)).toBeGreaterThanOrEqual(now + 60_000);

  const production = new Command(["start"], { ...settings, WONFLOW_URL: "https://pay.example", HOST: "127.0.0.1" });
  expect(await production.exitCode()).toBe(1);
  expect(production.output.trim()).toBe(
    "wonflow: The clock of this database was moved in development, and what is in it is dated by that: use another database",
  );
});
