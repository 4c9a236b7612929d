import { describe, expect, test } from "vitest";
import { createChoiceWire } from "./choice-wire.ts";
import type { FaultKind } from "./faults.ts";
import { createScheduler } from "./scheduler.ts";
import { createTrace } from "./trace.ts";
import type { Call, Caller } from "./wire.ts";

const every: readonly FaultKind[] = [
  "fail-before",
  "fail-after",
  "late",
  "twice",
  "refused",
  "mismatch",
  "lie",
  "conflict",
  "stop",
];

function open({ kinds = every, most = 1 }: { readonly kinds?: readonly FaultKind[]; readonly most?: number } = {}) {
  const scheduler = createScheduler({ startMs: 0, seed: 1, paceMs: 0 });
  const isSteady = ({ name }: Call<unknown>) => name.startsWith("steady");
  const wire = createChoiceWire({
    scheduler,
    trace: createTrace(scheduler.now, false),
    faults: { kinds, most },
    isSteady,
  });
  wire.begin();
  let effects = 0;
  let stopped = false;
  const caller: Caller = {
    name: "P1",
    get stopped() {
      return stopped;
    },
    pausedUntil: 0,
    stop: () => void (stopped = true),
    sleep: () => undefined,
  };
  const heard: string[] = [];
  function send(call: Partial<Call<string>> = {}): void {
    const effect = async () => `answer ${(effects += 1)}`;
    const sent = { name: "store.commit", possible: every, requestText: () => "", effect, ...call };
    wire.wire.send(caller, sent).then(
      (answer) => heard.push(answer),
      (error: unknown) => heard.push(error instanceof Error ? error.name : "failed"),
    );
  }
  return { wire, scheduler, caller, send, heard, effects: () => effects };
}

const distort = (answer: string) => `not ${answer}`;
const wrong = { distort, lie: () => "a lie", refuse: async () => "refused", conflict: () => "conflict" };

describe("a call goes wrong", () => {
  test.each([
    ["", "answer 1", 1, 1],
    ["fail-before", "Unreachable", 0, 0],
    ["fail-after", "Unreachable", 1, 1],
    ["late", "Unreachable", 0, 1],
    ["twice", "answer 1", 1, 2],
    ["refused", "refused", 0, 0],
    ["refused in another way", "refused", 0, 0],
    ["mismatch", "not answer 1", 1, 1],
    ["mismatch in another way", "not answer 1", 1, 1],
    ["lie", "a lie", 0, 0],
    ["lie in another way", "a lie", 0, 0],
    ["conflict", "conflict", 0, 0],
    ["stop before it", undefined, 0, 0],
    ["stop after it", undefined, 1, 1],
    ["stop, and it arrives late", undefined, 0, 1],
  ])(
    "%j: its caller receives %j; it has %i effects then, and %i in the end",
    async (fate, hears, effects, inTheEnd) => {
      const { wire, scheduler, caller, send, heard, ...world } = open();
      send({ ...wrong, arrivesBy: 60_000 });
      expect(wire.choices()).toContain(fate === "" ? "P1.store.commit#1" : `P1.store.commit#1 !! ${fate}`);
      await wire.take(fate === "" ? "P1.store.commit#1" : `P1.store.commit#1 !! ${fate}`);
      expect([heard, world.effects()]).toEqual([hears === undefined ? [] : [hears], effects]);
      expect(caller.stopped).toBe(fate.startsWith("stop"));
      while (await scheduler.step());
      expect(world.effects()).toBe(inTheEnd);
    },
  );

  test("in all ways that its port has, and no more often than it may", async () => {
    const { wire, send } = open({ kinds: ["fail-before", "stop"] });
    send();
    send({ possible: ["fail-after", "late"] });
    expect(wire.choices()).toEqual([
      "P1.store.commit#1",
      "P1.store.commit#1 !! fail-before",
      "P1.store.commit#1 !! stop before it",
      "P1.store.commit#1 !! stop after it",
      "P1.store.commit#2",
    ]);
    await wire.take("P1.store.commit#1 !! fail-before");
    expect(wire.choices()).toEqual(["P1.store.commit#2"]);
  });

  test("a stop beside a call that changes nothing is left to the next one that does", () => {
    const { wire, send } = open({ kinds: ["stop"] });
    send({ name: "store.read", possible: ["stop", "fail-before"], quick: true });
    send({ name: "store.claimDue", quick: true });
    expect(wire.choices()).toEqual(["P1.store.read#1", "P1.store.claimDue#1", "P1.store.claimDue#1 !! stop before it"]);
  });
});

test("what a caller knows is a digest of its answers, in their order", async () => {
  const [one, other] = [open(), open()];
  for (const { wire, send } of [one, other]) {
    send({ name: "a" });
    send({ name: "b" });
    await wire.take("P1.a#1");
  }
  expect(one.wire.heardBy("P1")).toBe(other.wire.heardBy("P1"));
  await one.wire.take("P1.b#1");
  await other.wire.take("P1.b#1 !! fail-after");
  expect(one.wire.heardBy("P1")).not.toBe(other.wire.heardBy("P1"));
});

test("calls about steady records are answered at once", async () => {
  const { wire, send, heard } = open();
  send({ name: "steady.read" });
  send();
  send({ name: "steady.read" });
  await wire.takeSteady();
  expect([heard, wire.choices()[0]]).toEqual([["answer 1", "answer 2"], "P1.store.commit#1"]);
});
