import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { plantedBugs } from "./planted/bugs.ts";
import { wrongDecisions } from "./planted/wrong-decisions.ts";
import type { SceneReport } from "./scenes/run-scene.ts";
import { scenes } from "./scenes/scenes.ts";
import { startThread } from "./thread/thread.ts";

const usage = `pnpm scenes [NAME …] [--faults N] [--bug NAME] [--most-states N] [--workers W]
  Walks every order of events of small scenes, on the real service: those whose names contain a NAME, or all.

  --faults N       at most so many faults in one order (2, or 1 in the larger scenes)
  --bug NAME       plants a bug, to see that it is found; stops at the first order that finds it
  --most-states N  stops after N states and reports it
  --workers W      threads, by default one for each core; a scene runs on one
Scenes:
${scenes.map(({ name, most }) => `  ${name} (${most} ${most === 1 ? "fault" : "faults"})`).join("\n")}
`;

const { values, positionals } = parseArgs({
  // pnpm hands on the separator that it was called with.
  args: process.argv.slice(2).filter((argument) => argument !== "--"),
  allowPositionals: true,
  options: {
    faults: { type: "string" },
    bug: { type: "string" },
    "most-states": { type: "string" },
    workers: { type: "string", default: String(availableParallelism()) },
    help: { type: "boolean", default: false },
  },
});

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function reportOf({ scene, most, found, isCut, ...counts }: SceneReport, seconds: number): string {
  const faults = `${most} ${most === 1 ? "fault" : "faults"}`;
  const walked = isCut
    ? `${counts.states} states, and orders were LEFT OUT at the bound`
    : `${counts.orders} orders, ${counts.states} states, ${counts.ends} ends; none was left out`;
  const problems = found.map(({ invariant, problem, path, trace }) => {
    return ["", `${invariant}: ${problem}`, "", ...path.map((choice) => `  ${choice}`), "", trace].join("\n");
  });
  return [`${scene}, at most ${faults}: ${walked} (${seconds.toFixed(1)} s)`, ...problems].join("\n");
}

async function run(): Promise<number> {
  const { bug } = values;
  const chosen = scenes.filter(({ name }) => positionals.every((part) => name.includes(part)));
  const most = values.faults === undefined ? undefined : Number(values.faults);
  const mostStates = values["most-states"] === undefined ? undefined : Number(values["most-states"]);
  const workers = Number(values.workers);
  const isUnknown = bug !== undefined && [...plantedBugs, ...wrongDecisions].every(({ name }) => name !== bug);
  const isNumber = [most ?? 0, mostStates ?? 1, workers].every((number) => Number.isSafeInteger(number) && number >= 0);
  if (values.help || chosen.length === 0 || isUnknown || !isNumber) {
    if (isUnknown) print(`There is no planted bug called “${bug}”: pnpm simulate --help lists them.\n`);
    print(usage);
    return values.help ? 0 : 2;
  }
  const waiting = [...chosen];
  let isGood = true;
  async function work(): Promise<void> {
    const thread = startThread();
    for (let scene = waiting.shift(); scene !== undefined; scene = waiting.shift()) {
      const began = performance.now();
      const report = await thread.runScene(scene.name, { bug, most, mostStates, stopAtFirst: bug !== undefined });
      print(reportOf(report, (performance.now() - began) / 1000));
      isGood &&= report.found.length === 0 && !report.isCut;
    }
    await thread.end();
  }
  await Promise.all(Array.from({ length: Math.max(1, workers) }, work));
  return isGood ? 0 : 1;
}

process.exitCode = await run();
