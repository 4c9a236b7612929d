import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build, transform, type Plugin } from "esbuild";
import { withWrongDecision } from "./planted-core.ts";
import { wrongDecisions } from "./wrong-decisions.ts";

const packages = path.resolve(import.meta.dirname, "../..");

let program: Promise<string> | undefined;

/**
 * What the threads that run seeds load: one text, which is loaded in a third of the time that hundreds of modules take,
 * runs a third quicker, and can be loaded again in the same thread. A module that a wrong decision stands in is there
 * several times, and whoever loads the text chooses.
 */
export function seedsProgram(): Promise<string> {
  return (program ??= bundled());
}

async function bundled(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("./seeds-entry.ts", import.meta.url))],
    bundle: true,
    write: false,
    platform: "node",
    format: "cjs",
    target: "node22",
    conditions: ["source"],
    plugins: [besideWrongOnes],
    logLevel: "error",
  });
  return outputFiles[0]?.text ?? "";
}

const variant = "variant";

/** Puts the texts with wrong decisions beside a module, and in its place one that has what the chosen text exports. */
const besideWrongOnes: Plugin = {
  name: "beside wrong ones",
  setup(bundle) {
    bundle.onResolve({ filter: /^variant:/ }, ({ path: named }) => {
      const [, index = "", file = ""] = named.split(":");
      return { path: file, namespace: variant, suffix: `?${index}` };
    });
    bundle.onLoad({ filter: /\.ts$/, namespace: variant }, async ({ path: file, suffix }) => {
      const wrong = wrongDecisions[Number(suffix.slice(1))];
      const text = await readFile(file, "utf8");
      const contents = wrong === undefined ? text : withWrongDecision(text, wrong);
      return { contents, loader: "ts", resolveDir: path.dirname(file) };
    });
    bundle.onLoad({ filter: /\.ts$/ }, async ({ path: file }) => {
      const ofFile = wrongDecisions.filter((wrong) => path.join(packages, wrong.file) === file);
      if (ofFile.length === 0) return undefined;
      return { contents: choiceOf(file, ofFile, await exportsOf(file)), resolveDir: import.meta.dirname };
    });
  },
};

/** The names that a module exports, without its types. */
async function exportsOf(file: string): Promise<string> {
  const { code } = await transform(await readFile(file, "utf8"), { loader: "ts", format: "esm" });
  return /^export \{([^}]*)\};$/m.exec(code)?.[1] ?? "";
}

function choiceOf(file: string, ofFile: readonly (typeof wrongDecisions)[number][], names: string): string {
  const texts = ofFile.map((wrong) => ({ name: wrong.name, index: wrongDecisions.indexOf(wrong) }));
  return [
    'import { chosen } from "./planted-core.ts";',
    `import * as right from "variant:right:${file}";`,
    ...texts.map(({ index }) => `import * as wrong${index} from "variant:${index}:${file}";`),
    `export const { ${names} } = chosen(right, {`,
    ...texts.map(({ name, index }) => `  ${JSON.stringify(name)}: wrong${index},`),
    "});",
  ].join("\n");
}
