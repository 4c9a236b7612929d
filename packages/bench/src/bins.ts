import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readBinTable } from "@wonflow/card-data";
import { type BinRow, type Store } from "@wonflow/core";
import { resolveBin } from "@wonflow/core/internal";
import { createPayments, memoryStore, postgresStore, createHandler, nodeListener } from "wonflow";
import { milliseconds, ratio, type Row, perSecond, rateOf } from "./report.ts";
import { Bench, type Task } from "tinybench";
import type { RequestListener } from "node:http";
import { serveAndAsk } from "./http-client.ts";

const times = 100;

async function timed<Value>(work: () => Promise<Value>): Promise<readonly [Value, number]> {
  const start = performance.now();
  const value = await work();
  return [value, performance.now() - start];
}

async function* inChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

async function importInto(store: Store, rows: readonly BinRow[]): Promise<number> {
  const payments = createPayments({ store, gateways: {}, secret: "s".repeat(32) });
  const [imported, ms] = await timed(() => payments.bins.import(rows));
  if (!imported.ok) throw new Error(JSON.stringify(imported.error));
  return ms;
}

export async function binImport(): Promise<readonly Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "wonflow-bench-"));
  const embedded = await postgresStore({ dataDir: folder });
  const lines: Row[] = [];
  try {
    for (const count of [tableSize, tableSize * times]) {
      const csv = asCsv(fictionalBins(count));
      const [{ rows }, reading] = await timed(() => readBinTable(inChunks(csv), "2026-11-20"));
      if (rows.length !== count) throw new Error(`${rows.length} rows of ${count}`);
      const add = (what: string, ms: number) => {
        const named = `${count.toLocaleString("en")} rows: ${what}`;
        lines.push({ what: named, measured: milliseconds(ms), beside: ratio(ms, reading) });
      };
      add("CSV read", reading);
      add("imported, memory", await importInto(memoryStore(), rows));
      add("imported, embedded", await importInto(embedded, rows));
    }
  } finally {
    await embedded.close();
    await rm(folder, { recursive: true });
  }
  return lines;
}

/** What a row takes on the heap, as an object and in the Map that finds it. Needs `--expose-gc`. */
export function memoryOfRows(): readonly Row[] {
  const collect = globalThis.gc;
  if (collect === undefined) throw new Error("run it with --expose-gc");
  const count = tableSize * times;
  const settle = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = settle();
  const rows = fictionalBins(count);
  const withRows = settle();
  const byBin = new Map(rows.map((row) => [row.bin, row]));
  const withMap = settle();
  if (byBin.size !== rows.length) throw new Error("a BIN occurs twice");
  const each = (bytes: number) => `${Math.round(bytes / count)} B`;
  return [
    { what: `a row of ${count.toLocaleString("en")}, as an object`, measured: each(withRows - before) },
    { what: "its place in the Map", measured: each(withMap - withRows) },
  ];
}

export async function binLookUps(): Promise<readonly Row[]> {
  const rows = fictionalBins(tableSize);
  const bare = new Map(rows.map((row) => [row.bin, row]));
  const payments = createPayments({ store: memoryStore(), gateways: {}, secret: "s".repeat(32) });
  await payments.bins.import(rows);
  const table = await payments.bins.list();
  const bins = rows.map(({ bin }) => bin);
  const numbers = bins.map((bin) => bin.padEnd(16, "0"));
  let kept: BinRow | undefined;
  // One look-up is shorter than the clock can tell, so each turn goes through the whole table.
  const turns = (keys: readonly string[], look: (key: string) => void) => () => {
    for (const key of keys) look(key);
  };
  const bench = new Bench({ time: 1_000, warmupTime: 300 });
  bench.add(
    "a bare Map, by its own keys",
    turns(bins, (bin) => void (kept = bare.get(bin))),
  );
  const resolve = (digits: string) => {
    const found = resolveBin(table, digits);
    if (found.ok) kept = found.value;
  };
  bench.add("resolveBin, by the BIN", turns(bins, resolve));
  bench.add("resolveBin, by a whole number", turns(numbers, resolve));
  bench.add("payments.bins.lookUp, by a whole number", async () => {
    for (const number of numbers) await payments.bins.lookUp(number);
  });
  await bench.run();
  if (kept === undefined) throw new Error("nothing was found");
  const lookUps = (task: Task) => perSecond(task) * bins.length;
  const [base = 0] = bench.tasks.map(lookUps);
  return bench.tasks.map((task) => ({
    what: task.name,
    measured: `${Math.round(lookUps(task)).toLocaleString("en")}/s`,
    beside: ratio(lookUps(task), base),
  }));
}

const connections = 16;
const seconds = 3;

async function requestsPerSecond(listener: RequestListener, paths: readonly string[]): Promise<number> {
  const { ask, close } = await serveAndAsk(listener, connections);
  let asked = 0;
  const askNext = () => ask({ path: paths[(asked += 1) % paths.length] ?? "" });
  await rateOf(connections, 500, askNext);
  const { perSecond } = await rateOf(connections, seconds * 1_000, askNext);
  close();
  return perSecond;
}

/** Look-ups over HTTP by a client in the same process, beside a server that does nothing but answer the same bytes. */
export async function binOverHttp(): Promise<readonly Row[]> {
  const rows = fictionalBins(tableSize);
  const payments = createPayments({ store: memoryStore(), gateways: {}, secret: "s".repeat(32) });
  await payments.bins.import(rows);
  const handler = createHandler(payments);
  const paths = rows.map(({ bin }) => `/bin-ko/bin/${bin}`);
  const body = await (await handler(new Request(`http://localhost${paths[0] ?? ""}`))).text();
  const bare = await requestsPerSecond((_, response) => {
    response.setHeader("Content-Type", "application/json");
    response.end(body);
  }, paths);
  const ours = await requestsPerSecond(nodeListener(handler), paths);
  const show = (what: string, rate: number) => ({
    what,
    measured: `${Math.round(rate).toLocaleString("en")}/s`,
    beside: ratio(rate, bare),
  });
  return [show("node:http that answers the same bytes", bare), show("GET /bin-ko/bin/{bin}", ours)];
}

const companies = ["11", "21", "31", "41", "51", "61", "71", "91", "W1"];

/** As many rows as a third of the real table has, 9 of 10 of them with six digits; all fictional. */
const tableSize = 1_156;

/** `count` rows with as many BINs, at most 700,000; every tenth has eight digits. */
function fictionalBins(count: number): readonly BinRow[] {
  return Array.from({ length: count }, (_, at) => {
    const code = companies[at % companies.length] ?? "11";
    const six = String(300_000 + at);
    return {
      bin: at % 10 === 9 ? `${six}05` : six,
      type: at % 4 === 0 ? "CHK" : "CRD",
      acquirer: code,
      issuer: code,
      nickname: `시험카드 ${at}`,
      updatedAt: "2026-11-01",
      providerCode: "",
      kind: at % 4 === 0 ? "debit" : "credit",
    };
  });
}

function asCsv(rows: readonly BinRow[]): Uint8Array {
  const lines = rows.map(
    ({ bin, nickname, kind }, at) =>
      `${at},신한카드,${bin},${nickname},개인,로컬,${kind === "credit" ? "신용" : "체크"},2024. 11,,`,
  );
  const header = "순번,발급사,BIN,전표인자명,개인/법인,브랜드,신용/체크,등록/수정일자,변경사항,비고";
  return new TextEncoder().encode(`${[header, ...lines].join("\n")}\n`);
}
