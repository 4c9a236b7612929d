import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";
import { withWrongDecision, wrongDecisionOf } from "../planted/plant.ts";
import type { WrongDecision } from "../planted/wrong-decision.ts";

const packages = path.resolve(import.meta.dirname, "../../..");

const programs = new Map<string | undefined, Promise<string>>();

/**
 * A thread loads one bundled text in a third of the time that hundreds of modules take, runs it a third faster, and
 * can load another one after it.
 */
export function programWith(bug: string | undefined): Promise<string> {
  const wrong = wrongDecisionOf(bug);
  const program = programs.get(wrong?.name) ?? bundled(wrong);
  programs.set(wrong?.name, program);
  return program;
}

async function bundled(wrong: WrongDecision | undefined): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("./entry.ts", import.meta.url))],
    bundle: true,
    write: false,
    platform: "node",
    format: "cjs",
    target: "node22",
    conditions: ["source"],
    plugins: wrong === undefined ? [] : [planting(wrong)],
    logLevel: "error",
  });
  return outputFiles[0]?.text ?? "";
}

function planting(wrong: WrongDecision): Plugin {
  const file = path.join(packages, wrong.file);
  let isLoaded = false;
  return {
    name: "a wrong decision",
    setup(bundle) {
      bundle.onLoad({ filter: /\.ts$/ }, async (loaded) => {
        if (loaded.path !== file) return undefined;
        isLoaded = true;
        return { contents: withWrongDecision(await readFile(file, "utf8"), wrong), loader: "ts" };
      });
      bundle.onEnd(() => {
        if (!isLoaded) throw new Error(`“${wrong.name}” is not planted: ${wrong.file} was not loaded`);
      });
    },
  };
}
