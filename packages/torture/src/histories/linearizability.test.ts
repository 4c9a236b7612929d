import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { isAnswered, judge, type Call, type SequentialModel } from "./linearizability.ts";

type RegisterAct = { readonly write: number } | { readonly read: number };

const register: SequentialModel<number, RegisterAct> = {
  initial: 0,
  step: (value, act) => ("write" in act ? [act.write] : act.read === value ? [value] : []),
  changesNothing: (act) => "read" in act,
  keyOf: String,
};

/** Adds and returns the sum; `undefined` is a lost answer. */
interface CounterAct {
  readonly add: number;
  readonly sum: number | undefined;
}

const counter: SequentialModel<number, CounterAct> = {
  initial: 0,
  step: (value, { add, sum }) => (sum === undefined || sum === value + add ? [value + add] : []),
  changesNothing: ({ add }) => add === 0,
  keyOf: String,
};

type CoinAct = "toss" | "heads" | "tails";

/** The outcome of a toss is unknown; a call reports what it has seen. */
const coin: SequentialModel<"heads" | "tails", CoinAct> = {
  initial: "heads",
  step: (side, act) => (act === "toss" ? ["heads", "tails"] : act === side ? [side] : []),
  changesNothing: (act) => act !== "toss",
  keyOf: (side) => side,
};

const write = (value: number, begin: number, end: number) => ({ act: { write: value }, begin, end });
const read = (value: number, begin: number, end: number) => ({ act: { read: value }, begin, end });
const add = (amount: number, sum: number | undefined, [begin, end]: readonly [number, number]) => ({
  act: { add: amount, sum },
  begin,
  end,
});

describe("a register", () => {
  test.each([
    ["nothing", [], "linearizable"],
    ["a read of what was written before", [write(1, 0, 1), read(1, 2, 3)], "linearizable"],
    ["a stale read", [write(1, 0, 1), read(0, 2, 3)], "not linearizable"],
    ["a read of a value that was never written", [read(7, 0, 1)], "not linearizable"],
    ["a read beside a write sees it", [write(1, 0, 3), read(1, 1, 2)], "linearizable"],
    ["a read beside a write does not see it", [write(1, 0, 3), read(0, 1, 2)], "linearizable"],
    [
      "two reads beside a write, the new value first",
      [write(1, 0, 9), read(1, 1, 2), read(0, 3, 4)],
      "not linearizable",
    ],
    ["two reads beside a write, the old value first", [write(1, 0, 9), read(0, 1, 2), read(1, 3, 4)], "linearizable"],
    ["two writes at once, read in one order", [write(1, 0, 5), write(2, 0, 5), read(1, 6, 7)], "linearizable"],
    [
      "two writes at once, read in both orders",
      [write(1, 0, 5), write(2, 0, 5), read(1, 6, 7), read(2, 8, 9)],
      "not linearizable",
    ],
    [
      "two readers that disagree about the order of two writes",
      [write(1, 0, 20), write(2, 0, 20), read(1, 1, 2), read(2, 3, 4), read(2, 1, 2), read(1, 3, 4)],
      "not linearizable",
    ],
    ["an end at the time of a begin overlaps", [write(1, 0, 2), read(0, 2, 3)], "linearizable"],
    ["an open write that happened", [write(1, 0, Infinity), read(1, 2, 3)], "linearizable"],
    ["an open write that never happened", [write(1, 0, Infinity), read(0, 2, 3)], "linearizable"],
    ["an open write that happened later", [write(1, 0, Infinity), read(0, 2, 3), read(1, 4, 5)], "linearizable"],
    [
      "an open write that happened and was undone",
      [write(1, 0, Infinity), read(1, 2, 3), read(0, 4, 5)],
      "not linearizable",
    ],
    ["an open write before its begin", [read(1, 0, 1), write(1, 2, Infinity)], "not linearizable"],
    [
      "an open write that would have to happen twice",
      [write(1, 0, Infinity), read(1, 1, 2), write(2, 3, 4), read(2, 5, 6), read(1, 7, 8)],
      "not linearizable",
    ],
  ] as const)("%s: %s", (_name, calls, verdict) => {
    expect(judge(register, calls).verdict).toBe(verdict);
  });
});

test("the sums of a counter show its order", () => {
  const both = [add(1, 3, [0, 5]), add(2, 2, [0, 5])];
  expect(judge(counter, both).verdict).toBe("linearizable");
  expect(judge(counter, [...both, add(0, 3, [6, 7])]).verdict).toBe("linearizable");
  expect(judge(counter, [add(1, 3, [0, 1]), add(2, 2, [2, 5])]).verdict).toBe("not linearizable");
  expect(judge(counter, [add(5, undefined, [0, Infinity]), add(1, 6, [3, 4])]).verdict).toBe("linearizable");
});

test("an unknown effect stays every possible one until a read shows it", () => {
  const toss = { act: "toss", begin: 0, end: 1 } as const;
  const saw = (side: "heads" | "tails", begin: number) => ({ act: side, begin, end: begin + 1 });
  expect(judge(coin, [toss, saw("tails", 2), saw("tails", 4)]).verdict).toBe("linearizable");
  expect(judge(coin, [toss, saw("tails", 2), saw("heads", 4)]).verdict).toBe("not linearizable");
});

test("a check that hits its bound is undecided", () => {
  const calls = Array.from({ length: 9 }, (_, n) => add(2 ** n, undefined, [0, 99]));
  const odd = [...calls, add(0, -1, [0, 99])];
  expect(judge(counter, odd, { mostConfigurations: 100 }).verdict).toBe("undecided");
  expect(judge(counter, odd).verdict).toBe("not linearizable");
});

test("orders that lead to the same configuration are searched once", () => {
  const calls = Array.from({ length: 12 }, (_, n) => add(2 ** n, undefined, [0, 99]));
  const { verdict, configurations } = judge(counter, [...calls, add(0, -1, [0, 99])]);
  expect({ verdict, configurations }).toEqual({ verdict: "not linearizable", configurations: 2 ** 12 - 1 });
});

test("reads that are allowed are not tried in every order", () => {
  const reads = Array.from({ length: 40 }, () => read(0, 0, 99));
  expect(judge(register, [...reads, read(7, 0, 99)])).toEqual({ verdict: "not linearizable", configurations: 40 });
});

test("a thousand calls one after the other, and many beside them, take no time", () => {
  const calls = Array.from({ length: 500 }, (_, n) => [
    add(1, n + 1, [10 * n, 10 * n + 5]),
    add(0, n + 1, [10 * n + 1, 10 * n + 12]),
  ]).flat();
  expect(judge(counter, calls)).toEqual({ verdict: "linearizable", configurations: 1_000 });
});

/** Tries all orders of all choices of open calls: slow, but simple enough to be correct. */
function judgeByAllOrders<State, Act>(model: SequentialModel<State, Act>, calls: readonly Call<Act>[]): boolean {
  const isPossible = (state: State, left: readonly Call<Act>[]): boolean =>
    !left.some(isAnswered) ||
    left.some((call) => {
      const others = left.filter((each) => each !== call);
      const mayBeNext = others.every(({ end }) => end >= call.begin);
      return mayBeNext && model.step(state, call.act).some((next) => isPossible(next, others));
    });
  return isPossible(model.initial, calls);
}

const interval = fc
  .tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 3 }))
  .map(([begin, length, open]) => ({ begin, end: open === 0 ? Infinity : begin + length }));

function callsOf<Act>(act: fc.Arbitrary<Act>): fc.Arbitrary<readonly Call<Act>[]> {
  const call = fc.tuple(act, interval).map(([made, times]) => ({ act: made, ...times }));
  return fc.array(call, { maxLength: 6 });
}

const few = fc.integer({ min: 0, max: 2 });

describe("beside a checker that tries all orders", () => {
  const runs = { numRuns: 2_000 };

  function agrees<State, Act>(model: SequentialModel<State, Act>, act: fc.Arbitrary<Act>) {
    const verdicts = new Set<string>();
    fc.assert(
      fc.property(callsOf(act), (calls) => {
        const { verdict } = judge(model, calls);
        verdicts.add(verdict);
        expect(verdict).toBe(judgeByAllOrders(model, calls) ? "linearizable" : "not linearizable");
      }),
      runs,
    );
    expect([...verdicts].toSorted()).toEqual(["linearizable", "not linearizable"]);
  }

  test("a register has the same verdicts", () => {
    agrees<number, RegisterAct>(
      register,
      fc.oneof(
        few.map((value) => ({ write: value })),
        few.map((value) => ({ read: value })),
      ),
    );
  });

  test("a counter has the same verdicts", () => {
    const sum = fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined });
    agrees<number, CounterAct>(counter, fc.record({ add: few, sum }));
  });

  test("a coin has the same verdicts", () => {
    agrees<"heads" | "tails", CoinAct>(coin, fc.constantFrom("toss", "heads", "tails"));
  });
});
