import type { Tree } from "../../src/tree.ts";
import { packagesOf, publishedExports, type Manifest, type WorkspacePackage } from "../../src/workspace.ts";
import {
  importsOf,
  isRelative,
  resolve,
  type Import,
  at,
  isTest,
  packageFolder,
  sourcesOf,
  type Source,
  isProduction,
} from "./source.ts";

const coreMayUse = ["decimal.js", "zod"];

/** Private packages that measure and try the whole; no package may import them. */
const putsAllTogether = ["packages/bench", "packages/fuzz", "packages/simulate", "packages/torture"];

/**
 * Whether a package may import another one of this workspace. Everything may import core; only wonflow puts adapters
 * together, besides examples, benchmarks, the simulation and tests; the testkit is for those four alone.
 */
function mayImport(from: WorkspacePackage, to: WorkspacePackage): boolean {
  if (from.folder.startsWith("examples/") || putsAllTogether.includes(from.folder)) return true;
  if (from.folder === "packages/core") return false;
  if (to.folder === "packages/core") return true;
  // It prints pages from the document.
  if (from.folder === "packages/check" && to.folder === "packages/http") return true;
  // Types only: the console knows the service by its interface alone.
  if (from.folder === "packages/console" && to.folder === "packages/client") return true;
  const besideTests = [...putsAllTogether, "packages/check", "packages/nice-emulator", "packages/testkit"];
  return from.folder === "packages/wonflow" && !besideTests.includes(to.folder);
}

/** The specifiers that a package offers: its name, and its name with each subpath of its exports. */
function offeredBy(manifest: Manifest, exports = manifest.exports): readonly string[] {
  const subpaths = Object.keys(exports ?? {}).filter((key) => key.startsWith("."));
  return (subpaths.length === 0 ? ["."] : subpaths).map((subpath) => manifest.name + subpath.slice(1));
}

/** `@scope/name/sub/path` → `@scope/name`. */
function packageName(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

function problemWith(
  source: Source,
  { specifier }: Import,
  context: { packages: readonly WorkspacePackage[]; from: WorkspacePackage },
): string | undefined {
  const { packages, from } = context;
  if (specifier === undefined) return isTest(source.path) ? undefined : "imports what it computes";
  if (isRelative(specifier)) {
    return resolve(source.path, specifier).startsWith(`${from.folder}/`)
      ? undefined
      : `imports ${specifier}, outside of its package`;
  }
  if (/^(?:\/|file:)/.test(specifier)) return `imports ${specifier} by its place on a disk`;
  const name = packageName(specifier);
  const to = packages.find(({ manifest }) => manifest.name === name);
  if (to !== undefined && !offeredBy(to.manifest).includes(specifier))
    return `imports ${specifier}, which is not a public entry`;
  if (isTest(source.path)) return undefined;
  // A script that builds a package for browsers is check's, and no part of the package.
  if (source.path === `${from.folder}/rollup.config.mjs` && to?.folder === "packages/check") return undefined;
  // A template is an example that is copied.
  if (source.path.startsWith("packages/create-wonflow/template/")) return undefined;
  if (
    to !== undefined &&
    !from.manifest.private &&
    !offeredBy(to.manifest, publishedExports(to.manifest)).includes(specifier)
  )
    return `imports ${specifier}, which is not published`;
  if (to !== undefined) return mayImport(from, to) ? undefined : `may not import ${specifier}`;
  if (from.folder === "packages/core" && !coreMayUse.includes(name)) return `may not import ${specifier}`;
  return undefined;
}

/** Arrows go one way: which package may import what, and always through the other's public entry. */
export function boundaries(tree: Tree): readonly string[] {
  const packages = packagesOf(tree);
  return sourcesOf(tree).flatMap((source) => {
    const from = packages.find(({ folder }) => folder === packageFolder(source.path));
    if (from === undefined) return [];
    return importsOf(source).flatMap((imported) => {
      const problem = problemWith(source, imported, { packages, from });
      return problem === undefined ? [] : [at(source, imported, problem)];
    });
  });
}

const core = "packages/core/src/";

/** The rooms of core, as docs/architecture.md shows them: each may import those before it. */
const order = ["engine", "ledger", "merchant", "gateway", "payment", "payout", "oversight"];

function roomOf(path: string): number | undefined {
  const [room = "", ...rest] = path.startsWith(core) ? path.slice(core.length).split("/") : [];
  return rest.length === 0 ? undefined : order.indexOf(room);
}

/** Every folder of core is in a room, and a room imports only from rooms before it. */
export function rooms(tree: Tree): readonly string[] {
  return sourcesOf(tree).flatMap((source) => {
    const own = roomOf(source.path);
    if (own === undefined || !isProduction(source.path)) return [];
    if (own === -1) return [`${source.path}:1 is in no room of core`];
    return importsOf(source).flatMap(({ specifier, start }) => {
      if (specifier === undefined || !isRelative(specifier)) return [];
      const imported = resolve(source.path, specifier);
      const against = (roomOf(imported) ?? own) > own;
      return against ? [at(source, { start }, `imports ${imported.slice(core.length)}, which is in a later room`)] : [];
    });
  });
}

const entries = new Set(["browser", "index", "internal"].map((name) => `packages/core/src/${name}.ts`));

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
