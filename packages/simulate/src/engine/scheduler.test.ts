import { expect, test } from "vitest";
import { createScheduler } from "./scheduler.ts";

async function orderOf(seed: number, names: readonly string[], inOrder = false): Promise<readonly string[]> {
  const scheduler = createScheduler({ startMs: 0, seed, paceMs: 5, inOrder });
  const order: string[] = [];
  for (const name of names) scheduler.add({ name, run: () => void order.push(name) });
  while (await scheduler.step());
  return order;
}

const names = ["a", "b", "c", "d", "e", "f"];

test("the order is a function of the seed", async () => {
  expect(await orderOf(1, names)).toEqual(await orderOf(1, names));
  expect(await orderOf(1, names)).not.toEqual(await orderOf(2, names));
  expect(await orderOf(1, names, true)).toEqual(names);
});

test("what is left out leaves the order of the rest alone", async () => {
  const whole = await orderOf(3, names);
  const fewer = names.filter((name) => name !== "c");
  expect(await orderOf(3, fewer)).toEqual(whole.filter((name) => name !== "c"));
});

test("time passes by itself only when nothing else is ready", async () => {
  const scheduler = createScheduler({ startMs: 1_000, seed: 1, paceMs: 0 });
  const clock = scheduler.clockOf(undefined);
  const seen: number[] = [];
  void clock.after(500).elapsed.then(() => seen.push(clock.now()));
  clock.after(100).cancel();
  scheduler.add({ name: "now", run: () => void seen.push(clock.now()) });
  while (await scheduler.step());
  expect(seen).toEqual([1_000, 1_500]);
});

test("a step of a stopped owner never runs, one of a paused owner runs later", async () => {
  const scheduler = createScheduler({ startMs: 0, seed: 1, paceMs: 0 });
  const seen: string[] = [];
  const owner = (name: string) => ({ name, stopped: name === "stopped", pausedUntil: name === "paused" ? 70 : 0 });
  for (const name of ["paused", "stopped", "running"]) {
    scheduler.add({ name, owner: owner(name), run: () => void seen.push(`${name} ${scheduler.now()}`) });
  }
  while (await scheduler.step());
  expect(seen).toEqual(["running 0", "paused 70"]);
});
