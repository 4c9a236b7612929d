import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { plantedBugs } from "../src/concepts.ts";
import { runManySeeds } from "../src/many-seeds.ts";
import { withWrongDecision } from "../src/planted-core.ts";
import { replayCommand } from "../src/report-text.ts";
import { runSeeds } from "../src/seeds.ts";
import { shrinkFailure } from "../src/shrink-failure.ts";
import { simulate } from "../src/simulate.ts";
import type { WrongDecision } from "../src/wrong-decision.ts";
import { wrongDecisions } from "../src/wrong-decisions.ts";

/** The first of these seeds that finds a planted bug; fails where none does. */
async function findBug({ bug, within }: { readonly bug: string | undefined; readonly within: number }) {
  const { failed } = await runSeeds({ from: 1, seeds: within, bug }, { stopAtFirst: true });
  const [first] = failed;
  if (first === undefined) throw new Error(`nothing was found within ${within} seeds`);
  return simulate({ seed: first.seed, bug });
}

const patience = { timeout: 120_000 };

describe.each(plantedBugs)("$name", ({ name, within, breaks }) => {
  test(`is found within ${within} seeds`, patience, async () => {
    const { violation } = await findBug({ bug: name, within });
    expect(breaks).toContain(violation?.invariant);
  });
});

function moduleOf({ file }: WrongDecision): string {
  return readFileSync(join(import.meta.dirname, "../..", file), "utf8");
}

describe.each(wrongDecisions)("$name", (wrong) => {
  const { name, within, breaks } = wrong;

  test("what it changes stands in its module, once", () => {
    expect(withWrongDecision(moduleOf(wrong), wrong)).not.toBe(moduleOf(wrong));
  });

  test(`is found within ${within} seeds`, patience, async () => {
    // A thread of its own, which loads the service with the wrong decision in it.
    const range = { from: 1, seeds: within, bug: name };
    const { failed } = await runManySeeds(range, { workers: 1, stopAtFirst: true });
    expect(failed).toHaveLength(1);
    expect(breaks).toContain(failed[0]?.invariant);
  });
});

test("what stands elsewhere, or twice, is no place to plant a wrong decision", () => {
  const wrong = { name: "wrong", within: 1, breaks: [], file: "core/src/x.ts", changes: [["a", "b"]] } as const;
  expect(withWrongDecision("a module", wrong)).toBe("b module");
  expect(() => withWrongDecision("a man", wrong)).toThrow("“wrong” cannot be planted: core/src/x.ts has 2 times");
  expect(() => withWrongDecision("core", wrong)).toThrow("has 0 times what it changes: a");
});

test("a thread that has loaded the right decision refuses to run as if it were the wrong one", async () => {
  const { name } = wrongDecisions[0] ?? { name: "" };
  await expect(simulate({ seed: 1, bug: name })).rejects.toThrow("must be planted before core is loaded");
});

test(
  "without a bug nothing is found in the same seeds, so that the test of a bug that is gone would fail",
  patience,
  async () => {
    // The test of the seeds 1 to 1,000 says the same of the rest.
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
