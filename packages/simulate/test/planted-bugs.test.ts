import { describe, expect, test } from "vitest";
import { runSeeds } from "../src/seeds.ts";
import { replayCommand, shrinkFailure } from "../src/shrink.ts";
import { simulate } from "../src/simulate.ts";
import { plantedBugs, type PlantedBug } from "./planted-bugs.ts";

/** The first seed that finds a planted bug, within the stated number; fails where none does. */
async function findBug({ name, within, plant }: PlantedBug) {
  const { failed } = await runSeeds({ from: 1, seeds: within }, { plant, stopAtFirst: true });
  const [seed] = failed;
  if (seed === undefined) throw new Error(`“${name}” was not found within ${within} seeds`);
  return simulate({ seed }, { plant });
}

const patience = { timeout: 120_000 };

describe.each(plantedBugs)("$name", (bug) => {
  test(`is found within ${bug.within} seeds`, patience, async () => {
    const { violation } = await findBug(bug);
    expect(bug.breaks).toContain(violation?.invariant);
  });

  test("is not found once it is removed, so that its test would fail", patience, async () => {
    // That nothing is found in any of the seeds without a planted bug is what the tests of all seeds say.
    const removed = { ...bug, within: Math.min(bug.within, 100), plant: () => ({}) };
    await expect(findBug(removed)).rejects.toThrow("was not found");
  });
});

test("failures are shrunk to less, which fails alike when it is run again", patience, async () => {
  let [before, after] = [0, 0];
  for (const bug of plantedBugs.filter(({ within }) => within <= 200)) {
    const failure = await findBug(bug);
    const shrunk = await shrinkFailure(failure, { plant: bug.plant });
    before += failure.faults.length;
    after += shrunk.faults.length;
    expect(shrunk.violation?.invariant).toBe(failure.violation?.invariant);
    expect(shrunk.clients.length).toBeLessThanOrEqual(failure.clients.length);
    expect(await simulate(shrunk.plan, { plant: bug.plant, trace: true })).toEqual(shrunk);
    expect(replayCommand(shrunk.plan)).toContain(`pnpm simulate --from ${shrunk.plan.seed} --seeds 1`);
  }
  expect(after).toBeLessThan(before / 2);
});
