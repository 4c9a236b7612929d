import type { Tree } from "../../src/tree.ts";
import { importsOf, isRelative, resolve, at, isProduction, sourcesOf, type Source } from "./source.ts";

/** An import that leads from one part of a package's `src` to another. */
interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly importer: Source;
  readonly imported: string;
  readonly start: number;
}

/** The part that a file belongs to: a folder directly below `src`, or below a room of core, or a file directly in it. */
function partOf(path: string): string {
  return path
    .split("/")
    .slice(0, path.startsWith("packages/core/") ? 5 : 4)
    .join("/");
}

/** A path as it is called within its package's `src`. */
function inPackage(path: string): string {
  return path.split("/").slice(3).join("/");
}

function arrowsFrom(importer: Source, tree: Tree): readonly Arrow[] {
  return importsOf(importer).flatMap(({ specifier, start }) => {
    if (specifier === undefined || !isRelative(specifier)) return [];
    const imported = resolve(importer.path, specifier);
    const [from, to] = [partOf(importer.path), partOf(imported)];
    if (from === to || !tree.has(imported) || !isProduction(imported)) return [];
    return [{ from, to, importer, imported, start }];
  });
}

/** The shortest path of arrows that leads from a part back to it. */
function cycleThrough(part: string, arrows: readonly Arrow[]): readonly Arrow[] {
  const seen = new Set<string>();
  let paths: readonly (readonly Arrow[])[] = [[]];
  while (paths.length > 0) {
    const longer = paths.flatMap((path) => {
      const end = path.at(-1)?.to ?? part;
      return arrows.filter(({ from }) => from === end).map((arrow) => [...path, arrow]);
    });
    const cycle = longer.find((path) => path.at(-1)?.to === part);
    if (cycle !== undefined) return cycle;
    paths = longer.filter((path) => {
      const end = path.at(-1)?.to ?? part;
      if (seen.has(end)) return false;
      seen.add(end);
      return true;
    });
  }
  return [];
}

function describe(cycle: readonly [Arrow, ...Arrow[]]): string {
  const [first] = cycle;
  const parts = [first.from, ...cycle.map(({ to }) => to)].map(inPackage).join(" → ");
  const files = cycle.map(({ importer, imported }) => `${inPackage(importer.path)} imports ${inPackage(imported)}`);
  return at(first.importer, first, `is part of a circle: ${parts} (${files.join("; ")})`);
}

/**
 * No circles between the parts of a package: who reads one of them need not know the others that build on it.
 * An import of types only is an arrow too.
 */
export function cycles(tree: Tree): readonly string[] {
  const sources = sourcesOf(tree).filter(({ path }) => isProduction(path));
  const arrows = sources.flatMap((source) => arrowsFrom(source, tree));
  const parts = [...new Set(arrows.map(({ from }) => from))].toSorted((a, b) => a.localeCompare(b));
  const known = new Set<string>();
  return parts.flatMap((part) => {
    const [first, ...others] = cycleThrough(part, arrows);
    if (first === undefined) return [];
    const members = parts.filter((one) => [first, ...others].some(({ from }) => from === one)).join();
    if (known.has(members)) return [];
    known.add(members);
    return [describe([first, ...others])];
  });
}
