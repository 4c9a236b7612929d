import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { shippedCatalog } from "@wonflow/card-data";
import { freePort } from "@wonflow/testkit/free-port";
import { expect, test } from "vitest";
import { z } from "zod";

import { postgresStore } from "../src/index.ts";
import {
  authorization,
  Command,
  createSession,
  newFolder,
  preparedFolder,
  run,
  quicklyOpened,
  takenPort,
} from "./command.ts";
import { newDatabase } from "./new-database.ts";
import { documentedFetch } from "./documented-fetch.ts";

test("wonflow dev shows what a newcomer needs, keeps its data, and ends cleanly by Ctrl-C", async () => {
  const WONFLOW_DATA = await newFolder();
  const first = new Command(["dev", "--name", "찻집 다올"], { WONFLOW_DATA });
  const url = await first.url();
  expect(await (await fetch(url)).text()).toContain("test_sk_docs");
  expect(first.output).toContain("test_sk_docs");
  expect(first.output).toContain("test_ck_docs");
  expect(first.output).toContain(`Console     ${url}/console\n`);
  expect(first.output.match(/\d{4} \d{4} \d{4} \d{4}/g)).toHaveLength(3);
  const session = await createSession(url, "order-20261120-0001");
  expect(session.status).toBe(201);
  const { checkoutUrl } = (await session.json()) as { checkoutUrl: string };
  expect(await (await fetch(checkoutUrl)).text()).toContain("찻집 다올");
  first.child.kill("SIGINT");
  expect(await first.exitCode()).toBe(0);

  const second = new Command(["dev"], { WONFLOW_DATA });
  const kept = await documentedFetch(`${await second.url()}/px/intents/orders/order-20261120-0001`, {
    headers: { authorization },
  });
  expect(await kept.json()).toMatchObject({ status: "READY", totalAmount: 10_000 });
  second.child.kill("SIGTERM");
  expect(await second.exitCode()).toBe(0);
});

/** The contents of the files below a folder. */
async function filesOf(folder: string): Promise<readonly Buffer[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return Promise.all(
    entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => readFile(join(parentPath, name))),
  );
}

/** The whole life of stored cards, one of which is refused at each step; returns the card data that must not be stored. */
async function storedCard(url: string): Promise<readonly string[]> {
  const headers = { "Content-Type": "application/json", authorization };
  const send = async (method: string, path: string, body?: object) => {
    const request = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await documentedFetch(`${url}/px/billing${path}`, request);
    return [response.status, z.looseObject({ billkey: z.string().optional() }).parse(await response.json())] as const;
  };
  const owner = { ownerName: "Seong Chunhyang", registNo: "920318", ownerPhoneNumber: "01099887766" };
  const expiry = { expriationYY: "39", expriationMM: "12" };
  const card = { customerId: "c_7f3b2a91", ...expiry, cvc: "947", passwordFront2: "73", ...owner };
  const numbers = ["5400000000410006", "4000000200010009", "4000000500010006", "4000000500020005"];
  const codes: unknown[] = [];
  for (const [index, number] of numbers.entries()) {
    const [issued, { billkey }] = await send("POST", "/billkeys/issue", { ...card, number });
    const order = { orderId: `subscription-2026-0${index}`, orderName: "Findable subscription" };
    const charge = { ...order, totalAmount: 9_900, instruments: [{ billing: billkey ?? "none", amount: 9_900 }] };
    const [charged] = await send("POST", "", { customerId: card.customerId, ...charge });
    const [deleted] = await send("DELETE", `/${billkey ?? "none"}`);
    codes.push([issued, charged, deleted]);
  }
  expect(codes).toEqual([
    [201, 200, 200],
    [201, 403, 200],
    [400, 404, 404],
    [500, 404, 404],
  ]);
  await send("POST", "/billkeys/issue", { ...card, number: numbers[0], cvc: "9470" });
  return [...numbers, "Chunhyang", "920318", "01099887766", '"947"', '"9470"'];
}

test("card data, tokens and payer identity are neither logged nor written down; what may be kept is", async () => {
  const WONFLOW_DATA = await preparedFolder();
  const command = new Command(["dev"], { WONFLOW_DATA });
  const url = await command.url();
  const json = { "Content-Type": "application/json" };
  const created = await documentedFetch(`${url}/px/payfront/sessions`, {
    method: "POST",
    headers: { ...json, authorization, "Idempotency-Key": "secrets-1" },
    body: JSON.stringify({
      customerId: "cli-test-buyer",
      orderId: "order-20261120-0009",
      orderName: "Findable tea",
      amount: { value: 10_000 },
      kyc: { name: "Hong Gildong", registNo: "870314", phoneNumber: "01055667788" },
      successUrl: "https://shop.example/ok",
      failUrl: "https://shop.example/fail",
    }),
  });
  const { token } = z.object({ token: z.string() }).parse(await created.json());
  const bearer = { ...json, authorization: `Bearer ${token}` };
  const authenticate = (body: string) =>
    documentedFetch(`${url}/checkout/session/authenticate`, { method: "POST", headers: bearer, body });
  const card = { number: "4000000000110009", expiryMonth: "12", expiryYear: "39", registNo: "910227" };
  await authenticate(`{"number": "4000000000110009", `);
  await authenticate(JSON.stringify({ ...card, passwordFront2: "x" }));
  const { redirectUrl } = z
    .object({ redirectUrl: z.string() })
    .parse(await (await authenticate(JSON.stringify({ ...card, passwordFront2: "73" }))).json());
  const intentKey = new URL(redirectUrl).searchParams.get("intentKey") ?? "";
  const confirmed = await documentedFetch(`${url}/px/intents/confirm`, {
    method: "POST",
    headers: { ...json, authorization },
    body: JSON.stringify({ intentKey, orderId: "order-20261120-0009", amount: 10_000 }),
  });
  expect(confirmed.status).toBe(200);
  const stored = await storedCard(url);
  command.child.kill("SIGINT");
  expect(await command.exitCode()).toBe(0);
  const files = await filesOf(WONFLOW_DATA);
  const isWritten = (text: string) => files.some((file) => file.includes(text));
  expect([isWritten("Findable tea"), isWritten("Findable subscription")]).toEqual([true, true]);
  const ofBuyer = ["4000000000110009", "910227", token, "Gildong", "870314", "01055667788"];
  for (const secret of [...ofBuyer, ...stored]) {
    expect([secret, isWritten(secret)]).toEqual([secret, false]);
    expect(command.output).not.toContain(secret);
  }
});

test("in production nothing of development exists, and merchants are made by the command", async () => {
  const PORT = String(await freePort());
  const production = {
    PORT,
    ...(await quicklyOpened()),
    WONFLOW_MODE: "production",
    WONFLOW_SECRET: "s".repeat(32),
    WONFLOW_URL: "https://pay.example",
    HOST: "127.0.0.1",
  };
  const merchant = ["merchants", "set", "--mid", "7", "--mode", "test", "--name", "Corner Shop", "--fee-rate", "3.3"];
  expect((await run(merchant, production))[0]).toBe(0);
  const [exitCode, output] = await run(
    ["keys", "issue", "--mid", "7", "--mode", "test", "--type", "secret"],
    production,
  );
  expect(exitCode).toBe(0);
  const secretKey = output.trim();
  expect(secretKey).toMatch(/^test_sk_[A-Za-z0-9_-]{32}$/);

  const service = new Command(["start"], production);
  await service.url();
  const url = `http://127.0.0.1:${PORT}`;
  expect(service.output).not.toMatch(/docs|dev/i);
  expect((await documentedFetch(`${url}/bin-ko/bin/4000000000110009`)).status).toBe(404);
  expect(await (await documentedFetch(`${url}/card-catalogs/search?acquirer=BC`)).json()).toMatchObject({ data: [] });
  expect((await createSession(url, "order-20261120-0001")).status).toBe(401);
  for (const path of ["/", "/docs", "/docs/errors.md"]) expect((await fetch(`${url}${path}`)).status).toBe(404);
  const headers = { authorization: `Basic ${btoa(`${secretKey}:`)}` };
  expect((await documentedFetch(`${url}/px/intents/orders/order-20261120-0001`, { headers })).status).toBe(404);
  service.child.kill("SIGTERM");
  await service.exitCode();
  // No offers of the sandbox's gateways were ever waited for.
  const store = await postgresStore({ url: production.DATABASE_URL });
  expect([await store.listDue("installmentFeed", 1), await store.listDue("commitIds", 1)]).toMatchObject([[], [{}]]);
  await store.close();
});

test("a BIN table and a catalog are imported by the command, reported, and served; a broken one changes nothing", async () => {
  const WONFLOW_DATA = await newFolder();
  const environment = { WONFLOW_DATA, DATABASE_URL: await newDatabase() };
  const table = join(WONFLOW_DATA, "bins.csv");
  const header = "발급사,BIN,전표인자명,신용/체크,등록/수정일자,변경사항,비고\n";
  const importing = async (text: string) => {
    await writeFile(table, header + text);
    return run(["bins", "import", table], environment);
  };
  const [code, report] = await importing("가상카드,40005001,가상,신용,,,\n롯데카드,4000,짧음,신용,,,\n");
  expect([code, report]).toEqual([0, expect.stringContaining("2 rows read, 1 BINs imported: 1 new")]);
  expect(report).toContain("line 3 (4000): BIN must have 6 or 8 digits");
  expect(report).toContain("가상카드: 1 rows");
  expect(await importing('"롯데카드,40005001')).toEqual([
    1,
    expect.stringMatching(/^wonflow: The file is not valid CSV/),
  ]);
  expect(await importing("")).toEqual([1, expect.stringContaining("nothing has changed")]);
  expect(await run(["bins", "import"], environment)).toMatchObject([2, {}]);

  await writeFile(table, JSON.stringify([{ ...shippedCatalog[0], name: "가져온 카드" }, { id: "none" }]));
  const imported = await run(["catalog", "import", table], environment);
  expect(imported).toEqual([0, expect.stringContaining("entry 2: id:")]);

  const service = new Command(["dev"], environment);
  const url = await service.url();
  const found = await documentedFetch(`${url}/bin-ko/bin/4000500112345678`);
  expect(await found.json()).toMatchObject({ bin: "40005001", nickname: "가상" });
  const all = await documentedFetch(`${url}/bin-ko/json`, { headers: { "accept-encoding": "br" } });
  const searched = await documentedFetch(`${url}/card-catalogs/search?name=${encodeURIComponent("가져온")}`);
  expect(await searched.json()).toMatchObject({ data: [{ name: "가져온 카드" }] });
  expect([all.headers.get("content-encoding"), await all.json()]).toMatchObject(["br", [{ bin: "40005001" }]]);
});

test("a taken port is one clear line and exit code 1", async () => {
  const taken = await takenPort();
  expect(await run(["dev"], { ...(await quicklyOpened()), PORT: taken.port })).toEqual([
    1,
    `wonflow: Port ${taken.port} is taken: stop what uses it, or set PORT to another one\n`,
  ]);
  taken.close();
});

test("a folder with a living owner, one that can't be written, an unreachable database: one line each", async () => {
  const WONFLOW_DATA = await preparedFolder();
  const owner = new Command(["dev"], { WONFLOW_DATA });
  await owner.url();
  const file = join(WONFLOW_DATA, "file");
  await writeFile(file, "");
  const production = { WONFLOW_MODE: "production", WONFLOW_SECRET: "s".repeat(32) };
  const cases = [
    [{ WONFLOW_DATA }, `is in use by process ${owner.child.pid}`],
    [{ WONFLOW_DATA: join(file, "folder") }, "can't be written to"],
    [{ WONFLOW_DATA, DATABASE_URL: "postgres://user:hidden@127.0.0.1:1/shop" }, "Can't reach the database"],
    [{ WONFLOW_DATA, DATABASE_URL: "nonsense" }, "The database URL is malformed"],
    [{ WONFLOW_MODE: "production" }, "WONFLOW_SECRET must be set"],
    [production, "WONFLOW_URL must be set"],
  ] as const;
  for (const [environment, message] of cases) {
    const refused = await run([environment === production ? "start" : "dev"], environment);
    expect(refused).toEqual([1, expect.stringContaining(message)]);
    expect(refused[1].trim().split("\n")).toHaveLength(1);
    expect(refused[1]).not.toContain("hidden");
  }
});

test.each([
  [["fly"], "unknown command 'fly'"],
  [["dev", "--prot", "1"], "--prot"],
  [["keys", "issue", "--mid", "7"], "required option '--mode"],
])("%j", async (args, message) => {
  const [exitCode, output] = await run(args, {});
  expect(exitCode).toBe(2);
  expect(output.trimEnd().split("\n").at(-1)).toContain(message);
  expect(output).toContain("Usage: wonflow");
});

test("the command as a person runs it says last what is wrong with it, and ends with 2", async () => {
  const mistaken = new Command(["keyz"], {});
  expect(await mistaken.exitCode()).toBe(2);
  await expect.poll(() => mistaken.output).toMatch(/^Usage: wonflow [^]+\nwonflow: unknown command 'keyz'.*\n$/);
});

test.each([
  [["--shop", "localhost:4243"], "--shop must be an http or https URL"],
  [["--docs", "/nowhere"], "--docs must be a folder that can be read"],
  [["--name", ""], "--name must be 1 to 100 readable characters"],
])("wonflow dev %j is one line", async (args, message) => {
  expect(await run(["dev", ...args], await quicklyOpened())).toEqual([1, `wonflow: ${message}\n`]);
});
