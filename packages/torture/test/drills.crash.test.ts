import { expect, test } from "vitest";

import { drills, type DrillName } from "../src/drills/drills.ts";

/** Each run has another seed; a failed drill reports its seed. */
const seed = Date.now().toString(36);

/**
 * `npm run test:long` runs all drills. These two rehearse what no other test does: a restore, and processes that are
 * replaced one by one; the torture's tests kill processes and the database, and those of the gateway let calls time out.
 */
const isLong = process.env["TESTS"] === "long";
const names: readonly DrillName[] = isLong ? (Object.keys(drills) as DrillName[]) : ["restore", "secret"];

test.each(names)(
  "drill %s: nothing is lost, doubled or contradicted, and nothing is restarted by hand",
  async (name) => {
    const processes = ["serve", "start"] as const;
    const report = await drills[name].run({ seed: `${seed}-${name}`, seconds: 2, awaySeconds: 2, processes });
    // The machine does not allow the mount of a small file system.
    if (report === undefined) return;
    expect(report.differences, report.text).toEqual([]);
  },
);
