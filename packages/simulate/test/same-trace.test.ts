import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { formatTrace } from "../src/engine/trace.ts";
import { afterEach, describe, expect, test, vi } from "vitest";
import { runSeeds, simulate } from "../src/simulate.ts";
import { reportText } from "../src/report-text.ts";

async function traceOf(seed: number): Promise<string> {
  return formatTrace((await simulate({ seed }, { trace: true })).trace);
}

describe("the same seed gives the same trace, byte for byte", () => {
  test("with other seeds run before it", async () => {
    const seeds = [5, 34, 89];
    const first = new Map<number, string>();
    for (const seed of seeds) first.set(seed, await traceOf(seed));
    await runSeeds({ from: 500, seeds: 3 });
    for (const seed of seeds.toReversed()) expect(await traceOf(seed)).toBe(first.get(seed));
  });

  test("with others run at the same time", async () => {
    const alone = await traceOf(34);
    const [beside] = await Promise.all([traceOf(34), traceOf(35), traceOf(36)]);
    expect(beside).toBe(alone);
  });

  test("in another process", async () => {
    const command = join(import.meta.dirname, "../src/cli.ts");
    const options = ["--from", "34", "--seeds", "1", "--trace"];
    const printed = execFileSync("node", ["--conditions=source", command, ...options], { encoding: "utf8" });
    expect(printed).toBe(`${reportText(await simulate({ seed: 34 }, { trace: true }))}\n`);
  });

  test("whether or not it is kept", async () => {
    const kept = await simulate({ seed: 55 }, { trace: true });
    expect(await simulate({ seed: 55 })).toEqual({ ...kept, trace: [] });
  });
});

afterEach(() => void vi.restoreAllMocks());

test("neither the clock nor the randomness of the machine is used", async () => {
  const machine = [
    vi.spyOn(Date, "now"),
    vi.spyOn(Math, "random"),
    vi.spyOn(performance, "now"),
    vi.spyOn(crypto, "randomUUID"),
    vi.spyOn(crypto, "getRandomValues"),
    vi.spyOn(globalThis, "setTimeout"),
  ];
  await runSeeds({ from: 1, seeds: 5 });
  for (const spy of machine) expect(spy).not.toHaveBeenCalled();
});

test("another seed gives another trace", async () => {
  expect(await traceOf(1)).not.toBe(await traceOf(2));
});
