import { resolveBin, type BinRow } from "@wonflow/core";
import { Bench, type Task } from "tinybench";
import { createPayments, memoryStore } from "wonflow";

import { fictionalBins, tableSize } from "./fictional-bins.ts";
import { ratio, perSecond, type Row } from "./report.ts";

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
