import { startPostgres, type TestPostgresOptions } from "@wonflow/testkit/postgres";
import { copiesOn } from "../databases.ts";
import { prepare } from "../prepared.ts";
import { silenceGateway, gatewayText } from "../gateway/gateway-torture.ts";
import { roundText, runRound, type RoundPlan } from "../round.ts";
import { serviceSecret } from "../service-process.ts";
import {
  databaseAway,
  processKilled,
  nextSecret,
  secretRotated,
  removeNextVersion,
  twoVersions,
  diskFull,
  smallDisk,
} from "./troubles.ts";
import { restoreToPointInTime } from "./restore.ts";

interface DrillPlan {
  readonly seed: string;
  /** How long clients send requests. */
  readonly seconds: number;
  /** How long the incident lasts. */
  readonly awaySeconds: number;
  readonly processes?: RoundPlan["processes"];
}

interface Drill {
  /** The incident, in a line. */
  readonly about: string;
  /** Undefined if this machine can't run it. */
  readonly run: (plan: DrillPlan) => Promise<DrillReport | undefined>;
}

interface DrillReport {
  /** The figures of the drill. */
  readonly text: string;
  /** Everything that was lost, doubled or contradicted. */
  readonly differences: readonly string[];
}

/** Incidents, each on a PostgreSQL server of its own, with processes of the service and clients. */
export const drills = {
  "database-away": {
    about: "the database is down, and comes back",
    run: (plan) => onServer(plan, { trouble: databaseAway(plan.awaySeconds) }),
  },
  "network-silent": {
    about: "the gateway does not answer, and then answers again",
    async run({ seed, seconds, awaySeconds }) {
      // Clients make few payments while every call waits for its deadline.
      const payments = Math.ceil(seconds * 20 + awaySeconds / 2);
      const report = await silenceGateway({ seed, payments }, awaySeconds);
      return { text: gatewayText(report), differences: report.differences };
    },
  },
  "process-killed": {
    about: "one process is killed again and again",
    run: (plan) => onServer(plan, { trouble: processKilled() }),
  },
  "disk-full": {
    about: "the disk of the database is full for some time",
    async run(plan) {
      const disk = smallDisk(256);
      if (disk === undefined) return undefined;
      try {
        const server = { dataFolder: disk.data, restarts: true, settings: { max_wal_size: "64MB" } };
        return await onServer(plan, { trouble: diskFull(disk.folder, plan.awaySeconds) }, server);
      } finally {
        disk.close();
      }
    },
  },
  restore: {
    about: "the database is lost, and restored to a point in time from a backup and the archive of its log",
    async run({ seconds }) {
      const { paid, actions, differences } = await restoreToPointInTime(seconds);
      const counted = `restored: ${paid.before} payments were paid before that time, and ${paid.after} after it`;
      const next = "reconcile finds the later ones and recommends:";
      return { text: [counted, next, ...actions, ...differences].join("\n  "), differences };
    },
  },
  secret: {
    about: "the secret is rotated",
    run: (plan) => onServer(plan, { trouble: secretRotated(), lastSecret: `${nextSecret},${serviceSecret}` }),
  },
  "two-versions": {
    about: "the next version is deployed, with a migration",
    run: (plan) => onServer(plan, { trouble: twoVersions(), beforeReading: removeNextVersion }),
  },
} as const satisfies Readonly<Record<string, Drill>>;

export type DrillName = keyof typeof drills;

async function onServer(
  { seed, seconds, processes }: DrillPlan,
  round: Pick<RoundPlan, "trouble" | "lastSecret" | "beforeReading">,
  options: TestPostgresOptions = {},
): Promise<DrillReport> {
  const server = await startPostgres({ durable: true, ...options });
  try {
    const databases = await copiesOn(server.url, "drill", prepare);
    const report = await runRound({ seed, seconds, processes, place: { databases, server }, ...round });
    return { text: roundText(report), differences: report.differences };
  } finally {
    await server.stop();
  }
}
