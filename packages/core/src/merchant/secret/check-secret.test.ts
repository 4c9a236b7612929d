import { memoryStore } from "@wonflow/store-memory";
import { fakeClock, sequentialIds, testVault } from "@wonflow/testkit";
import { expect, test } from "vitest";

import { codeOf, createWorld } from "../../../test/world.ts";
import { bindPayments } from "../../payments.ts";
import { WrongSecret } from "./check-secret.ts";

type Ring = readonly [string, ...string[]];

/** Processes over one store, each started with the secrets that it is given. */
function processes() {
  const ports = { store: memoryStore(), clock: fakeClock(0), ids: sequentialIds(), gateways: {} };
  const start = (...[first, ...older]: Ring) => {
    const fingerprints = async (text: string): Promise<Ring> => [
      `${first} ${text}`,
      ...older.map((s) => `${s} ${text}`),
    ];
    return bindPayments({ ...ports, vault: { ...testVault(), fingerprints } }).secret;
  };
  const outcome = (ring: Ring) =>
    start(...ring)
      .check()
      .then(
        () => "right",
        (error: unknown) => (error instanceof WrongSecret ? "wrong" : error),
      );
  return { start, outcome };
}

test.each<[string, readonly [Ring, "right" | "wrong"][]]>([
  [
    "the same again",
    [
      [["a"], "right"],
      [["a"], "right"],
    ],
  ],
  [
    "another, which changes nothing",
    [
      [["a"], "right"],
      [["b"], "wrong"],
      [["a"], "right"],
    ],
  ],
  [
    "a rotation in one process",
    [
      [["a"], "right"],
      [["b", "a"], "right"],
      [["b"], "right"],
    ],
  ],
  [
    "only the old one, after others seal with a new one",
    [
      [["a"], "right"],
      [["b", "a"], "right"],
      [["a"], "wrong"],
    ],
  ],
  [
    "the new one alone, before any process has sealed with it",
    [
      [["a"], "right"],
      [["a", "b"], "right"],
      [["b"], "wrong"],
    ],
  ],
])("%s", async (_what, starts) => {
  const { start, outcome } = processes();
  for (const [ring, expected] of starts) {
    expect([ring, await start(...ring).isRight()]).toEqual([ring, expected === "right"]);
    expect([ring, await outcome(ring)]).toEqual([ring, expected]);
  }
});

test("asking whether a secret is right changes nothing", async () => {
  const { start, outcome } = processes();
  expect(await start("b").isRight()).toBe(true);
  expect(await outcome(["a"])).toBe("right");
  expect([await start("b", "a").isRight(), await start("b").isRight()]).toEqual([true, false]);
  expect(await outcome(["a"])).toBe("right");
});

test("a secret is rotated in several processes, each of which may restart at any time", async () => {
  const { outcome } = processes();
  const steps: readonly Ring[][] = [
    [["a"]],
    [["a"], ["a", "b"]],
    [
      ["a", "b"],
      ["b", "a"],
      ["a", "b"],
      ["b", "a"],
    ],
    [["b", "a"], ["b"], ["b", "a"], ["b"]],
  ];
  for (const ring of steps.flat()) expect([ring, await outcome(ring)]).toEqual([ring, "right"]);
});

test("of two first starts at once one sets the secret up, and the other is compared with it", async () => {
  for (let round = 0; round < 10; round += 1) {
    const { outcome } = processes();
    const told = await Promise.all([outcome(["a"]), outcome(["b"])]);
    expect(new Set(told)).toEqual(new Set(["right", "wrong"]));
    const same = processes();
    expect(await Promise.all([same.outcome(["a"]), same.outcome(["a"])])).toEqual(["right", "right"]);
  }
});

test("a lost secret is replaced by accepting another", async () => {
  const { start, outcome } = processes();
  await start("lost").check();
  expect(codeOf(await start("a").accept())).toBe("ok");
  expect([await outcome(["a"]), await outcome(["lost"])]).toEqual(["right", "wrong"]);
});

test("only a digest of the secret is stored", async () => {
  const world = await createWorld();
  await world.payments.secret.check();
  const { records } = await world.memory.read("platform", { keys: [{ kind: "secretCheck", id: "newest" }] });
  expect(records[0]?.body).toEqual({ fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) });
});
