import { parseArgs } from "node:util";

import { binImport, memoryOfRows } from "./bin-import.ts";
import { binLookUps } from "./bin-look-ups.ts";
import { binOverHttp } from "./bin-over-http.ts";
import { catalogSearch } from "./catalog-search.ts";
import { confirmInMemory } from "./confirm.ts";
import { confirmOnPostgres } from "./postgres-confirms.ts";
import { print, printComparison } from "./report.ts";
import { settleBesideConfirms } from "./settlement.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    orders: { type: "string", default: "100000" },
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "3" },
  },
});

// Figures of one machine at one time mean little; those of one run may be set beside each other.
const benchmarks: Readonly<Record<string, () => Promise<void>>> = {
  async bins() {
    print("BIN look-ups in process", await binLookUps());
    print("BIN look-ups over HTTP", await binOverHttp());
    print("Memory of a BIN row", memoryOfRows());
    print("Import of a BIN table", await binImport());
  },
  async catalog() {
    print("Catalog search", await catalogSearch());
  },
  async confirm() {
    print("Confirm on the memory store", await confirmInMemory());
  },
  async confirms() {
    const rows = await confirmOnPostgres(Number(values.rounds), Number(values.seconds) * 1000);
    print("Confirms of one merchant on a PostgreSQL server", rows);
  },
  async settlement() {
    const orders = Number(values.orders);
    const { rows, settled } = await settleBesideConfirms(orders);
    printComparison(`${orders.toLocaleString("en")} orders settled while payments are confirmed`, rows);
    print("The settling itself", settled);
  },
};

const unknown = positionals.filter((name) => !Object.hasOwn(benchmarks, name));
if (unknown.length > 0) throw new Error(`there is ${Object.keys(benchmarks).join(", ")}; not ${unknown.join(", ")}`);
for (const [name, run] of Object.entries(benchmarks)) {
  if (positionals.length === 0 || positionals.includes(name)) await run();
}
