import { expect, test } from "vitest";
import { coverageText, failuresText, progressBar, replayCommand, speedText } from "../src/report-text.ts";
import { runSeeds } from "../src/simulate.ts";

test("the command that replays a seed, and what shrinking has left of one", () => {
  expect(replayCommand({ seed: 7 })).toBe("pnpm simulate --from 7 --seeds 1");
  expect(
    replayCommand({ seed: 7, clients: ["C2"], faults: ["P1.store.commit#3", "world.jump#1"], inOrder: true }),
  ).toBe("pnpm simulate --from 7 --seeds 1 --clients 'C2' --faults 'P1.store.commit#3,world.jump#1' --in-order");
  expect(replayCommand({ seed: 7, bug: "a claim that never ends" })).toBe(
    "pnpm simulate --from 7 --seeds 1 --bug 'a claim that never ends'",
  );
});

test("the coverage tables have every move of every machine and every outcome, and name what was never reached", async () => {
  const text = coverageText(await runSeeds({ from: 1, seeds: 3 }));
  expect(text).toContain("| attempt UNKNOWN refused |");
  expect(text).toContain("Never reached:\n- session OPEN");
  const [moves = "", branches] = text.split("Outcomes of attempts, by who learned them:");
  expect(moves.split("\n").filter((line) => line.startsWith("| "))).toHaveLength(59);
  expect(branches).toContain("| approval done, open |");
  expect(branches).toContain("| cancellation of a part over the settlement |");
});

test("how fast it was", () => {
  const tally = { seeds: 100, steps: 30_000, simulatedMs: 36_000_000, cells: {}, failed: [] };
  expect(speedText(tally, 2_000)).toBe(
    "100 seeds in 2.0 s: 50.0 seeds, 15000.0 steps and 5.0 simulated hours a second",
  );
  expect(progressBar(20, 40)).toBe("###############···············  50%");
});

test("how many failed of each kind, the most frequent first", () => {
  const one = { seed: 905, invariant: "every payment becomes idle" };
  const many = Array.from({ length: 12 }, (_, index) => ({ seed: index + 1, invariant: "the books are balanced" }));
  expect(failuresText({ seeds: 1000, failed: [one, ...many] })).toBe(
    [
      "13 of 1000 seeds failed:",
      "  12 × the books are balanced: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, …",
      "  1 × every payment becomes idle: 905",
    ].join("\n"),
  );
});
