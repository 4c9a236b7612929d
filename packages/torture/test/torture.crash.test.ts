import { expect, test } from "vitest";

import { torture } from "../src/torture.ts";

const databaseUrl = process.env["WONFLOW_TEST_DATABASE_URL"];

/** Each run has another seed; a failed round reports its seed. */
const seed = Date.now().toString(36);

/** Few processes, as their start takes long. */
const processes = ["serve", "start"] as const;

const rounds = process.env["TESTS"] === "long" ? 4 : 1;

test("rounds of random kills and cuts, with the database down in the last one: nothing acknowledged is lost", async () => {
  const outageSeconds = databaseUrl === undefined ? 1 : 0;
  const reports = await torture({ rounds, seconds: 1, seed, databaseUrl, processes, outageSeconds });
  expect(reports.map((report) => [report.seed, ...report.differences])).toEqual(reports.map((report) => [report.seed]));
  expect(reports).toHaveLength(rounds + outageSeconds);
  for (const { counts, toll, compared } of reports) {
    expect(counts.acknowledged).toBeGreaterThan(0);
    // At least those that were paid before.
    expect(compared.payments).toBeGreaterThanOrEqual(24);
    if (databaseUrl === undefined) expect(toll.databases).toBeGreaterThan(0);
  }
});

test("the same on a server that answers before it has written: the loss is found", async () => {
  const isEnough = ({ differences }: { readonly differences: readonly string[] }) => differences.length > 0;
  const reports = await torture({ rounds: 5, seconds: 1, seed, processes, losing: true, isEnough });
  expect(reports.at(-1)?.differences.join("\n")).toMatch(
    /is lost|was answered twice|is now refused|could not be read|we do not know it/,
  );
});
