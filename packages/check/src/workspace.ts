import { z } from "zod";
import type { Tree } from "./tree.ts";

const versions = z.record(z.string(), z.string()).default({});

const manifestSchema = z.looseObject({
  name: z.string(),
  version: z.string().default("0.0.0"),
  private: z.boolean().default(false),
  type: z.string().optional(),
  license: z.string().optional(),
  engines: versions,
  files: z.array(z.string()).optional(),
  exports: z.unknown().optional(),
  imports: z.unknown().optional(),
  bin: z.union([z.string(), z.record(z.string(), z.string())]).optional(),
  scripts: versions,
  dependencies: versions,
  devDependencies: versions,
  optionalDependencies: versions,
  peerDependencies: versions,
  peerDependenciesMeta: z.record(z.string(), z.looseObject({ optional: z.boolean().optional() })).default({}),
});

export type Manifest = z.infer<typeof manifestSchema>;

export function readManifest(text: string): Manifest {
  return manifestSchema.parse(JSON.parse(text));
}

/** A package of this workspace: `folder` is `packages/<name>` or `examples/<name>`. */
export interface WorkspacePackage {
  readonly folder: string;
  readonly manifest: Manifest;
}

/** Every package of a tree, also the examples, by folder. */
export function packagesOf(tree: Tree): readonly WorkspacePackage[] {
  return [...tree]
    .filter(([path]) => /^(packages|examples)\/[^/]+\/package\.json$/.test(path))
    .map(([path, text]) => ({
      folder: path.slice(0, -"/package.json".length),
      manifest: readManifest(text),
    }))
    .toSorted((a, b) => a.folder.localeCompare(b.folder));
}

export function publishable(packages: readonly WorkspacePackage[]): readonly WorkspacePackage[] {
  return packages.filter(({ folder, manifest }) => folder.startsWith("packages/") && !manifest.private);
}

const typed = z.looseObject({ types: z.string() });

const onlyFromSource = z.strictObject({ source: z.string() });

/** The specifiers that a package offers with types, and the declarations of each, from the package's folder. */
export function typedEntries({ name, exports }: Manifest): readonly (readonly [specifier: string, file: string])[] {
  return Object.entries(z.record(z.string(), z.unknown()).catch({}).parse(exports)).flatMap(([subpath, target]) => {
    const { data } = typed.safeParse(target);
    return data === undefined ? [] : [[name + subpath.slice(1), data.types.replace("./", "")] as const];
  });
}

/** The exports of a package by subpath, without those that have no build, which only this workspace can import. */
export function publishedExports({ exports }: Manifest): Readonly<Record<string, unknown>> {
  const targets = Object.entries(z.record(z.string(), z.unknown()).catch({}).parse(exports));
  return Object.fromEntries(targets.filter(([, target]) => !onlyFromSource.safeParse(target).success));
}

/**
 * The source files that a manifest leads to, from the package's folder: those it names (`src/x.ts`, in
 * an export, an import of its own, a script or a bin) and those whose build it names (`dist/x.js` is built from `src/x.ts`).
 */
export function entriesOf(manifest: Pick<Manifest, "exports" | "imports" | "bin" | "scripts">): readonly string[] {
  const text = JSON.stringify([manifest.exports, manifest.imports, manifest.bin, manifest.scripts]);
  const named = text.matchAll(/\b(?:src|dist)\/[\w./-]+?\.(?:tsx?|js)\b/g);
  const sources = [...named].map(([file]) => file.replace(/^dist\/(.*)\.js$/, "src/$1.ts"));
  return [...new Set(sources)].filter((file) => file.startsWith("src/"));
}
