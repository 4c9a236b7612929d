/**
 * Creates a database with this version's service, for tests of later versions: `pnpm release:keep`.
 *
 *     node --conditions=source packages/wonflow/test/upgrade/make-database.ts packages/wonflow/test/upgrade/<version>
 */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";

import { shippedCatalog } from "@wonflow/card-data";
import { databaseJournal } from "@wonflow/sandbox";
import { startPostgres } from "@wonflow/testkit/postgres";

import { Merchant } from "./merchant.ts";

const run = promisify(execFile);
const folder = resolve(process.argv[2] ?? "");
const data = await mkdtemp(join(tmpdir(), "wonflow-upgrade-"));
const postgres = await startPostgres();
const secret = "a secret that only the tests of upgrades know";
const env = {
  PATH: process.env["PATH"],
  PORT: "0",
  DATABASE_URL: postgres.url,
  WONFLOW_DATA: data,
  WONFLOW_SECRET: secret,
};

const program = ["--conditions=source", join(import.meta.dirname, "../../src/cli.ts")];

async function wonflow(...args: readonly string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [...program, ...args], { env });
  return stdout.trim();
}

const bins = join(data, "bins.csv");
await writeFile(
  bins,
  "발급사,BIN,전표인자명,신용/체크,등록/수정일자,변경사항,비고\n롯데카드,40005001,롯데상회,신용,,,\n",
);
await wonflow("bins", "import", bins);
const catalog = join(data, "catalog.json");
await writeFile(catalog, JSON.stringify([{ ...shippedCatalog[0], name: "오래된 카드" }]));
await wonflow("catalog", "import", catalog);

const tenant = ["--mid", "7", "--mode", "test"];
await wonflow("merchants", "set", ...tenant, "--name", "Corner Shop", "--fee-rate", "2.8");
const secretKey = await wonflow("keys", "issue", ...tenant, "--type", "secret");
const clientKey = await wonflow("keys", "issue", ...tenant, "--type", "client");

const service = spawn(process.execPath, [...program, "dev"], { env, stdio: ["ignore", "pipe", "inherit"] });
// Also when a step below fails.
process.once("exit", () => service.kill("SIGKILL"));
const [banner] = await once(service.stdout, "data");
const url = /API\s+(\S+)/.exec(String(banner))?.[1] ?? "";
const docs = new Merchant(url, "test_ck_docs");
while ((await docs.get("/installments/interest-free-months?pg=PG_A")).status === 500) await pause(100);

const shop = new Merchant(url, secretKey);
const ready = await shop.session("upgraded-order-ready", "session 1");
const authenticated = await shop.authenticated("upgraded-order-authenticated");
const done = await shop.authenticated("upgraded-order-done");
await shop.confirm(done, "confirm 1");
await shop.confirm(await shop.authenticated("upgraded-order-partly-canceled"));
await shop.cancel("upgraded-order-partly-canceled", 4_000, "cancel 1");
await shop.confirm(await shop.authenticated("upgraded-order-canceled"));
await shop.cancel("upgraded-order-canceled", 10_000);
await shop.confirm(await shop.authenticated("upgraded-order-refused", "no-funds"));
// The service is killed before it can look the lost answers up.
await shop.confirm(await shop.authenticated("upgraded-order-cancellation-unknown", "refund-answer-lost"));
await shop.cancel("upgraded-order-cancellation-unknown", 10_000);
await shop.confirm(await shop.authenticated("upgraded-order-unknown", "answer-lost"));
service.kill("SIGKILL");

await mkdir(folder, { recursive: true });
const print = join(import.meta.dirname, "../../../store-postgres/test/print-database.ts");
const { stdout } = await run(process.execPath, ["--conditions=source", print, postgres.url]);
await writeFile(join(folder, "database.sql"), stdout);
const journal = await databaseJournal({ url: postgres.url });
const lines = journal.replay().map(({ value }) => `${JSON.stringify(value)}\n`);
await journal.close();
await writeFile(join(folder, "sandbox-cards.jsonl"), lines.join(""));
const kept = { madeAt: Date.now(), secret, secretKey, clientKey, ready, authenticated, done };
await writeFile(join(folder, "kept.json"), `${JSON.stringify(kept, null, 2)}\n`);
await postgres.stop();
await rm(data, { recursive: true });
