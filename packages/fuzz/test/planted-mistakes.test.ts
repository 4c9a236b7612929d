import { describe, expect, test } from "vitest";
import { allWrong, wrongNamed } from "../src/planted/wrong.ts";
import { runSeed, shrinkSeed } from "../src/run-seed.ts";
import { failureText } from "../src/report/report-text.ts";

/** Tried first, as no early seed finds it; where this one does no longer, the search begins at seed 1. */
const knownSeeds: Readonly<Record<string, number>> = { "a number in another notation accepted": 49 };

/** A seed that finds something wrong. */
async function found(name: string, within = 100) {
  const everySeed = Array.from({ length: within }, (_, index) => index + 1);
  for (const seed of [knownSeeds[name] ?? 1, ...everySeed]) {
    const { problem } = await runSeed(seed, { wrong: wrongNamed(name) });
    if (problem !== undefined) return { seed, kind: problem.kind };
  }
  throw new Error(`“${name}” was not found within ${within} sequences`);
}

describe.each(allWrong)("$name", ({ name, breaks }) => {
  test("is found", async () => {
    expect((await found(name)).kind).toContain(breaks);
  });
});

test("a failure is shrunk to few requests and reported with commands that repeat it", async () => {
  const name = "a code that the row lacks";
  const { seed, kind } = await found(name);
  const shrunk = await shrinkSeed(seed, kind, { wrong: wrongNamed(name) });
  expect(shrunk.report.problem?.kind).toBe(kind);
  expect(shrunk.report.happened.length).toBeLessThanOrEqual(2);
  const text = failureText(seed, shrunk);
  expect(text).toContain(`pnpm fuzz --seed ${seed} --sequences 1`);
  expect(text).toContain("curl -s -X DELETE 'http://localhost:4242/merchants/1/sellers/");
});

test("an unknown mistake is refused", () => {
  expect(() => wrongNamed("a mistake")).toThrow("no planted mistake called “a mistake”");
});
