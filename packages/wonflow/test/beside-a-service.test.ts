import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

import { dayInSeoul, documentationMerchant, webhookEvents, type ClockMove } from "@wonflow/core";
import { freePort } from "@wonflow/testkit/free-port";
import { Webhook } from "standardwebhooks";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";

import { readEnvironment } from "../src/settings/environment.ts";
import { developmentClock, postgresStore, silentLogger } from "../src/index.ts";
import { serve } from "../src/serve/serve.ts";
import { Command, run } from "./command.ts";
import { newDatabase } from "./new-database.ts";

const secret = "s".repeat(32);
const merchant = ["--mid", String(documentationMerchant.mId), "--mode", documentationMerchant.mode];

/** A service in development on a server's database, which commands look at from beside it. */
async function openService(startsAt?: string) {
  const environment = { DATABASE_URL: await newDatabase(), WONFLOW_SECRET: secret, PORT: "0" };
  if (startsAt !== undefined) await setClock(environment.DATABASE_URL, Date.parse(startsAt));
  const service = await serve(readEnvironment(environment, "development"), silentLogger);
  onTestFinished(() => service.stop());
  const ask = async (...args: readonly string[]) => {
    const [exitCode, output] = await run([...args, "--json"], environment);
    return [exitCode, JSON.parse(output)];
  };
  const read = async (...args: readonly string[]) => (await run(args, environment))[1].trim().split("\n");
  return { ...service, environment, ask, read };
}

/** Moves the clock of a database in which no work is due, as a service that passed the days would do. */
async function setClock(url: string, moment: number): Promise<void> {
  const store = await postgresStore({ url });
  const held = await (await developmentClock({ store })).hold();
  await held?.show(moment);
  await held?.letGo();
  await store.close();
}

/** Moves the service's clock, and answers its time. */
async function moveClock(url: string, move: ClockMove): Promise<number> {
  const headers = { "Content-Type": "application/json" };
  const moved = await fetch(`${url}/development/clock`, { method: "POST", headers, body: JSON.stringify(move) });
  return Date.parse(z.object({ now: z.string() }).parse(await moved.json()).now);
}

/** To a time when the daily transfer has taken the day's balance. */
async function moveToTheNextNight(url: string): Promise<void> {
  const now = await moveClock(url, { forward: { minutes: 24 * 60 } });
  await moveClock(url, { to: `${dayInSeoul(now + 24 * 60 * 60_000)}T23:30:00+09:00` });
}

/** The answers of a merchant's server, one after the other; undefined breaks the connection off. */
const statuses = [undefined, 503, 307, 204];

/** A merchant's server that records the messages it receives. */
async function openReceiver(whsec: string) {
  const got: unknown[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const settlement = new Webhook(whsec).verify(body, request.headers as Readonly<Record<string, string>>);
      got.push([request.headers["webhook-event"], z.object({ amount: z.number() }).parse(settlement).amount]);
      const status = statuses[got.length - 1];
      if (status === undefined) return request.destroy();
      return response.writeHead(status, { location: "/" }).end();
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { got, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook` };
}

test("an order is paid and settled by one command, and another one passes its webhook on until it is taken", async () => {
  const { url, ask, read } = await openService();
  const whsec = `whsec_${btoa("a secret of the shop's server")}`;
  const receiver = await openReceiver(whsec);
  const listening = [
    "webhooks",
    "listen",
    "--url",
    url,
    "--forward-to",
    receiver.url,
    "--secret",
    whsec,
    "--events",
    "none",
  ];
  const listener = new Command(listening, {});
  await expect.poll(() => listener.output).toContain(`Secret  ${whsec}`);

  const [exitCode, settled] = await ask("trigger", "settlement.completed", "--url", url, "--amount", "1000000");
  expect([exitCode, settled]).toEqual([
    0,
    expect.objectContaining({ status: "SETTLED", transactionAmount: 1_000_000, settlementAmount: 963_700 }),
  ]);
  // The message is retried by the service's clock, which continues by itself from here.
  await moveClock(url, { forward: { minutes: 30 } });
  const { settlementId } = settled;
  await expect
    .poll(() => listener.output.match(new RegExp(`settlement.completed  ${settlementId}  963,700 won`, "g"))?.length)
    .toBe(4);
  const message = ["settlement.completed", 963_700];
  expect(receiver.got).toEqual([message, message, message, message]);
  expect(listener.output).toMatch(/→ no answer[^]*→ 503[^]*→ 307[^]*→ 204/);
  listener.child.kill("SIGINT");
  expect(await listener.exitCode()).toBe(0);

  expect(await ask("settlements", "list", ...merchant)).toMatchObject([
    0,
    { settlements: [{ settlementId, amount: 963_700 }], hasMore: false },
  ]);
  expect(await ask("settlements", "show", ...merchant, "--id", settlementId)).toMatchObject([0, { settlementId }]);
  const [title, header, line] = await read("settlements", "show", ...merchant, "--id", settlementId);
  expect([title, header]).toEqual([
    expect.stringMatching(new RegExp(`^${settlementId}  \\d{4}-\\d\\d-\\d\\d 00:00 \\(KST\\)  963,700 won$`)),
    expect.stringMatching(/^ORDER +PAID +FEE +VAT +SETTLED$/),
  ]);
  expect(line).toMatch(/^trigger-\S+ +1,000,000 +33,000 +3,300 +963,700$/);
  expect(await ask("settlements", "show", ...merchant, "--id", "stl.none")).toEqual([
    2,
    { error: "merchant 1 has no settlement stl.none in test mode" },
  ]);
  expect(await ask("settlements", "list", ...merchant, "--from", "2026-01-01", "--to", "2026-01-02")).toEqual([
    0,
    { settlements: [], hasMore: false },
  ]);
  const [, { deliveries }] = await ask("webhooks", "list", ...merchant);
  expect(deliveries).toMatchObject([{ about: settlementId, status: "DELIVERED", tries: 4 }]);
});

test("every event can be triggered, also out of hours, and a listener receives it", async () => {
  const { url } = await openService();
  const listener = new Command(["webhooks", "listen", "--url", url, "--json"], {});
  await expect.poll(() => listener.output).toContain("listening");
  const heard = () =>
    listener.output
      .trim()
      .split("\n")
      .slice(1)
      .map((line) => JSON.parse(line));
  for (const event of webhookEvents.map(({ name }) => name)) {
    if (event === "payout.completed") await moveToTheNextNight(url);
    const [exitCode, output] = await run(["trigger", event, "--url", url, "--json"], {});
    expect([event, exitCode, output]).toEqual([event, 0, expect.any(String)]);
    const caused = JSON.parse(output);
    const named = { settlement: "settlementId", payment: "intentKey", payout: "id" } as const;
    const objects = () =>
      heard().flatMap((one) => {
        const object = one.settlement ?? one.payment ?? one.payout;
        return Object.values(named).map((name) => `${one.event} ${object[name]}`);
      });
    const [word = ""] = event.split(".");
    const [, name] = Object.entries(named).find(([object]) => object === word) ?? [];
    await expect.poll(objects).toContain(`${event} ${caused[name ?? ""]}`);
  }
}, 120_000);

test("listen shows messages that the service signed, and refuses any other", async () => {
  const { url } = await openService();
  const listener = new Command(["webhooks", "listen", "--url", url, "--json"], {});
  await expect.poll(() => listener.output).toContain("listening");
  const { listening } = JSON.parse(listener.output) as { listening: string };
  const forged = await fetch(listening, { method: "POST", body: "{}", headers: { "webhook-id": "msg_1" } });
  expect(forged.status).toBe(400);
  await expect.poll(() => listener.output.trim().split("\n").length).toBe(2);
  expect(JSON.parse(listener.output.trim().split("\n")[1] ?? "")).toEqual({ error: expect.any(String) });
});

test("sellers are listed, and doctor sees a service that works, from inside and outside", async () => {
  const { url, payments, ask, read, environment } = await openService();
  const account = { bankCode: "004", accountNumber: "1101234567", holderName: "김상인" };
  const created = await payments.sellers.create(documentationMerchant, {
    refSellerId: "kim",
    name: "김상인 도예",
    businessType: "INDIVIDUAL",
    account,
  });
  const id = created.ok ? created.value.id : created.error.code;
  expect(await ask("sellers", "list", ...merchant)).toMatchObject([0, { sellers: [{ id }], hasMore: false }]);
  expect(await read("sellers", "list", ...merchant)).toEqual([
    expect.stringMatching(/^REF +NAME +ACCOUNT +AT THE BANK +ID$/),
    expect.stringMatching(new RegExp(`^kim +김상인 도예 +004 \\S+ +registered +${id}$`)),
  ]);
  expect(await ask("sellers", "list", "--mid", "99", "--mode", "test")).toEqual([
    2,
    { error: "merchant 99 is not registered in test mode" },
  ]);
  expect(await ask("merchants", "list")).toMatchObject([0, { merchants: [{ mId: 1, mode: "test" }] }]);

  const inside = await run(["doctor", "--json"], { ...environment, WONFLOW_MODE: "development" });
  const { findings } = JSON.parse(inside[1]);
  const statusOf = (check: string) => findings.find((one: { check: string }) => one.check === check)?.status;
  expect(["database", "migrations", "secret", "clock", "calendar", "work"].map(statusOf)).toEqual(Array(6).fill("ok"));
  const keys = { WONFLOW_SECRET_KEY: "test_sk_docs", WONFLOW_CLIENT_KEY: "test_ck_docs" };
  const [exitCode, outside] = await run(["doctor", "--url", url, "--json"], keys);
  expect([exitCode, JSON.parse(outside)]).toMatchObject([0, { ok: true }]);
  expect(JSON.parse(outside).findings.map(({ check }: { check: string }) => check)).toEqual([
    "service",
    "ready",
    "clock",
    "development clock",
    "secret key",
    "checkout",
    "client key",
  ]);
});

test("trigger works with a merchant's own key, and refuses a service outside of development", async () => {
  // The next settlement is within the calendar, the one after it is not.
  const { url, payments, environment } = await openService("2027-12-20T10:00:00+09:00");
  const own = { mId: 7, mode: "test" } as const;
  await payments.merchants.register({ ...own, name: "Corner Shop", feeRate: "2.9", settlementDays: 5 });
  const issued = await payments.keys.issue(own, "secret");
  const key = issued.ok ? issued.value.key : "";
  const trigger = (settings: object) =>
    run(["trigger", "settlement.completed", "--url", url, "--json"], { ...environment, ...settings });
  const [exitCode, output] = await trigger({ WONFLOW_SECRET_KEY: key });
  expect([exitCode, JSON.parse(output)]).toMatchObject([0, { status: "SETTLED", fee: 290 }]);
  const list = await run(["settlements", "list", "--mid", "7", "--mode", "test", "--json"], environment);
  expect(JSON.parse(list[1]).settlements).toHaveLength(1);
  expect(await trigger({ WONFLOW_SECRET_KEY: key })).toEqual([
    2,
    expect.stringContaining("lies past the end of the calendar of bank holidays"),
  ]);
  expect(await trigger({ WONFLOW_SECRET_KEY: "test_sk_other" })).toEqual([
    1,
    expect.stringContaining("does not take the key: set WONFLOW_SECRET_KEY"),
  ]);

  const PORT = String(await freePort());
  const production = { ...environment, DATABASE_URL: await newDatabase(), HOST: "127.0.0.1", PORT };
  const settings = { ...production, WONFLOW_URL: "https://pay.example", WONFLOW_SANDBOX: "on" };
  const embedded = await serve(readEnvironment(settings, "production"), silentLogger);
  onTestFinished(() => embedded.stop());
  const at = `http://127.0.0.1:${PORT}`;
  expect(await run(["webhooks", "listen", "--url", at], {})).toEqual([
    1,
    expect.stringContaining("has nothing for development: say its whole address with --url"),
  ]);
  expect((await run(["trigger", "settlement.completed", "--url", "http://127.0.0.1:9"], {}))[1]).toMatch(
    /can't be reached/,
  );
});
