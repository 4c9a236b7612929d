import type { Tree } from "../../src/tree.ts";
import { entriesOf, packagesOf } from "../../src/workspace.ts";
import { importsOf, isRelative, resolve, isProduction, sourcesOf, visit, type Source } from "./source.ts";

/**
 * The files that a file leads to: its imports, and the paths that it names in strings, from its own folder
 * or from the root (a worker, a style sheet, a script that is run).
 */
function leadsTo(source: Source): readonly string[] {
  const paths = importsOf(source).flatMap(({ specifier }) => {
    return specifier !== undefined && isRelative(specifier) ? [resolve(source.path, specifier)] : [];
  });
  visit(source, {
    Literal: ({ value }) => {
      if (typeof value === "string") paths.push(isRelative(value) ? resolve(source.path, value) : value);
    },
  });
  return paths;
}

/** Where reading starts: what manifests name, and the configuration of the root and of each package. */
function beginnings(tree: Tree): readonly string[] {
  const rootScripts = tree.get("package.json") ?? "";
  const projects = (tree.get("tsconfig.json") ?? "").matchAll(/"path": "([\w./-]+)"/g);
  const inPackages = packagesOf(tree).flatMap(({ folder, manifest }) => [
    ...entriesOf(manifest).flatMap((file) => [`${folder}/${file}`, `${folder}/${file}x`]),
    ...[...tree.keys()].filter((path) => new RegExp(`^${folder}/[\\w.-]+\\.(?:ts|mjs|js)$`).test(path)),
  ]);
  const ofRoot = [...tree.keys()].filter((path) => /^[\w.-]+\.(?:ts|mjs|js)$/.test(path));
  const settings = [...projects].map(([, folder]) => `${folder}/tsconfig.json`);
  return [
    ...ofRoot,
    ...inPackages,
    ...settings,
    ...[...rootScripts.matchAll(/packages\/[\w./-]+\.(?:ts|mjs)\b/g)].map(([path]) => path),
  ];
}

/** Every source file is reached from an entry of its package, or is a test. */
export function everyFileReached(tree: Tree): readonly string[] {
  const sources = new Map(sourcesOf(tree).map((source) => [source.path, source]));
  const reached = new Set<string>();
  const queue = [...beginnings(tree)];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (reached.has(path) || !tree.has(path)) continue;
    reached.add(path);
    const source = sources.get(path);
    if (source !== undefined) queue.push(...leadsTo(source));
  }
  return [...tree.keys()]
    .filter((path) => isProduction(path) && !path.endsWith(".d.ts") && !reached.has(path))
    .map((path) => `${path}:1 no entry of its package leads here`);
}
