import type { Tree } from "../../src/tree.ts";
import { at, isProduction, sourcesOf, type Source } from "./source.ts";

const entry = "packages/core/src/index.ts";

/** The entry is a list: values by name, and whole files of types, as ports are. */
function problemsOfEntry(source: Source): readonly string[] {
  return source.program.body.flatMap((statement) => {
    if (statement.type === "ExportNamedDeclaration" && statement.source !== null) return [];
    if (statement.type === "ExportAllDeclaration" && statement.exportKind === "type" && statement.exported === null) {
      return [];
    }
    return [at(source, statement, "the entry of core holds `export { names } from` and `export type * from` only")];
  });
}

/** Elsewhere nothing is passed on: who needs a thing imports it from where it is. */
function problemsOfOthers(source: Source): readonly string[] {
  if (/\/index\.tsx?$/.test(source.path)) return [`${source.path}:1 core has one index.ts, its entry`];
  return source.module.staticExports
    .filter(({ entries }) => entries.some(({ moduleRequest }) => moduleRequest !== null))
    .map((node) => at(source, node, "only the entry of core passes on what another file exports"));
}

/** No barrel inside core: one explicit list of what it offers, at its entry. */
export function oneEntry(tree: Tree): readonly string[] {
  return sourcesOf(tree)
    .filter(({ path }) => path.startsWith("packages/core/") && isProduction(path))
    .flatMap((source) => (source.path === entry ? problemsOfEntry(source) : problemsOfOthers(source)));
}
