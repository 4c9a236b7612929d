import { citusCluster } from "@wonflow/testkit/citus";
import { expect, test } from "vitest";
import { z } from "zod";

import { roundText } from "../src/report-text.ts";
import { torture } from "../src/torture.ts";

const planSchema = z.object({ url: z.string(), rounds: z.number(), seconds: z.number() });

/** What `pnpm citus` asks for. A cluster that is killed serves no other test meanwhile, so nothing else sets it. */
const asked = process.env["WONFLOW_TORTURE_CITUS"];
const plan = asked === undefined ? undefined : planSchema.parse(JSON.parse(asked));

/** The chance of each run is another one; a round that failed is told with its seed. */
const seed = Date.now().toString(36);

const rounds = Array.from({ length: plan?.rounds ?? 1 }, (_, index) => index + 1);

test.skipIf(plan === undefined).each(rounds)(
  "round %i on a cluster: nodes are killed, shards are moved, connections are cut, and nothing acknowledged is lost",
  async (round) => {
    const { url = "", seconds = 0 } = plan ?? {};
    const cluster = await citusCluster(url);
    const [report] = await torture({ rounds: 1, seconds, seed: `${seed}-${round}`, cluster });
    if (report === undefined) throw new Error("no round was run");
    process.stdout.write(`${roundText(report)}\n`);
    expect(report.differences, roundText(report)).toEqual([]);
    expect(report.counts.acknowledged).toBeGreaterThan(0);
    expect(report.compared.payments).toBeGreaterThanOrEqual(24);
    if (cluster.workers.every(({ isHere }) => isHere)) expect(report.toll.workers).toBeGreaterThan(0);
    expect(report.toll.moves + report.toll.brokenMoves).toBeGreaterThan(0);
  },
);
