import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { readBinTable } from "@wonflow/card-data";
import type { BinRow, Store } from "@wonflow/core";
import { createPayments, memoryStore, postgresStore } from "wonflow";

import { asCsv, fictionalBins, tableSize } from "./fictional-bins.ts";
import { milliseconds, ratio, type Row } from "./report.ts";

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
