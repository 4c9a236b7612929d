import { expect, test } from "vitest";

import { drills, type DrillName } from "../src/drills/drills.ts";

/** The chance of each run is another one; a drill that failed is told with its seed. */
const seed = Date.now().toString(36);

const names = Object.keys(drills) as DrillName[];

test.each(names)(
  "drill %s: nothing is lost, doubled or contradicted, and nobody starts anything again",
  async (name) => {
    const processes = ["serve", "start"] as const;
    const report = await drills[name].run({ seed: `${seed}-${name}`, seconds: 2, awaySeconds: 2, processes });
    // A machine that lets us mount no small file system has nothing that can be full.
    if (report === undefined) return;
    expect(report.differences, report.text).toEqual([]);
  },
);
