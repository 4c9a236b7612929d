import { access, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { freePort } from "@wonflow/testkit/free-port";
import { expect, onTestFinished, test } from "vitest";

import { createPayments, postgresStore, sandboxPayoutBank } from "../src/index.ts";
import { Command, createSession, newFolder, run } from "./command.ts";
import { newDatabase } from "./new-database.ts";
import { documentedFetch } from "./documented-fetch.ts";

test("with DATABASE_URL and a secret, nothing is written to the data folder, though test mode has the sandbox", async () => {
  const folder = await newFolder();
  const file = join(folder, "file");
  await writeFile(file, "");
  const settings = { DATABASE_URL: await newDatabase(), WONFLOW_SECRET: "s".repeat(32) };
  const development = { ...settings, WONFLOW_DATA: join(folder, "data") };
  const url = await new Command(["dev"], development).url();
  expect((await createSession(url, "order-20261120-0001")).status).toBe(201);
  await expect(access(development.WONFLOW_DATA)).rejects.toThrow("ENOENT");

  // A folder below a file can't be created.
  const production = { WONFLOW_DATA: join(file, "data"), WONFLOW_URL: "https://pay.example", WONFLOW_SANDBOX: "on" };
  const PORT = String(await freePort());
  await new Command(["start"], { ...settings, ...production, HOST: "127.0.0.1", PORT }).url();
  expect((await documentedFetch(`http://127.0.0.1:${PORT}/bin-ko/bin/4000000000110009`)).status).toBe(200);
});

test("requests and work run in processes of their own: what is due waits for one that works", async () => {
  const DATABASE_URL = await newDatabase();
  const settings = { DATABASE_URL, WONFLOW_SECRET: "s".repeat(32), WONFLOW_MODE: "development" };
  const serving = new Command(["serve"], { ...settings, WONFLOW_DATA: await newFolder() });
  expect((await createSession(await serving.url(), "order-20261120-0001")).status).toBe(201);

  // A seller of whom the bank's answer is lost is looked up a second later.
  const store = await postgresStore({ url: DATABASE_URL });
  const bank = await sandboxPayoutBank({ url: DATABASE_URL });
  onTestFinished(async () => void (await Promise.all([store.close(), bank.close()])));
  const { sellers } = createPayments({
    store,
    gateways: {},
    payoutBanks: { test: bank },
    secret: settings.WONFLOW_SECRET,
    settings: { documentationKeys: true },
  });
  const account = { bankCode: "004", accountNumber: "12345678901234", holderName: "Answer Lost" };
  const seller = { refSellerId: "kim-001", name: "Kim's Ceramics", businessType: "INDIVIDUAL", account } as const;
  const registered = await sellers.create({ mId: 1, mode: "test" }, seller);
  expect(registered).toMatchObject({ ok: true, value: { externalSellerId: null } });
  // A process that claimed it would have postponed it.
  const overdueMs = async () => Date.now() - ((await store.listDue("bankAttempt", 1))[0]?.dueAt ?? Date.now());
  await expect.poll(overdueMs).toBeGreaterThan(2_000);

  const working = new Command(["work"], { ...settings, WONFLOW_DATA: await newFolder() });
  expect(await working.url()).toBe("none:");
  const id = registered.ok ? registered.value.id : "";
  const found = async () => {
    const known = await sellers.lookUp({ mId: 1, mode: "test" }, id);
    return known.ok && known.value.externalSellerId;
  };
  await expect.poll(found).toEqual(expect.any(String));
  for (const each of [serving, working]) {
    each.child.kill("SIGTERM");
    expect(await each.exitCode()).toBe(0);
  }
});

test("a folder belongs to one process: requests and work can't be separated there", async () => {
  const environment = { WONFLOW_DATA: await newFolder(), WONFLOW_MODE: "development" };
  for (const command of ["serve", "work"]) {
    const [code, output] = await run([command], environment);
    expect(code).toBe(1);
    expect(output).toContain("set DATABASE_URL, or use wonflow start");
  }
});
