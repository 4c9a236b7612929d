import { describe, expect, test } from "vitest";
import { repeat, walkAllOrders, type Way } from "./all-orders.ts";

/** Actors that take their steps one after the other. A step changes what all share, and what its actor remembers. */
type Step = (shared: number[], own: number[]) => void;

function beginWith(actors: Readonly<Record<string, readonly Step[]>>, isWrong: (shared: readonly number[]) => boolean) {
  return async (): Promise<Way<string>> => {
    const shared = [0];
    const own = Object.fromEntries(Object.keys(actors).map((name) => [name, [] as number[]]));
    const taken = Object.fromEntries(Object.keys(actors).map((name) => [name, 0]));
    const left = () => Object.entries(actors).filter(([name, steps]) => (taken[name] ?? 0) < steps.length);
    return {
      choices: () => left().map(([name]) => name),
      async take(name) {
        actors[name]?.[taken[name] ?? 0]?.(shared, own[name] ?? []);
        taken[name] = (taken[name] ?? 0) + 1;
      },
      digest: () => JSON.stringify([shared, own, taken]),
      problem: () => undefined,
      end: async () => (isWrong(shared) ? `it is ${shared.join()}` : undefined),
    };
  };
}

const add: Step = (shared) => (shared[0] = (shared[0] ?? 0) + 1);
const read: Step = (shared, own) => own.push(shared[0] ?? 0);
const writeBack: Step = (shared, own) => (shared[0] = (own[0] ?? 0) + 1);

describe("all orders are walked", () => {
  test.each([
    [2, 3, 10n, 12],
    [5, 5, 252n, 36],
    [1, 0, 1n, 2],
    [0, 0, 1n, 1],
    [30, 30, 118_264_581_564_861_424n, 961],
  ])("of %i and %i steps there are %s, in %i states", async (one, other, orders, states) => {
    const steps = (count: number) => Array.from({ length: count }, () => add);
    const begin = beginWith({ one: steps(one), other: steps(other) }, ([sum]) => sum !== one + other);
    expect(await walkAllOrders(begin)).toEqual({
      orders,
      states,
      ends: 1,
      choices: one * (other + 1) + other * (one + 1),
      found: [],
      isCut: false,
    });
  });

  test("states that differ are not merged", async () => {
    const begin = beginWith({ one: [read], other: [add] }, () => false);
    const { orders, states, ends } = await walkAllOrders(begin);
    expect({ orders, states, ends }).toEqual({ orders: 2n, states: 5, ends: 2 });
  });
});

describe("what is wrong in some orders", () => {
  const lostUpdate = beginWith({ one: [read, writeBack], other: [read, writeBack] }, ([sum]) => sum !== 2);

  test("is found in each state in which one ends, with the choices that lead there", async () => {
    const { found, orders } = await walkAllOrders(lostUpdate);
    expect(orders).toBe(6n);
    expect(found.map(({ problem }) => problem)).toEqual(["it is 1"]);
    const way = await repeat(lostUpdate, found[0]?.path ?? []);
    expect([way.choices(), await way.end()]).toEqual([[], "it is 1"]);
  });

  test("ends the walk where one is enough", async () => {
    const { choices } = await walkAllOrders(lostUpdate, { stopAtFirst: true });
    expect(choices).toBeLessThan((await walkAllOrders(lostUpdate)).choices);
  });

  test("ends a way at once where a step shows it, also one that leads to a state that was met before", async () => {
    const begin = async (): Promise<Way<string>> => {
      const taken: string[] = [];
      return {
        choices: () => (taken.length === 0 ? ["right", "wrong"] : []),
        take: async (choice) => void taken.push(choice),
        digest: () => String(taken.length),
        problem: () => (taken.includes("wrong") ? "wrong" : undefined),
        end: async () => undefined,
      };
    };
    expect(await walkAllOrders(begin)).toMatchObject({ orders: 2n, found: [{ path: ["wrong"], problem: "wrong" }] });
  });
});

test("a bound is reported", async () => {
  const begin = beginWith({ one: [add, add], other: [add, add] }, () => false);
  expect(await walkAllOrders(begin, { mostStates: 4 })).toMatchObject({ isCut: true, states: 4 });
  expect(await walkAllOrders(begin, { mostStates: 10 })).toMatchObject({ isCut: false, states: 9 });
});

test("a digest that leaves out what differs is refused", async () => {
  const begin = async (): Promise<Way<string>> => {
    let taken = 0;
    return {
      choices: () => (taken < 3 ? ["on"] : []),
      take: async () => void (taken += 1),
      digest: () => "always the same",
      problem: () => undefined,
      end: async () => undefined,
    };
  };
  await expect(walkAllOrders(begin)).rejects.toThrow("a state leads back to itself");
});

test("a way whose choices are gone can't be repeated", async () => {
  const begin = beginWith({ one: [add] }, () => false);
  await expect(repeat(begin, ["one", "one"])).rejects.toThrow("the same way has no “one” any more");
});
