import type { Tree } from "../../src/tree.ts";
import { at, isProduction, sourcesOf, type Source } from "./source.ts";

const entries = new Set(["browser", "index", "records"].map((name) => `packages/core/src/${name}.ts`));

/** An entry is a list: values by name, and whole files of types, as ports are. */
function problemsOfEntry(source: Source): readonly string[] {
  return source.program.body.flatMap((statement) => {
    if (statement.type === "ExportNamedDeclaration" && statement.source !== null) return [];
    if (statement.type === "ExportAllDeclaration" && statement.exportKind === "type" && statement.exported === null) {
      return [];
    }
    return [at(source, statement, "an entry of core holds `export { names } from` and `export type * from` only")];
  });
}

/** Elsewhere nothing is passed on: every file imports a thing from where it is. */
function problemsOfOthers(source: Source): readonly string[] {
  if (/\/index\.tsx?$/.test(source.path)) return [`${source.path}:1 core has one index.ts, its entry`];
  return source.module.staticExports
    .filter(({ entries }) => entries.some(({ moduleRequest }) => moduleRequest !== null))
    .map((node) => at(source, node, "only an entry of core passes on what another file exports"));
}

/** No barrel inside core: explicit lists of what it offers, at its three entries. */
export function oneEntry(tree: Tree): readonly string[] {
  return sourcesOf(tree)
    .filter(({ path }) => path.startsWith("packages/core/") && isProduction(path))
    .flatMap((source) => (entries.has(source.path) ? problemsOfEntry(source) : problemsOfOthers(source)));
}
