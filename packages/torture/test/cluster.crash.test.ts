import { citusCluster } from "@wonflow/testkit/citus";
import { expect, test } from "vitest";
import { z } from "zod";
import { historiesText, historyRoundText, wrongsOf, recordHistories } from "../src/histories/histories.ts";
import { roundText } from "../src/round.ts";
import { torture } from "../src/torture.ts";

const planSchema = z.object({ url: z.string(), rounds: z.number(), seconds: z.number() });

/** Set only by `pnpm citus`, as no other test can use a cluster that is killed. */
const asked = process.env["WONFLOW_TORTURE_CITUS"];
const plan = asked === undefined ? undefined : planSchema.parse(JSON.parse(asked));

/** Each run has another seed; a failed round reports its seed. */
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

/** The histories of longer rounds are hard to check. */
const secondsOfHistories = 8;

test.skipIf(plan === undefined).each(rounds)("histories of round %i on a cluster are linearizable", async (round) => {
  const cluster = await citusCluster(plan?.url ?? "");
  const { rounds: reports } = await recordHistories({
    rounds: 1,
    seconds: secondsOfHistories,
    seed: `${seed}-histories-${round}`,
    hasControl: false,
    cluster,
  });
  for (const report of reports) process.stdout.write(`${historyRoundText(report)}\n`);
  expect(reports.flatMap(wrongsOf), historiesText(reports)).toEqual([]);
  const [{ merchants, toll } = { merchants: [], toll: undefined }] = reports;
  expect(merchants).toHaveLength(2);
  expect((toll?.moves ?? 0) + (toll?.brokenMoves ?? 0)).toBeGreaterThan(0);
});
