import { createServer } from "node:http";
import { once } from "node:events";
import { readdir, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

import { StoreUnavailable, type Store } from "@wonflow/core";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";

import type { Finding } from "../src/findings/finding.ts";
import { checkMigrations } from "../src/findings/database.ts";
import {
  createHandler,
  createPayments,
  developmentClock,
  documentationMerchant,
  memoryStore,
  nodeListener,
  postgresStore,
  sandboxGateway,
  silentLogger,
} from "../src/index.ts";
import { Command, newFolder, preparedFolder, run } from "./command.ts";
import { newDatabase } from "./new-database.ts";

const WONFLOW_SECRET = "s".repeat(32);

/**
 * Doctor's findings that are not ok: the exit code, and each finding as status, check, what was found and what to do.
 * The tests' server has no disk, which has its own test.
 */
async function trouble(environment: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const [exitCode, output] = await run(["doctor", "--json", ...args], environment);
  const { ok, findings } = JSON.parse(output) as { ok: boolean; findings: readonly Finding[] };
  const isWrong = (found: readonly Finding[]) => found.some(({ status }) => status === "wrong");
  expect([exitCode, ok]).toEqual(isWrong(findings) ? [1, false] : [0, true]);
  const expected = ["settings", "durability"];
  const found = findings.filter(({ check, status }) => status !== "ok" && !expected.includes(check));
  const lines = found.map(({ check, status, found: what, action }) => `${status} ${check}: ${what} → ${action}`);
  return [isWrong(found) ? 1 : 0, ...lines];
}

async function database(): Promise<{ readonly DATABASE_URL: string; readonly WONFLOW_SECRET: string }> {
  return { DATABASE_URL: await newDatabase(), WONFLOW_SECRET };
}

async function query(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

test("wonflow migrate brings a database to this version, and says before and after what there is to do", async () => {
  const environment = await database();
  const ask = async (...args: readonly string[]) => {
    const [exitCode, output] = await run(["migrate", "--json", ...args], environment);
    return [exitCode, JSON.parse(output)];
  };
  const pending = expect.arrayContaining(["0001-records-and-ledger"]) as unknown;
  const name = expect.stringMatching(/^postgres:\/\/[^@]+\/\w+$/);
  expect(await trouble(environment)).toEqual([
    0,
    "look migrations: there are no tables yet → run wonflow migrate, or start the service",
  ]);
  expect(await ask("--check")).toEqual([1, { database: name, pending }]);
  expect(await ask()).toEqual([0, { database: name, done: pending }]);
  expect(await ask("--check")).toEqual([0, { database: name, pending: [] }]);
  expect(await ask()).toEqual([0, { database: name, done: [] }]);
  expect(await trouble(environment)).toEqual([0]);

  const later = "insert into wonflow.migrations (name, timestamp) values ('0999-of-tomorrow', 'later')";
  await query(environment.DATABASE_URL, later);
  expect(await trouble(environment)).toEqual([
    1,
    "wrong migrations: a newer version has run 0999-of-tomorrow → run the newest version in use",
  ]);
});

test("a database that was restored from another server is reported", async () => {
  const environment = { ...(await database()), WONFLOW_SECRET };
  await run(["migrate"], environment);
  await query(
    environment.DATABASE_URL,
    "insert into wonflow.records (tenant, kind, id, version, body) values ('1:test', 'order', 'A', 9, '{}')",
  );
  const [exitCode, finding] = await trouble(environment);
  expect([exitCode, finding]).toEqual([
    1,
    expect.stringMatching(/^wrong versions: .* → stop the service, and set the numbers/),
  ]);
});

test("a database of an older version is reported with what is pending", () => {
  const migrations = { done: ["0001-records-and-ledger"], pending: ["0002-next"] };
  expect(checkMigrations({ migrations, unknownMigrations: [] })).toMatchObject({
    status: "look",
    found: "0002-next is pending",
    action: "make a backup, then run wonflow migrate, or start this version",
  });
});

test("a missing database and unusable settings are reported with what to do", async () => {
  const nowhere = { DATABASE_URL: "postgres://127.0.0.1:1/wonflow", WONFLOW_SECRET };
  expect(await trouble(nowhere)).toEqual([
    1,
    expect.stringMatching(/^wrong database: Can't reach .* → start it, or correct the database URL$/),
  ]);
  const { DATABASE_URL } = await database();
  const [exitCode, output] = await run(["doctor"], { DATABASE_URL });
  expect([exitCode, output]).toEqual([1, expect.stringMatching(/^WRONG settings {2}WONFLOW_SECRET must be set/)]);
  expect((await run(["doctor"], { PORT: "x" }))[1]).toContain("PORT must be a number from 0 to 65535");
});

test("doctor reads the database and the secret from files too", async () => {
  const environment = await database();
  await run(["migrate"], environment);
  await run(["keys", "list", "--mid", "7", "--mode", "test"], environment);
  const folder = await newFolder();
  const files = { DATABASE_URL_FILE: join(folder, "url"), WONFLOW_SECRET_FILE: join(folder, "secret") };
  await writeFile(files.DATABASE_URL_FILE, environment.DATABASE_URL);
  await writeFile(files.WONFLOW_SECRET_FILE, environment.WONFLOW_SECRET);
  const [, output] = await run(["doctor"], files);
  expect(output).toContain("production mode, a server's database");
  expect(output).toMatch(/ok +secret/);
  const [, beside] = await run(["doctor", "--url", "http://127.0.0.1:1"], files);
  expect(beside).toMatch(/ok +secret/);
});

test("doctor changes nothing: no folder, no table, no secret", async () => {
  const WONFLOW_DATA = `${await newFolder()}/data`;
  const noFolder = `look database: there is no data in ${WONFLOW_DATA} → set WONFLOW_DATA or DATABASE_URL, unless the service was never started; if it runs inside your program, give the address with --url too`;
  expect(await trouble({ WONFLOW_DATA })).toEqual([0, noFolder]);
  expect(await trouble({ WONFLOW_DATA })).toEqual([0, noFolder]);
  const { DATABASE_URL } = await database();
  await run(["migrate"], { DATABASE_URL, WONFLOW_SECRET });
  const development = { DATABASE_URL, WONFLOW_DATA, WONFLOW_MODE: "development" };
  const none = `look secret: there is none yet → set WONFLOW_SECRET, or let wonflow dev create one in ${WONFLOW_DATA}`;
  expect(await trouble(development)).toEqual([0, none]);
  expect(await trouble(development)).toEqual([0, none]);
  // Looking first does not bind the database to a secret.
  expect(await trouble({ DATABASE_URL, WONFLOW_SECRET: "t".repeat(32) })).toEqual([0]);
  expect(await trouble({ DATABASE_URL, WONFLOW_SECRET })).toEqual([0]);
  await run(["keys", "list", "--mid", "7", "--mode", "test"], { DATABASE_URL, WONFLOW_SECRET });
  const missing =
    "wrong secret: the database was set up with one, which is not in the settings → set WONFLOW_SECRET to that one";
  expect(await trouble(development)).toEqual([1, missing]);
  // Nor does a start without it create one in the folder.
  const [exitCode, output] = await run(["dev"], { ...development, PORT: "0" });
  expect([exitCode, output]).toEqual([
    1,
    expect.stringContaining("set up with a secret that is not in the settings: set"),
  ]);
  expect(await trouble(development)).toEqual([1, missing]);
});

test("another secret, overdue work, and a moved clock", async () => {
  const environment = await database();
  const { DATABASE_URL } = environment;
  const store = await postgresStore({ url: DATABASE_URL });
  onTestFinished(() => store.close());
  const payments = createPayments({ store, gateways: {}, secret: WONFLOW_SECRET, logger: silentLogger });
  await payments.secret.check();
  expect(await trouble({ ...environment, WONFLOW_SECRET: "t".repeat(32) })).toEqual([
    1,
    expect.stringMatching(/^wrong secret: WONFLOW_SECRET is not the secret that this database was set up with/),
  ]);

  await payments.work.runDue();
  expect(await trouble(environment)).toEqual([0]);
  const minutes = (n: number) =>
    `update wonflow.records set due_at = ${Date.now() - n * 60_000} where due_at is not null`;
  await query(DATABASE_URL, minutes(0.5));
  expect(await trouble(environment)).toEqual([0]);
  await query(DATABASE_URL, minutes(6));
  expect(await trouble(environment)).toEqual([
    1,
    expect.stringMatching(
      /^wrong work: .*commitIds.*: due, and not done for 6 min → call startWork\(payments\) in the program that has the service inside; without one, run wonflow start, or/,
    ),
  ]);
  await payments.work.runDue();

  const clock = await developmentClock({ store });
  const held = await clock.hold();
  await held?.show(Date.parse("2027-11-01T23:59:59+09:00"));
  expect((await trouble(environment)).join()).not.toContain("calendar");
  await held?.show(Date.parse("2027-11-02T00:00:01+09:00"));
  expect(await trouble(environment)).toEqual([
    1,
    expect.stringMatching(/^wrong development clock: The clock of this database was moved .* → use another database$/),
    "look calendar: bank holidays are known to 2027-12-31 → install a newer version, which knows more of them",
    expect.stringMatching(/^wrong work: /),
  ]);
  await held?.show(Date.parse("2028-01-01T00:00:00+09:00"));
  expect(await trouble(environment)).toContainEqual(
    expect.stringMatching(/^wrong calendar: bank holidays are known to 2027-12-31: nothing is settled → /),
  );
});

test("exhausted webhooks are found, by their merchant", async () => {
  const environment = await database();
  const store = await postgresStore({ url: environment.DATABASE_URL });
  onTestFinished(() => store.close());
  const payments = createPayments({ store, gateways: {}, secret: WONFLOW_SECRET, logger: silentLogger });
  await payments.secret.check();
  const shop = { mId: 7, mode: "test" } as const;
  await payments.merchants.register({ ...shop, name: "Corner Shop", feeRate: "3.3", contracts: { webhook: true } });
  const delivery = {
    id: "msg_1",
    event: "settlement.completed",
    about: "stl.1",
    status: "EXHAUSTED",
    createdAt: 0,
    tries: 8,
    triesLeft: 0,
    nextTryAt: null,
    log: [],
  };
  const place = { list: "webhookDeliveries", position: "1970-01-01T00:00:00.000Z/msg_1" };
  await store.commit({
    id: "given up",
    tenant: "7:test",
    at: 0,
    reference: "",
    expect: [{ key: { kind: "webhookDelivery", id: "msg_1" }, version: "absent" }],
    writes: [{ key: { kind: "webhookDelivery", id: "msg_1" }, body: delivery, dueAt: null, place }],
    postings: [],
    floors: [],
    tallies: [],
  });
  expect(await trouble(environment)).toEqual([
    0,
    "look webhooks: some have run out of retries, of merchant 7 in test mode → wonflow webhooks list, then resend; while a service has its embedded database open, /console/webhooks, or payments.webhooks.deliveries and resend in its program",
  ]);
});

test("a server that can lose an answered payment is found", async () => {
  const environment = await database();
  const { DATABASE_URL } = environment;
  const name = new URL(DATABASE_URL).pathname.slice(1);
  await query(DATABASE_URL, `alter database ${name} set synchronous_commit = off`);
  const [exitCode, output] = await run(["doctor"], environment);
  expect([exitCode, output]).toEqual([
    1,
    expect.stringMatching(/^WRONG durability +.*synchronous_commit = off: answered payments can be lost\n +→ /m),
  ]);
});

test("a folder that a service uses is not looked into; after that commands find its secret there", async () => {
  const WONFLOW_DATA = await preparedFolder();
  const service = new Command(["dev"], { WONFLOW_DATA });
  await service.url();
  expect(await trouble({ WONFLOW_DATA })).toEqual([
    0,
    expect.stringMatching(
      /^look database: .* belongs to a running process → check that process by its address, .*--url/,
    ),
  ]);
  service.child.kill("SIGTERM");
  await service.exitCode();
  const list = ["keys", "list", "--mid", "1", "--mode", "test"];
  expect(await run(list, { WONFLOW_DATA })).toEqual([0, "Merchant 1 has no keys in test mode.\n"]);
  expect(await trouble({ WONFLOW_DATA })).toEqual([0]);
  expect((await run(list, { WONFLOW_DATA, WONFLOW_MODE: "production" }))[0]).toBe(1);
  const elsewhere = await newFolder();
  expect(await run(list, { WONFLOW_DATA: elsewhere })).toEqual([
    1,
    "wonflow: WONFLOW_SECRET must be set: the secret that the service runs with\n",
  ]);
  const none = `wonflow: There is no data in ${elsewhere}: set WONFLOW_DATA to the folder of the service, or DATABASE_URL to its server\n`;
  expect(await run(list, { WONFLOW_DATA: elsewhere, WONFLOW_SECRET })).toEqual([1, none]);
  expect(await run(["audit"], { WONFLOW_DATA: elsewhere })).toEqual([1, none]);
  expect(await run(["migrate", "--check"], { WONFLOW_DATA: elsewhere })).toEqual([1, none]);
  expect(await trouble({ WONFLOW_DATA: elsewhere })).toEqual([0, expect.stringContaining(`no data in ${elsewhere}`)]);
  expect(await readdir(elsewhere)).toEqual([]);
});

async function newServer() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { server, url: `http://localhost:${(server.address() as AddressInfo).port}` };
}

/** A program of its own with the service at /pay, and settings that no command reads. */
async function openProgram(place: { readonly url: string } | { readonly dataDir: string }) {
  const { server, url } = await newServer();
  const store = await postgresStore(place);
  onTestFinished(() => store.close());
  const settings = { checkoutUrl: `${url}/pay/checkout` };
  const payments = createPayments({ store, gateways: {}, secret: WONFLOW_SECRET, settings, logger: silentLogger });
  await payments.secret.check();
  await payments.work.runDue();
  server.on("request", nodeListener(createHandler(payments, { logger: silentLogger })));
  return { url: `${url}/pay`, store };
}

test("beside a program with the service inside, the program is checked, and its database", async () => {
  const { DATABASE_URL } = await database();
  const { url } = await openProgram({ url: DATABASE_URL });
  // Of the program's own, and no settings of wonflow start.
  const environment = { DATABASE_URL, WONFLOW_SECRET, PORT: "a pipe", WONFLOW_URL: "none" };
  expect(await trouble(environment, "--url", url)).toEqual([0]);
  const [, output] = await run(["doctor", "--url", url], environment);
  for (const checked of ["service", "ready", "database", "migrations", "secret", "work", "webhooks"]) {
    expect(output).toMatch(new RegExp(`^ok {4}${checked} `, "m"));
  }
  expect(output).not.toMatch(/^\S+ +settings/m);
  expect(await trouble({ ...environment, WONFLOW_SECRET: "t".repeat(32) }, "--url", url)).toEqual([
    1,
    expect.stringMatching(/^wrong secret: /),
  ]);
  await query(DATABASE_URL, `update wonflow.records set due_at = ${Date.now() - 600_000} where due_at is not null`);
  expect(await trouble(environment, "--url", url)).toEqual([1, expect.stringMatching(/^wrong work: /)]);
});

test("a folder that belongs to the program which answered is as it should be", async () => {
  const WONFLOW_DATA = await preparedFolder();
  const { url, store } = await openProgram({ dataDir: WONFLOW_DATA });
  expect(await trouble({ WONFLOW_DATA, WONFLOW_SECRET }, "--url", url)).toEqual([0]);
  expect(await trouble({ WONFLOW_DATA, WONFLOW_SECRET }, "--url", "http://localhost:9")).toEqual([
    1,
    expect.stringMatching(/^wrong service: /),
    expect.stringMatching(/^look database: .* belongs to a running process/),
  ]);
  await store.close();
});

/** A service on a port of its own, whose links lead there unless said. */
async function openService({
  linksTo,
  ready = true,
  store: kept = memoryStore(),
}: {
  readonly linksTo?: string;
  readonly ready?: boolean | "stopping";
  readonly store?: Store;
} = {}) {
  const { server, url } = await newServer();
  const settings = { documentationKeys: true, checkoutUrl: `${linksTo ?? url}/checkout` };
  const gateways = { test: await sandboxGateway() };
  const ports = { store: kept, gateways, secret: WONFLOW_SECRET, logger: silentLogger };
  const payments = createPayments({ ...ports, settings });
  await payments.merchants.register(documentationMerchant);
  const listener = nodeListener(createHandler(payments, { ready: async () => ready, logger: silentLogger }));
  server.on("request", listener);
  return { url, listener, payments };
}

const good = { WONFLOW_SECRET_KEY: "test_sk_docs", WONFLOW_CLIENT_KEY: "test_ck_docs" };

test.each([
  [
    "swapped",
    { WONFLOW_SECRET_KEY: "test_ck_docs", WONFLOW_CLIENT_KEY: "test_sk_docs" },
    ["wrong keys: the secret key and the client key are swapped → swap them; .*"],
  ],
  [
    "of two modes",
    { ...good, WONFLOW_CLIENT_KEY: "live_ck_docs" },
    [
      "wrong keys: the secret key is of test mode, the client key of live mode → .*",
      "wrong client key: live_ck_…docs is refused → .*",
    ],
  ],
  [
    "a client key for the server",
    { WONFLOW_SECRET_KEY: "test_ck_docs" },
    ["wrong secret key: this is a client key .*"],
  ],
  [
    "a secret key for the page",
    { ...good, WONFLOW_CLIENT_KEY: "test_sk_docs" },
    ["wrong client key: this is a secret key .* → revoke it .*"],
  ],
  [
    "of another service",
    { WONFLOW_SECRET_KEY: "test_sk_another" },
    ["wrong secret key: test_sk_…ther is refused → copy it whole, as it is too short; or it was revoked.*"],
  ],
  ["cut off", { WONFLOW_SECRET_KEY: "sk_docs" }, ["wrong secret key: this is not an API key → copy it whole.*"]],
  ["as they should be", good, []],
] as const)("keys %s", async (_what, keys, found) => {
  const { url } = await openService();
  const [exitCode, ...told] = await trouble(keys, "--url", `${url}/`);
  expect(told).toEqual(found.map((pattern) => expect.stringMatching(new RegExp(`^${pattern}$`))));
  expect(exitCode).toBe(found.length === 0 ? 0 : 1);
});

test("where a service is, and where its links lead", async () => {
  const { url, listener } = await openService();
  expect(await trouble({}, "--url", `${url}/pay`)).toEqual([
    1,
    `wrong service: it answers at ${url}, not below /pay → leave that path off; or mount it there, and set WONFLOW_URL or settings.checkoutUrl to that address`,
  ]);
  expect(await trouble({}, "--url", "http://localhost:9/pay")).toEqual([
    1,
    expect.stringMatching(/^wrong service: .* can't be reached \(.*\) → start it, or correct the address$/),
  ]);
  const stopping = await openService({ ready: "stopping" });
  expect(await trouble({}, "--url", stopping.url)).toEqual([
    1,
    "wrong ready: it serves no requests: it is about to stop → ask another process, or start it again",
  ]);
  const unready = await openService({ ready: false });
  expect(await trouble({}, "--url", unready.url)).toEqual([
    1,
    expect.stringMatching(/^wrong ready: it serves no requests: it does not say why → look at its log/),
  ]);
  const astray = await openService({ linksTo: "http://localhost:9" });
  expect(await trouble(good, "--url", astray.url)).toEqual([
    1,
    expect.stringMatching(
      /^wrong checkout: links lead to http:\/\/localhost:9, where there is no checkout .* → set WONFLOW_URL/,
    ),
  ]);
  const proxied = await newServer();
  proxied.server.on("request", listener);
  expect(await trouble(good, "--url", proxied.url)).toEqual([
    0,
    expect.stringMatching(new RegExp(`^look checkout: links lead to ${url}, and not to ${proxied.url} → `)),
  ]);
  const other = await newServer();
  other.server.on("request", (_request, response) => response.end("hello"));
  expect(await trouble({}, "--url", other.url)).toEqual([
    1,
    expect.stringMatching(/^wrong service: \S+ was answered 200 by something else than this service → /),
  ]);
  expect((await run(["doctor", "--url", "localhost:4242"], {}))[0]).toBe(2);
});

test("a service whose database is down, or full", async () => {
  const kept = memoryStore();
  const away = async () => Promise.reject(new StoreUnavailable("away"));
  let isAway = false;
  let isFull = false;
  const { url, payments } = await openService({
    store: {
      ...kept,
      read: (...asked) => (isAway ? away() : kept.read(...asked)),
      commit: (changeSet) => (isFull ? away() : kept.commit(changeSet)),
    },
  });
  isFull = true;
  await expect(payments.calendar.close("2026-12-31")).rejects.toThrow(StoreUnavailable);
  expect(await trouble({}, "--url", url)).toEqual([
    1,
    expect.stringMatching(
      /^wrong ready: .* answers reads and refuses writes, .* → make room on the database's disk, or /,
    ),
  ]);
  isAway = true;
  expect(await trouble({}, "--url", url)).toEqual([
    1,
    expect.stringMatching(/^wrong ready: .* it does not reach its database → bring the database back; /),
  ]);
});

test("nothing is made with a live key", async () => {
  const { url, payments } = await openService();
  const live = { mId: 7, mode: "live" } as const;
  await payments.merchants.register({ ...live, name: "Corner Shop", feeRate: "3.3" });
  const issued = await payments.keys.issue(live, "secret");
  const keys = { WONFLOW_SECRET_KEY: issued.ok ? issued.value.key : "" };
  const [, output] = await run(["doctor", "--url", url, "--json"], keys);
  const { findings } = JSON.parse(output) as { findings: readonly Finding[] };
  expect(findings.map(({ check, status }) => `${check} ${status}`)).toEqual([
    "service ok",
    "ready ok",
    "clock ok",
    "secret key ok",
  ]);
});
