import path from "node:path";
import { parseArgs } from "node:util";
import { closingLine, runTests } from "./report.ts";
import { runStep } from "./step.ts";

const usage = `pnpm citus --url URL [--rounds N] [--seconds S]
  Runs the store's tests on new databases of a cluster of Citus, and then the torture: processes of the service under
  load, while nodes are killed, shards are moved and connections are cut. Then as many rounds of histories. It takes
  ten to fifteen minutes.

  The cluster must be one for tests: its PostgreSQL servers are killed (kill -9) and started again, with every database
  in them, if they run on this machine. The URL names a database of its coordinator that has Citus, as a superuser.

  --url URL     the coordinator (or WONFLOW_TEST_CITUS_URL)
  --rounds N    how many rounds of the torture (5)
  --seconds S   how long the clients of a round are busy (15)
`;

const root = path.resolve(import.meta.dirname, "../../..");

/** Tests that ask a database, each a new one. The others of the store say nothing about Citus. */
const storeTests = [
  "citus/",
  "contract",
  "entries-page",
  "inspect",
  "locks",
  "lost-connections",
  "rate-limiter",
  "schema/",
  "server",
  "together",
  "versions",
].map((name) => `packages/store-postgres/src/${name}`);

const { values } = parseArgs({
  // pnpm hands on the separator that it was called with.
  args: process.argv.slice(2).filter((argument) => argument !== "--"),
  options: {
    url: { type: "string" },
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "15" },
    help: { type: "boolean", default: false },
  },
});
const url = values.url ?? process.env["WONFLOW_TEST_CITUS_URL"];

/** Why the cluster can't be used; undefined if it can. */
async function problemOf(cluster: string): Promise<string | undefined> {
  const rounds = ["packages/torture/src/cli.ts", "--citus", cluster, "--rounds", "0", "--no-control"];
  const { ok, output } = await runStep({ title: "cluster", command: ["node", "--conditions=source", ...rounds] }, root);
  return ok ? undefined : output.trim();
}

async function run(cluster: string): Promise<number> {
  const problem = await problemOf(cluster);
  if (problem !== undefined) {
    console.error(problem);
    return 2;
  }
  const env = { WONFLOW_TEST_CITUS_URL: cluster, WONFLOW_TEST_SERVER: "citus" };
  const store = await runTests("postgres", storeTests, env);
  const { rounds, seconds } = values;
  const torture = await runTests("crash", ["packages/torture/test/cluster"], {
    WONFLOW_TORTURE_CITUS: JSON.stringify({ url: cluster, rounds: Number(rounds), seconds: Number(seconds) }),
  });
  const tally = { passed: store.passed + torture.passed, failed: store.failed + torture.failed };
  console.log(`\n${closingLine(tally)}`);
  return tally.failed === 0 ? 0 : 1;
}

const isPlan = Number(values.rounds) >= 1 && Number(values.seconds) > 0;
if (values.help) {
  console.log(usage);
} else if (url === undefined || !isPlan) {
  console.error(url === undefined ? `Name a cluster by --url\n\n${usage}` : usage);
  process.exitCode = 2;
} else {
  process.exitCode = await run(url);
}
