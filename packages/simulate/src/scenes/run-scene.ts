import { type Found, repeat, walkAllOrders } from "../engine/all-orders.ts";
import { formatTrace } from "../engine/trace.ts";
import type { Violation } from "../observation/invariant.ts";
import { watchUnhandled } from "../observation/unhandled.ts";
import { bugNamed } from "../planted/bugs.ts";
import { scenes } from "./scenes.ts";
import { beginScene, type WayOptions } from "./way.ts";

export interface SceneOptions {
  readonly bug?: string | undefined;
  /** How many faults one order may have; as the scene says where left out. */
  readonly most?: number | undefined;
  readonly mostStates?: number | undefined;
  readonly stopAtFirst?: boolean;
}

export interface SceneReport {
  readonly scene: string;
  readonly most: number;
  readonly orders: bigint;
  readonly states: number;
  readonly ends: number;
  readonly choices: number;
  readonly isCut: boolean;
  /** The first of each invariant, with the choices that lead there and their trace. */
  readonly found: readonly (Violation & { readonly path: readonly string[]; readonly trace: string })[];
}

/** Walks every order of a scene. */
export async function runScene(name: string, options: SceneOptions): Promise<SceneReport> {
  const given = scenes.find((each) => each.name === name);
  if (given === undefined) throw new RangeError(`There is no scene called “${name}”.`);
  const scene = { ...given, most: options.most ?? given.most };
  const bug = bugNamed(options.bug);
  const unhandled = watchUnhandled();
  const ways: WayOptions = { bug, ends: new Map() };
  try {
    const { found, ...counts } = await walkAllOrders(() => beginScene(scene, ways), options);
    const left = await unhandled.violation();
    const all = [...found, ...(left === undefined ? [] : [{ path: [], problem: left }])];
    const traced = firstOfEach(all).map(async ({ path, problem }) => {
      const way = await repeat(() => beginScene(scene, { bug, ends: new Map(), trace: true }), path);
      if (way.choices().length === 0 && way.problem() === undefined) await way.end();
      return { ...problem, path, trace: formatTrace(way.trace()) };
    });
    return { scene: name, most: scene.most, ...counts, found: await Promise.all(traced) };
  } finally {
    unhandled.stop();
  }
}

function firstOfEach(found: readonly Found<Violation>[]): readonly Found<Violation>[] {
  return found.filter(({ problem: { invariant } }, index) => {
    return found.findIndex(({ problem }) => problem.invariant === invariant) === index;
  });
}
