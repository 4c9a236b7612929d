import { expect, test } from "vitest";
import type { Fault, FaultKind } from "./faults.ts";
import { createScheduler } from "./scheduler.ts";
import { createTrace, formatTrace } from "./trace.ts";
import { createWire, Unreachable } from "./wire.ts";

/** One call of a counter over a wire on which every call has this fault. */
function callWith(kind: FaultKind | undefined, side: 0 | 1 = 0, more: { readonly arrivesBy?: number } = {}) {
  const scheduler = createScheduler({ startMs: 0, seed: 1, paceMs: 0 });
  const trace = createTrace(scheduler.now, true);
  const fault: Fault | undefined = kind === undefined ? undefined : { kind, side, extent: 0.5 };
  const faults = { at: () => fault, end: () => undefined, happened: () => [] };
  const wire = createWire({ scheduler, faults, trace, latestMs: 4_000, longestSleepMs: 6_000 });
  const caller = { name: "P1", stopped: false, pausedUntil: 0, stop, sleep };
  function sleep(ms: number): void {
    caller.pausedUntil = scheduler.now() + ms;
  }
  function stop(): void {
    caller.stopped = true;
  }
  const seen = { effects: 0, settled: [] as unknown[] };
  const answer = wire.send(caller, {
    name: "counter.add",
    possible: [],
    requestText: () => "1",
    answerText: String,
    effect: async () => (seen.effects += 1),
    distort: () => -1,
    conflict: () => -2,
    lie: () => -3,
    refuse: async () => -4,
    ...more,
  });
  answer.then(
    (value) => seen.settled.push(value),
    (error: unknown) => seen.settled.push(error instanceof Unreachable ? "unreachable" : error),
  );
  const run = async () => {
    while (await scheduler.step());
    const { stopped, pausedUntil } = caller;
    return { ...seen, at: scheduler.now(), stopped, pausedUntil };
  };
  return { run, trace };
}

test.each([
  [undefined, 0, { effects: 1, settled: [1] }],
  ["fail-before", 0, { effects: 0, settled: ["unreachable"] }],
  ["fail-after", 0, { effects: 1, settled: ["unreachable"] }],
  ["late", 0, { effects: 1, settled: [1], at: 1_000 }],
  ["late", 1, { effects: 1, settled: [1], at: 1_000 }],
  ["twice", 0, { effects: 2, settled: [1] }],
  ["twice", 1, { effects: 2, settled: [2] }],
  ["mismatch", 0, { effects: 1, settled: [-1] }],
  ["lie", 0, { effects: 0, settled: [-3] }],
  ["refused", 0, { effects: 0, settled: [-4] }],
  ["sleep", 0, { effects: 1, settled: [1], pausedUntil: 4_500 }],
  ["outage", 0, { effects: 0, settled: ["unreachable"] }],
  ["conflict", 0, { effects: 0, settled: [-2] }],
  ["stop", 0, { effects: 0, settled: [], stopped: true }],
  ["stop", 1, { effects: 1, settled: [], stopped: true }],
] as const)("a call with the fault %s (%d)", async (kind, side, expected) => {
  expect(await callWith(kind, side).run()).toMatchObject(expected);
});

test.each([
  ["fail-after", 0, { effects: 1, settled: ["unreachable"], at: 0 }],
  ["fail-after", 1, { effects: 1, settled: ["unreachable"], at: 50_000 }],
  ["late", 0, { effects: 1, settled: [1], at: 50_000 }],
  ["stop", 1, { effects: 1, settled: [], stopped: true, at: 50_000 }],
] as const)("a call that may be in flight for long, with the fault %s (%d)", async (kind, side, expected) => {
  expect(await callWith(kind, side, { arrivesBy: 100_000 }).run()).toMatchObject(expected);
});

test("the trace says what was called, what was answered and what was lost", async () => {
  const { run, trace } = callWith("fail-after");
  await run();
  expect(formatTrace(trace.lines())).toBe(
    [
      "00:00:00.000  P1  → counter.add#1 1   !! fail-after: its answer will be lost (P1.counter.add#1)",
      "00:00:00.000  P1  · counter.add#1 arrives",
      "00:00:00.000  P1  ✗ counter.add#1 Unreachable: counter.add broke off",
    ].join("\n"),
  );
});
