import { fakeClock } from "@wonflow/testkit";
import { expect, test } from "vitest";

import { developmentClock } from "./development-clock.ts";
import { memoryStore } from "../index.ts";

const noon = Date.UTC(2026, 10, 20, 3);
const minute = 60_000;
const day = 24 * 60 * minute;

/** A machine on which any number of processes share a store. */
function openMachine() {
  const machine = fakeClock(noon);
  const store = memoryStore();
  return { machine, store, openClock: () => developmentClock({ store, machine }) };
}

/** The clock held, by a caller that is the only one. */
async function heldOf(clock: Awaited<ReturnType<typeof developmentClock>>) {
  const held = await clock.hold();
  if (held === undefined) throw new Error("another caller holds it");
  return held;
}

test("an unmoved clock is the machine's", async () => {
  const { machine, openClock } = openMachine();
  const clock = await openClock();
  await machine.advance(minute);
  expect([clock.now(), clock.isAhead(), await clock.runs()]).toEqual([noon + minute, false, true]);
});

test("a clock stands while it is held, at what it is made to show, and runs on from there", async () => {
  const { machine, openClock } = openMachine();
  const clock = await openClock();
  const held = await heldOf(clock);
  await machine.advance(5 * minute);
  expect([clock.now(), await clock.runs()]).toEqual([noon, false]);
  await held.show(noon + day);
  await machine.advance(5 * minute);
  expect(clock.now()).toBe(noon + day);
  await held.letGo();
  await machine.advance(minute);
  expect([clock.now(), clock.isAhead(), await clock.runs()]).toEqual([noon + day + minute, true, true]);
});

test("a clock that was only held is not ahead", async () => {
  const { machine, openClock } = openMachine();
  const clock = await openClock();
  const held = await heldOf(clock);
  expect(clock.isAhead()).toBe(false);
  await machine.advance(1);
  await held.letGo();
  expect([clock.isAhead(), (await openClock()).isAhead()]).toEqual([false, false]);
});

test("a clock never goes back", async () => {
  const { openClock } = openMachine();
  const clock = await openClock();
  const held = await heldOf(clock);
  await held.show(noon + day);
  await held.show(noon);
  expect(clock.now()).toBe(noon + day);
});

test("a timer of it takes as long as one of the machine", async () => {
  const { machine, openClock } = openMachine();
  const clock = await openClock();
  const held = await heldOf(clock);
  let isElapsed = false;
  const waiting = clock.after(minute).elapsed.then(() => (isElapsed = true));
  await held.show(noon + day);
  await machine.advance(minute - 1);
  expect(isElapsed).toBe(false);
  await machine.advance(1);
  await waiting;
});

test("another process shows the same after reading the store, a later one from its start", async () => {
  const { machine, openClock } = openMachine();
  const [clock, other] = [await openClock(), await openClock()];
  const held = await heldOf(clock);
  await held.show(noon + day);
  expect([await other.runs(), other.now()]).toEqual([false, noon + day]);
  await held.letGo();
  await machine.advance(minute);
  expect([await other.runs(), other.now()]).toEqual([true, noon + day + minute]);
  expect((await openClock()).now()).toBe(noon + day + minute);
});

test("one holds it at a time", async () => {
  const { openClock } = openMachine();
  const [clock, other] = [await openClock(), await openClock()];
  const both = await Promise.all([clock.hold(), other.hold()]);
  expect(both.filter((held) => held !== undefined)).toHaveLength(1);
  expect(await other.hold()).toBeUndefined();
  await both.find((held) => held !== undefined)?.letGo();
  expect(await other.hold()).toBeDefined();
});

test("it runs on by itself ten seconds after its holder was killed", async () => {
  const { machine, store, openClock } = openMachine();
  // The timers of a process that died never elapse.
  const dead = await developmentClock({ store, machine: { now: machine.now, after: () => fakeClock(0).after(1) } });
  await (await heldOf(dead)).show(noon + day);
  const clock = await openClock();
  await machine.advance(9_999);
  expect([clock.now(), await clock.runs(), await clock.hold()]).toEqual([noon + day, false, undefined]);
  await machine.advance(1_001);
  expect([clock.now(), await clock.runs()]).toEqual([noon + day + 1000, true]);
  expect(await clock.hold()).toBeDefined();
});

test("a holder that lost it to another process moves it no more", async () => {
  const { machine, store, openClock } = openMachine();
  const slept = await developmentClock({ store, machine: { now: machine.now, after: () => fakeClock(0).after(1) } });
  const lost = await heldOf(slept);
  await machine.advance(minute);
  const clock = await openClock();
  const held = await heldOf(clock);
  await expect(lost.show(noon + day)).rejects.toThrow("another process has taken the development clock");
  await held.letGo();
  expect(clock.now()).toBeLessThan(noon + 2 * minute);
});
