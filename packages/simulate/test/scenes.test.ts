import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { walkAllOrders } from "../src/engine/all-orders.ts";
import { plantedBugs } from "../src/planted/bugs.ts";
import { runScene, beginScene, type SceneReport } from "../src/scenes/run-scene.ts";
import type { Scene } from "../src/scenes/scene.ts";
import { scenes } from "../src/scenes/scenes.ts";
import { wrongDecisions } from "../src/planted/wrong-decisions.ts";
import { startThread, type Thread } from "../src/thread/thread.ts";

let thread: Thread;

beforeAll(() => {
  thread = startThread();
});

afterAll(() => thread.end());

const isLong = process.env["TESTS"] === "long";

/** So far are scenes walked in `npm test` that take longer there, even without a fault. */
const firstStates = 40;

function textsOf(found: SceneReport["found"]): readonly string[] {
  return found.map(({ invariant, problem, trace }) => `${invariant}: ${problem}\n${trace}`);
}

describe.each(scenes)("$name", (scene) => {
  const { name, finds, findsInLong = [] } = scene;
  /** The number of faults with which the scene takes no longer than it may here. */
  const most = isLong ? scene.most : scene.mostInTests;

  test.skipIf(most === undefined)(`nothing is wrong in any order with at most ${most} faults`, async () => {
    const { found, isCut, orders } = await thread.runScene(name, { most });
    expect(textsOf(found)).toEqual([]);
    expect(isCut).toBe(false);
    expect(orders).toBeGreaterThan(1n);
  });

  test.skipIf(most !== undefined)(`nothing is wrong in its first ${firstStates} states`, async () => {
    const { found, states } = await thread.runScene(name, { most: 0, mostStates: firstStates });
    expect(textsOf(found)).toEqual([]);
    expect(states).toBe(firstStates);
  });

  test.each(isLong ? [...finds, ...findsInLong] : finds)("“%s” is found", async (bug) => {
    // Most are found without a fault, and sooner.
    const without = await thread.runScene(name, { bug, most: 0, stopAtFirst: true });
    const { found } =
      without.found.length > 0 ? without : await thread.runScene(name, { bug, most: 1, stopAtFirst: true });
    const breaks = [...plantedBugs, ...wrongDecisions].find((each) => each.name === bug)?.breaks;
    expect(breaks).toContain(found[0]?.invariant);
    expect(found[0]?.trace).toContain("→");
  });
});

/** Leaves out no state, as two ways never have the same digest. */
async function walkEvery(scene: Scene) {
  return walkAllOrders(async () => {
    const way = await beginScene(scene, { ends: new Map() });
    const path: string[] = [];
    const take: typeof way.take = (choice, isRepeated) => {
      path.push(choice);
      return way.take(choice, isRepeated);
    };
    return { ...way, take, digest: () => JSON.stringify(path) };
  });
}

const walkedTwice = [
  "two workers on one attempt",
  ...(isLong ? ["a split charge of two cards beside its look-up"] : []),
];

test.each(walkedTwice)("%s: states that are left out hide no order", async (name) => {
  const most = 0;
  const scene = scenes.find((each) => each.name === name);
  if (scene === undefined) throw new Error("the scene is gone");
  const { orders, found } = await walkEvery({ ...scene, most });
  expect({ orders, found }).toEqual({ orders: (await runScene(name, { most })).orders, found: [] });
});

test("a scene walks alike each time", async () => {
  const name = "a key deleted under a charge";
  const walk = () => runScene(name, { most: isLong ? 1 : 0 });
  expect(await walk()).toEqual(await walk());
});

test("an unknown scene is refused", async () => {
  await expect(runScene("a scene", {})).rejects.toThrow("There is no scene called “a scene”.");
});
