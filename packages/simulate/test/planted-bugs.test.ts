import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { plantedBugs } from "../src/planted/bugs.ts";
import { findPlanted, knownSeeds, soonFound } from "../src/find-planted.ts";
import { withWrongDecision } from "../src/planted/plant.ts";
import type { Planted, WrongDecision } from "../src/planted/wrong-decision.ts";
import { wrongDecisions } from "../src/planted/wrong-decisions.ts";
import { replayCommand } from "../src/report-text.ts";
import { type FailedSeed, simulate } from "../src/simulate.ts";
import { shrinkFailure } from "../src/shrink.ts";
import { startThread, type Thread } from "../src/thread/thread.ts";
import { firstSeeds } from "./seeds.ts";

/**
 * `npm run test:long` finds all planted bugs. `npm test` finds a third, of every list, as a wrong decision is a program of
 * its own, and the search for a bug that its known seed no longer finds may take minutes.
 */
const isSought = ({ name }: Planted) => process.env["TESTS"] === "long" || name.length % 3 === 0;

let thread: Thread;

beforeAll(() => {
  thread = startThread();
});

afterAll(() => thread.end());

/** What a planted bug breaks, at a seed that finds it; throws if none of its seeds does. */
async function findBug(bug: Pick<Planted, "name" | "within">): Promise<FailedSeed> {
  const found = await findPlanted(thread, bug);
  if (found === undefined) throw new Error(`nothing was found within ${bug.within} seeds`);
  const known = knownSeeds[bug.name];
  // Not a failure, only slower: a changed command, fault or profile changes the run of every seed.
  if (found.seed > soonFound && found.seed !== known) {
    process.stderr.write(`“${bug.name}” is found by seed ${found.seed}, and known-seeds.json has ${known}\n`);
  }
  return found;
}

describe.each(plantedBugs.filter(isSought))("$name", (bug) => {
  test(`is found within ${bug.within} seeds`, async () => {
    expect(bug.breaks).toContain((await findBug(bug)).invariant);
  });
});

function moduleOf({ file }: WrongDecision): string {
  return readFileSync(join(import.meta.dirname, "../..", file), "utf8");
}

describe.each(wrongDecisions)("$name", (wrong) => {
  test("its module contains the replaced text once", () => {
    expect(withWrongDecision(moduleOf(wrong), wrong)).not.toBe(moduleOf(wrong));
  });

  test.runIf(isSought(wrong))(`is found within ${wrong.within} seeds`, async () => {
    expect(wrong.breaks).toContain((await findBug(wrong)).invariant);
  });
});

test("a wrong decision whose text is missing, or occurs twice, cannot be planted", () => {
  const wrong = { name: "wrong", within: 1, breaks: [], file: "core/src/x.ts", change: ["a", "b"] } as const;
  expect(withWrongDecision("a module", wrong)).toBe("b module");
  expect(() => withWrongDecision("a man", wrong)).toThrow("“wrong” cannot be planted: core/src/x.ts has 2 times");
  expect(() => withWrongDecision("core", wrong)).toThrow("has 0 times what it changes: a");
});

test("a thread that has loaded the right decision refuses to run as if it were the wrong one", async () => {
  const { name } = wrongDecisions[0] ?? { name: "" };
  await expect(simulate({ seed: 1, bug: name })).rejects.toThrow("must be planted before core is loaded");
});

test("a bug that none of its seeds finds is reported as not found", async () => {
  expect(
    await findPlanted(thread, { name: "an unknown full cancellation answered as refused", within: 3 }),
  ).toBeUndefined();
});

test("without a bug the seeds that find one find nothing, so that the test of a removed bug would fail", async () => {
  // The test of the first seeds covers all others.
  for (const seed of new Set(Object.values(knownSeeds).filter((known) => known > firstSeeds))) {
    expect((await thread.runSeeds({ from: seed, seeds: 1 })).failed).toEqual([]);
  }
});

test("an unknown bug is refused", async () => {
  await expect(simulate({ seed: 1, bug: "a claim" })).rejects.toThrow("no planted bug called “a claim”");
});

test("a failure is shrunk to a smaller run, which fails in the same way when it is replayed", async () => {
  let [before, after] = [0, 0];
  for (const bug of plantedBugs.filter((each) => each.within <= 20)) {
    const { seed } = await findBug(bug);
    const failure = await simulate({ seed, bug: bug.name });
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
