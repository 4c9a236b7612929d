import { writeFile } from "node:fs/promises";
import { cpus, totalmem } from "node:os";
import { parseArgs } from "node:util";
import { binImport, memoryOfRows, binLookUps, binOverHttp } from "./bins.ts";
import { catalogSearch } from "./catalog-search.ts";
import { besidePlain } from "./citus.ts";
import { confirmInMemory, observedConfirm } from "./confirm.ts";
import { grow } from "./growth.ts";
import { confirmBesideReads } from "./heavy-reads.ts";
import { confirmOverHttp } from "./http-confirms.ts";
import { createPayoutBatches } from "./payout-batches.ts";
import { doOperations } from "./operations.ts";
import { confirmBesidePeers } from "./peers.ts";
import { confirmOnPostgres } from "./postgres-confirms.ts";
import { draw } from "./picture.ts";
import { comparisonTable, print, tableOf, type Table } from "./report.ts";
import { startServices } from "./service-start.ts";
import { settleBesideConfirms } from "./settlement.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    citus: { type: "string" },
    "heavy-reads": { type: "string", default: "2" },
    orders: { type: "string", default: "100000" },
    payments: { type: "string", default: "2000000" },
    pgledger: { type: "string", multiple: true },
    plain: { type: "string" },
    picture: { type: "string" },
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "3" },
    "tb-perf": { type: "string", multiple: true },
    // A quarter of the memory, as PostgreSQL's manual advises for a machine of its own.
    "shared-buffers": { type: "string", default: `${Math.floor(totalmem() / 2 ** 22)}MB` },
  },
});

const rounds = Number(values.rounds);
const ms = Number(values.seconds) * 1000;

// Figures of one machine at one time mean little; those of one run may be set beside each other.
const benchmarks: Readonly<Record<string, () => Promise<readonly Table[]>>> = {
  bins: async () => [
    tableOf("BIN look-ups in process", await binLookUps()),
    tableOf("BIN look-ups over HTTP", await binOverHttp()),
    tableOf("Memory of a BIN row", memoryOfRows()),
    tableOf("Import of a BIN table", await binImport()),
  ],
  catalog: async () => [tableOf("Catalog search", await catalogSearch())],
  confirm: async () => [tableOf("Confirm on the memory store", await confirmInMemory())],
  observed: async () => [tableOf("Confirm with the API of OpenTelemetry around ports", await observedConfirm())],
  confirms: async () => [tableOf("Confirms on a PostgreSQL server", await confirmOnPostgres(rounds, ms))],
  http: async () => [tableOf("Confirms over HTTP on a PostgreSQL server", await confirmOverHttp(rounds, ms))],
  async peers() {
    const { pgledger, "tb-perf": tbPerf } = values;
    const rows = await confirmBesidePeers({ pgledger, "tb-perf": tbPerf }, rounds, ms);
    return [tableOf("Confirms beside transfers of other ledgers on a PostgreSQL server", rows)];
  },
  payouts: async () => [tableOf("Payouts on a PostgreSQL server", await createPayoutBatches(rounds, ms))],
  operations: async () => [tableOf("Other requests on a PostgreSQL server", await doOperations(rounds, ms))],
  async settlement() {
    const orders = Number(values.orders);
    const { rows, settled } = await settleBesideConfirms(orders);
    const title = `${orders.toLocaleString("en")} orders settled while payments are confirmed`;
    return [comparisonTable(title, rows), tableOf("The settling itself", settled)];
  },
  async growth() {
    const payments = Number(values.payments);
    const sharedBuffers = values["shared-buffers"];
    const { rows, room } = await grow(payments, { rounds, ms, sharedBuffers });
    const title = `${payments.toLocaleString("en")} payments, beside 20,000, with shared_buffers of ${sharedBuffers}`;
    return [comparisonTable(title, rows), tableOf("Room on the disk", room)];
  },
  async citus() {
    const { plain, citus } = values;
    if (plain === undefined || citus === undefined) {
      throw new Error("pnpm bench citus --plain URL --citus URL: two new databases, one on a coordinator of Citus");
    }
    return [await besidePlain({ plain, citus }, rounds, ms)];
  },
  async reads() {
    const rows = await confirmBesideReads(30_000, 5 * ms, Number(values["heavy-reads"]));
    return [comparisonTable("Confirms of a merchant beside the most expensive reads of another one", rows)];
  },
  start: async () => [tableOf("Start of a service", await startServices(rounds))],
};

const unknown = positionals.filter((name) => !Object.hasOwn(benchmarks, name));
if (unknown.length > 0) throw new Error(`there is ${Object.keys(benchmarks).join(", ")}; not ${unknown.join(", ")}`);
// "Everything" leaves out whatever the repository does not have: the SQL of peers, and a cluster of Citus.
const isLeftOut: Readonly<Record<string, boolean>> = {
  peers: values.pgledger === undefined && values["tb-perf"] === undefined,
  citus: values.citus === undefined,
};
const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? "processor"}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node.js ${process.versions.node}`;
const { picture, plain: _plain, citus: _citus, ...sizes } = values;
const command = [
  "pnpm bench",
  ...positionals,
  ...Object.entries(sizes).flatMap(([name, size]) => [size].flat().map((one) => `--${name} ${one}`)),
].join(" ");
console.log(`${command}\n${machine}`);
const measured: Table[] = [];
for (const [name, run] of Object.entries(benchmarks)) {
  if (positionals.length > 0 ? !positionals.includes(name) : isLeftOut[name] === true) continue;
  const tables = await run();
  for (const table of tables) print(table);
  measured.push(...tables);
}
if (picture !== undefined) await writeFile(picture, draw(measured, [command, machine]));
