import { createHash } from "node:crypto";
import { globSync, readFileSync, realpathSync } from "node:fs";
import { createRequire, findPackageJSON } from "node:module";
import path from "node:path";
import { transform } from "esbuild";
import type { Plugin, RollupOptions } from "rollup";
import { minify } from "terser";

const target = "es2020";

/** TypeScript to JavaScript of that target; the compiler writes the declarations beside it. */
const typescript: Plugin = {
  name: "typescript",
  transform: async (code, id) => {
    if (!/\.tsx?$/.test(id)) return null;
    const tsconfigRaw = { compilerOptions: { useDefineForClassFields: false, verbatimModuleSyntax: true } };
    const markup = { jsx: "automatic", jsxImportSource: "preact" } as const;
    const loader = id.endsWith("x") ? "tsx" : "ts";
    return transform(code, { loader, target, tsconfigRaw, ...markup, sourcefile: id, sourcemap: true });
  },
};

interface WorkspaceManifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, { readonly source: string }>>;
}

/** Finds the source of a package of this workspace, so that a script needs no other package built before. */
const ofWorkspace: Plugin = {
  name: "of-workspace",
  resolveId(source, importer) {
    if (importer === undefined || !source.startsWith("@wonflow/")) return null;
    const manifest = findPackageJSON(source, importer);
    if (manifest === undefined) return null;
    const { name, exports } = JSON.parse(readFileSync(manifest, "utf8")) as WorkspaceManifest;
    const entry = exports[source.replace(name, ".")];
    return entry === undefined ? null : realpathSync(path.join(path.dirname(manifest), entry.source));
  },
};

/** Finds a file that is imported by its package's name: the package's `module`, or the file that Node.js would take. */
const installed: Plugin = {
  name: "installed",
  resolveId(source, importer) {
    if (importer === undefined || !/^@?\w/.test(source) || path.isAbsolute(source)) return null;
    const { resolve } = createRequire(importer);
    if (/^(?:@[^/]+\/)?[^/]+\/./.test(source)) return resolve(source);
    const manifest = resolve(`${source}/package.json`);
    const { module } = JSON.parse(readFileSync(manifest, "utf8")) as { readonly module?: string };
    return module === undefined ? resolve(source) : path.join(path.dirname(manifest), module);
  },
};

const smallest: Plugin = {
  name: "smallest",
  renderChunk: async (code) => {
    const { code: small } = await minify(code, { ecma: 2020, compress: { passes: 3 } });
    return small === undefined ? null : { code: small, map: null };
  },
};

const hashOf = (script: string) => createHash("sha384").update(script).digest("base64");

/** Every version that was ever released, by its number: `released/1.0.0.txt` is never written again. */
function releasedIn(folder: string) {
  const released = globSync("*.*.*.txt", { cwd: folder }).toSorted();
  return Object.fromEntries(
    released.map((file) => {
      const script = readFileSync(path.join(folder, file), "utf8");
      return [path.basename(file, ".txt"), { script, integrity: `sha384-${hashOf(script)}` }];
    }),
  );
}

/** Writes a module beside the script that holds its text, so that a server needs no file system to serve it. */
function asModule(folder: string, { module: fileName, version }: BrowserScript): Plugin {
  return {
    name: "as-module",
    generateBundle(_, bundle) {
      const [chunk] = Object.values(bundle);
      if (chunk?.type !== "chunk") throw new Error(`${fileName}: the script is not one file`);
      const hash = hashOf(chunk.code);
      const exported = {
        script: chunk.code,
        integrity: `sha384-${hash}`,
        etag: `"${hash}"`,
        ...(version === undefined ? {} : { version, released: releasedIn(path.join(folder, "released")) }),
      };
      const lines = Object.entries(exported).map(
        ([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`,
      );
      this.emitFile({ type: "asset", fileName, source: lines.join("") });
    },
  };
}

interface BrowserScript {
  readonly input: string;
  /** The global that holds what the source exports; without it the script leaves nothing behind. */
  readonly global?: string;
  readonly file: string;
  /** A module in `dist` that exports `script`, the text of that file, with its `integrity` and `etag`. */
  readonly module: string;
  /** A comment that stays at the script's beginning, `/*! … *\/`: the licenses of the packages in it. */
  readonly banner?: string;
  /** Where pages may ask for one version: that module then has the `version`, and those in the folder `released`. */
  readonly version?: string;
}

/**
 * The rollup options of one classic script for a page, minified.
 *
 * @example
 * export default [browserScript(import.meta.dirname, { input: "./src/page.ts", file: "page.js", module: "script.js" })];
 */
export function browserScript(folder: string, wanted: BrowserScript): RollupOptions {
  const { input, global, file, banner } = wanted;
  return {
    input: path.join(folder, input),
    plugins: [ofWorkspace, installed, typescript, smallest, asModule(folder, wanted)],
    // A module of another package is left out unless something that it exports is used.
    treeshake: { moduleSideEffects: (id) => id.startsWith(`${folder}${path.sep}`) },
    output: {
      file: path.join(folder, "dist", file),
      format: "iife",
      ...(banner === undefined ? {} : { banner }),
      ...(global === undefined ? {} : { name: global }),
    },
  };
}

/** The rollup options of modules for bundlers: not minified, so that they are readable without a map. */
export function browserModules(folder: string, inputs: readonly string[]): RollupOptions {
  return {
    input: inputs.map((input) => path.join(folder, input)),
    plugins: [typescript],
    output: { dir: path.join(folder, "dist"), format: "es", chunkFileNames: "[name].js" },
    // A module of types alone is empty.
    onwarn: (warning, warn) => {
      if (warning.code !== "EMPTY_BUNDLE") warn(warning);
    },
  };
}
