import { describe, expect, test } from "vitest";
import { plantedBugs } from "../src/concepts.ts";
import { replayCommand } from "../src/report-text.ts";
import { runSeeds } from "../src/seeds.ts";
import { shrinkFailure } from "../src/shrink-failure.ts";
import { simulate } from "../src/simulate.ts";

/** The first of these seeds that finds a planted bug; fails where none does. */
async function findBug({ bug, within }: { readonly bug: string | undefined; readonly within: number }) {
  const { failed } = await runSeeds({ from: 1, seeds: within, bug }, { stopAtFirst: true });
  const [seed] = failed;
  if (seed === undefined) throw new Error(`nothing was found within ${within} seeds`);
  return simulate({ seed, bug });
}

const patience = { timeout: 120_000 };

describe.each(plantedBugs)("$name", ({ name, within, breaks }) => {
  test(`is found within ${within} seeds`, patience, async () => {
    const { violation } = await findBug({ bug: name, within });
    expect(breaks).toContain(violation?.invariant);
  });
});

test(
  "without a bug nothing is found in the same seeds, so that the test of a bug that is gone would fail",
  patience,
  async () => {
    // The tests of the seeds 1 to 2,000 say the same of the rest.
    await expect(findBug({ bug: undefined, within: 100 })).rejects.toThrow("nothing was found within 100 seeds");
  },
);

test("a bug that there is not is refused", async () => {
  await expect(simulate({ seed: 1, bug: "a claim" })).rejects.toThrow("no planted bug called “a claim”");
});

test("failures are shrunk to less, which fails alike when it is run again", patience, async () => {
  let [before, after] = [0, 0];
  for (const { name, within } of plantedBugs.filter((each) => each.within <= 200)) {
    const failure = await findBug({ bug: name, within });
    const shrunk = await shrinkFailure(failure);
    before += failure.faults.length;
    after += shrunk.faults.length;
    expect(shrunk.violation?.invariant).toBe(failure.violation?.invariant);
    expect(shrunk.clients.length).toBeLessThanOrEqual(failure.clients.length);
    expect(await simulate(shrunk.plan, { trace: true })).toEqual(shrunk);
    expect(replayCommand(shrunk.plan)).toContain(`pnpm simulate --from ${shrunk.plan.seed} --seeds 1`);
  }
  expect(after).toBeLessThan(before / 2);
});
