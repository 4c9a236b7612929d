import { parseArgs } from "node:util";
import { citusCluster, type CitusCluster } from "@wonflow/testkit/citus";
import { notHere } from "./cluster/victims.ts";
import { gatewayText, controlGateway, isControlCaught, tortureGateway } from "./gateway/gateway-torture.ts";
import {
  historiesText,
  historyRoundText,
  isCaught,
  wrongsOf,
  recordHistories,
  type HistoriesPlan,
} from "./histories/histories.ts";
import { roundText, tollText, type RoundReport } from "./round.ts";
import { torture, type TorturePlan } from "./torture.ts";

const usage = `pnpm torture [--rounds N] [--seconds S] [--outage S] [--seed TEXT] [--no-control]
  Runs processes of the service under load on a PostgreSQL server with durable commits, kills the server and the
  processes (kill -9) and cuts their connections at random times, and looks for lost data.

  --rounds N    how many rounds (5)
  --seconds S   how long clients send requests in a round (3)
  --outage S    how long the database is down in a last round (30); 0 leaves it out
  --seed TEXT   the seed of the random choices
  --control     only the control: a server that answers before it has written, whose losses must be found
  --no-control  without it
  --database U  a PostgreSQL server's URL (or WONFLOW_TEST_DATABASE_URL): it is not killed, nor is there a control
  --citus U     the URL of a coordinator of Citus, of a cluster for tests: its nodes are killed too (those of this
                machine), and shards are moved; no outage, nor a control. Also with --histories

pnpm torture --gateway [--payments N] [--faults SHARE] [--seed TEXT] [--no-control]
  Runs the service in production mode with an emulated gateway whose calls fail, kills its processes (kill -9), waits
  until no work is left, and compares the gateway's records with ours. Half of the buyers type cards, and half pay in
  the gateway's window. It takes about half an hour.

  --payments N    how many payments are started (2000)
  --faults SHARE  the share of the gateway's calls that fail (0.3)
  --control       only the control: a gateway that charges twice and refunds on its own, and a service that answers
                  "refused" to approvals in the window whose answers are lost, must be found

pnpm torture --histories [--rounds N] [--seconds S] [--seed TEXT] [--no-control]
  Runs three processes of the service under load, kills and cuts as above, records every call with its start and end,
  and checks that the history of each order and of each merchant's money is linearizable.
  It starts a PostgreSQL server of its own.

  --control     only the control: a store that answers reads from stale snapshots must be found
`;

const controlRounds = 5;

const { values } = parseArgs({
  // pnpm hands on the separator that it was called with.
  args: process.argv.slice(2).filter((argument) => argument !== "--"),
  options: {
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "3" },
    outage: { type: "string", default: "30" },
    seed: { type: "string", default: Date.now().toString(36) },
    control: { type: "boolean", default: false },
    "no-control": { type: "boolean", default: false },
    database: { type: "string" },
    citus: { type: "string" },
    gateway: { type: "boolean", default: false },
    histories: { type: "boolean", default: false },
    payments: { type: "string", default: "2000" },
    faults: { type: "string", default: "0.3" },
    help: { type: "boolean", default: false },
  },
});

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

const stopping = new AbortController();

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    stopping.abort();
    // A second signal ends the processes without any other cleanup.
    process.once(signal, () => process.exit(130));
  });
}

const databaseUrl = values.database ?? process.env["WONFLOW_TEST_DATABASE_URL"];

/** The requested cluster; ends the process if it can't be used. */
async function openCluster(): Promise<CitusCluster | undefined> {
  if (values.citus === undefined) return undefined;
  try {
    const cluster = await citusCluster(values.citus);
    for (const line of notHere(cluster)) print(line);
    return cluster;
  } catch (error) {
    print(error instanceof Error ? error.message : String(error));
    process.exit(2);
  }
}

const cluster = await openCluster();
const isOwn = databaseUrl === undefined && cluster === undefined;
const plan: TorturePlan = {
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  outageSeconds: isOwn ? Number(values.outage) : 0,
  cluster,
  seed: values.seed,
  databaseUrl,
  signal: stopping.signal,
  onRound: (report) => print(roundText(report)),
};

async function runAll(): Promise<boolean> {
  print(`Seed ${plan.seed}`);
  const began = performance.now();
  const reports = await torture(plan);
  const seconds = Math.round((performance.now() - began) / 1_000);
  const bad = reports.filter(({ differences }) => differences.length > 0);
  const sum = (of: (report: RoundReport) => number) => reports.reduce((total, report) => total + of(report), 0);
  print(
    [
      `${reports.length} rounds in ${seconds} s: ${sum(({ counts }) => counts.requests)} requests,`,
      `${sum(({ counts }) => counts.acknowledged)} acknowledged;`,
      `${tollText(reports.map(({ toll }) => toll))}.`,
      bad.length === 0 ? "Nothing was lost." : `${bad.length} rounds failed: ${bad.map(({ seed }) => seed).join(", ")}`,
    ].join(" "),
  );
  return bad.length === 0;
}

/** Shows that the checks find losses. */
async function runControl(): Promise<boolean> {
  const isLoss = ({ differences }: RoundReport) => differences.length > 0;
  const control = { rounds: controlRounds, seed: `${plan.seed}-control`, outageSeconds: 0, losing: true };
  print("Control: a server that answers before it has written.");
  const reports = await torture({ ...plan, ...control, isEnough: isLoss });
  const isCaught = reports.some(isLoss);
  print(isCaught ? "The losses of the control were found." : "No loss of the control was found.");
  return isCaught;
}

async function runGateway(): Promise<boolean> {
  print(`Seed ${plan.seed}`);
  const { seed, signal } = plan;
  const report = await tortureGateway({ seed, signal, payments, faults });
  print(gatewayText(report));
  if (signal?.aborted === true) print("It was stopped early, so unfinished work is not a failure.");
  return report.differences.length === 0;
}

async function runGatewayControl(): Promise<boolean> {
  print("Control: a gateway that charges a payment twice and refunds on its own, and a service that guesses refusals.");
  const report = await controlGateway(plan);
  print(gatewayText(report));
  const isCaught = isControlCaught(report);
  print(isCaught ? "The control was found." : "The control was not found.");
  return isCaught;
}

async function runHistories(): Promise<boolean> {
  print(`Seed ${plan.seed}`);
  const { seconds, seed, signal } = plan;
  const rounds = values.control ? 0 : plan.rounds;
  const hasControl = !values["no-control"];
  const onRound: HistoriesPlan["onRound"] = (report) => print(historyRoundText(report));
  const { rounds: reports, controls } = await recordHistories({
    rounds,
    seconds,
    seed,
    signal,
    hasControl,
    onRound,
    cluster,
  });
  print(historiesText(reports));
  const caught = controls.some(isCaught);
  if (controls.length > 0) {
    const outcome = caught ? "was found" : "was not found";
    print(`The control, a store that answers reads from earlier snapshots, ${outcome}.`);
  }
  const isSound = reports.every((report) => wrongsOf(report).length === 0);
  return isSound && (caught || !hasControl || signal?.aborted === true);
}

const payments = Number(values.payments);
const faults = Number(values.faults);
const isGatewayPlan = payments >= 1 && faults >= 0 && faults <= 1;

if (values.help || !(plan.rounds >= 0) || !(plan.seconds > 0) || !(Number(values.outage) >= 0) || !isGatewayPlan) {
  print(usage);
  process.exitCode = values.help ? 0 : 2;
} else if (values.histories) {
  process.exitCode = (await runHistories()) ? 0 : 1;
} else if (values.gateway) {
  const isSound = values.control || (await runGateway());
  const isCaught = values["no-control"] || stopping.signal.aborted || (await runGatewayControl());
  process.exitCode = isSound && isCaught ? 0 : 1;
} else {
  const isSound = values.control || (await runAll());
  const hasControl = isOwn && !values["no-control"] && !stopping.signal.aborted;
  const isCaught = !hasControl || (await runControl());
  process.exitCode = isSound && isCaught ? 0 : 1;
}
