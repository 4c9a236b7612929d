import { type Found, repeat, walkAllOrders, type Way } from "../engine/all-orders.ts";
import { formatTrace, type TraceLine } from "../engine/trace.ts";
import type { Violation } from "../observation/invariant.ts";
import { watchUnhandled } from "../observation/observer.ts";
import { bugNamed } from "../planted/bugs.ts";
import { scenes } from "./scenes.ts";
import type { EvidenceInput } from "@wonflow/core";
import { digestOf, lateName } from "../engine/choice-wire.ts";
import { everythingWaits } from "../engine/scheduler.ts";
import type { PlantedBug } from "../planted/bug.ts";
import { stepping } from "../stepping.ts";
import { outSince, payoutKeyOf } from "../payout/records.ts";
import { openBalance } from "../world/merchants.ts";
import { before, castOn } from "./cast.ts";
import type { Preparing, Scene } from "./scene.ts";
import { openStage, type Stage } from "./stage.ts";

interface SceneOptions {
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

interface WayOptions {
  readonly bug?: PlantedBug | undefined;
  readonly trace?: boolean;
  /** What was found at the end of each state, by its digest: what follows the end does not depend on the order. */
  readonly ends: Map<string, Violation | undefined>;
}

interface SceneWay extends Way<Violation> {
  readonly trace: () => readonly TraceLine[];
}

const jumpName = "the clock jumps";

/** A scene from its beginning, right before its actors begin. */
export async function beginScene(scene: Scene, { bug, trace, ends }: WayOptions): Promise<SceneWay> {
  const { settings, contract, promises, window, faults, most } = scene;
  const stage = await openStage({
    faults: { kinds: faults, most },
    settings,
    contract,
    promises,
    window,
    bug,
    trace: trace === true,
  });
  const { scheduler, observer, choices: wire } = stage;
  const cast = castOn(stage);
  const lost: Lost[] = [];
  const preparing: Preparing = {
    ...cast.acting({ name: before }),
    letTimePass: (ms) => stage.letTimePass(ms),
    lose: (call, how) => void lost.push({ call, fault: how === "late" ? "late" : "fail-after" }),
    deposit: (won) => openBalance(stage.store, { tenant: stage.merchant.tenant, won, now: stage.scheduler.now() }),
    atBank: (payoutId) => atBank(stage, payoutId),
    inWindow: async (key, choice) =>
      (await stage.gateways.windows.choose(stage.merchant.tenant, key, choice))?.fields ?? {},
    now: scheduler.now,
  };
  const actors = await straight(stage, scene.prepare(preparing), lost);
  wire.begin();
  stage.books.beginScene();
  const jumps = [...(scene.jumps ?? [])];
  const clock = { name: "clock", stopped: false, pausedUntil: 0 };
  const addJump = () => {
    const [ms] = jumps;
    if (ms === undefined) return;
    const jump = () => {
      jumps.shift();
      stage.letTimePass(ms);
      addJump();
    };
    scheduler.add({ name: `${jumpName} ${ms} ms`, owner: clock, run: jump });
  };
  addJump();
  for (const actor of actors) cast.begin(actor);
  await everythingWaits();
  await wire.takeSteady();

  return {
    choices() {
      // A bank answers within hours, so the clock does not jump during a call to it.
      const isAtBank = scheduler.ready().some(({ name }) => name.includes(".bank."));
      const all = wire.choices().filter((choice) => !isAtBank || !choice.startsWith(jumpName));
      const isOver = cast.allFinished() && all.every((choice) => choice.startsWith(jumpName));
      return isOver ? [] : all;
    },
    async take(choice, isRepeated = false) {
      await wire.take(choice);
      await wire.takeSteady();
      if (!isRepeated) observer.afterStep();
    },
    digest: () =>
      digestOf(JSON.stringify([shared(stage), wire.faultsLeft(), jumps, cast.state(), scheduler.waiting().toSorted()])),
    problem: observer.violation,
    async end() {
      clock.stopped = true;
      const digest = digestOf(JSON.stringify(shared(stage)));
      if (!ends.has(digest)) ends.set(digest, await finish(stage));
      return ends.get(digest);
    },
    trace: () => stage.trace.lines(),
  };
}

/** Everything that others can see. */
function shared({ scheduler, books, journals, choices }: Stage): readonly unknown[] {
  const recorded = journals.map((journal) => journal.replay().map(({ value }) => value));
  return [scheduler.now(), books.content(), recorded, choices.refused()];
}

interface Lost {
  readonly call: string;
  readonly fault: "fail-after" | "late";
}

/** Without choices: each call is answered in turn, except those whose answers are to be lost. */
async function straight<Value>(
  { observer, choices: wire }: Stage,
  promise: Promise<Value>,
  lost: Lost[],
): Promise<Value> {
  let isSettled = false;
  const settled = promise.finally(() => (isSettled = true));
  settled.catch(() => undefined);
  // What a promise does without a call it does before the next immediate.
  await everythingWaits();
  while (!isSettled) {
    const name = wire.choices().find((choice) => !choice.endsWith(lateName));
    if (name === undefined) throw new Error("what comes before the scene does not end");
    const index = lost.findIndex(({ call }) => name.includes(`.${call}#`));
    const [fault] = index === -1 ? [] : lost.splice(index, 1);
    await wire.take(fault === undefined ? name : `${name} !! ${fault.fault}`);
  }
  observer.afterStep();
  const violation = observer.violation();
  if (violation !== undefined) throw new Error(`before the scene, ${violation.invariant}: ${violation.problem}`);
  return settled;
}

/** New processes work without faults until nothing is left to do, as at the end of a seed. */
async function finish(stage: Stage): Promise<Violation | undefined> {
  const { processes, observer } = stage;
  stage.choices.end();
  processes.startWorking();
  await everythingWaits();
  await stepping(stage).runToEnd();
  await observer.atEnd();
  return observer.violation();
}

function atBank({ banks, merchant, scheduler }: Stage, payoutId: string): EvidenceInput | undefined {
  const note = "the bank's own record";
  const key = payoutKeyOf(payoutId);
  const record = banks.books.records().find((each) => each.tenant === merchant.tenant && each.key === key);
  if (record?.status === "ACCEPTED") return undefined;
  const paidAt = record && outSince(record);
  if (paidAt === undefined) return { outcome: "not-done", note };
  return { outcome: "done", at: new Date(Math.min(paidAt, scheduler.now())).toISOString(), note };
}
