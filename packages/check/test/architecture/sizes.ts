import type { Tree } from "../../src/tree.ts";
import { isProduction } from "./source.ts";

const mostLines = 350;

/** A file that is too long to keep in mind is two files. Generated ones are not read. */
export function sizes(tree: Tree): readonly string[] {
  return [...tree]
    .filter(([path]) => isProduction(path) && !path.endsWith(".json") && !path.includes(".generated."))
    .map(([path, text]) => ({ path, lines: text.replace(/\n$/, "").split("\n").length }))
    .filter(({ lines }) => lines > mostLines)
    .map(({ path, lines }) => `${path}:1 has ${lines} lines; ${mostLines} are the most`);
}
