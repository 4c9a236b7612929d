import path from "node:path/posix";
import { parseSync, Visitor, type Comment, type EcmaScriptModule, type Program, type VisitorObject } from "oxc-parser";
import type { Tree } from "../../src/tree.ts";

/** A parsed TypeScript or JavaScript file of a tree. */
export interface Source {
  readonly path: string;
  readonly text: string;
  readonly program: Program;
  readonly module: EcmaScriptModule;
  readonly comments: readonly Comment[];
}

/** A rule of this repository: everything in a tree that breaks it, each as `path:line what is wrong`. */
export type Rule = (tree: Tree) => readonly string[];

/** Something that has a place in its file, as every syntax node has. */
interface Placed {
  readonly start: number;
}

const parsed = new Map<string, Source>();

/** Every file with code, parsed once however many rules look at it. */
export function sourcesOf(tree: Tree): readonly Source[] {
  return [...tree].filter(([path]) => /\.(?:tsx?|mjs|js)$/.test(path)).map(([path, text]) => parse(path, text));
}

function parse(path: string, text: string): Source {
  const known = parsed.get(path);
  if (known?.text === text) return known;
  const { program, module, comments, errors } = parseSync(path, text);
  const [error] = errors;
  if (error !== undefined) throw new SyntaxError(`${path}: ${error.message}`);
  const source = { path, text, program, module, comments };
  parsed.set(path, source);
  return source;
}

export function visit(source: Source, visitor: VisitorObject): void {
  new Visitor(visitor).visit(source.program);
}

/** A violation, with its line. */
export function at(source: Source, { start }: Placed, problem: string): string {
  return `${source.path}:${source.text.slice(0, start).split("\n").length} ${problem}`;
}

/** Tests, and what only they use: `*.test.ts`, and a package's `test` folder. */
export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || /^(?:packages|examples)\/[^/]+\/test\//.test(path);
}

/** The sources of a package that are shipped or run, without its tests. */
export function isProduction(path: string): boolean {
  return /^packages\/[^/]+\/src\//.test(path) && !isTest(path);
}

/** The folder of the package that a file belongs to, such as `packages/core`. */
export function packageFolder(path: string): string | undefined {
  return /^(?:packages|examples)\/[^/]+(?=\/)/.exec(path)?.[0];
}

/** An import of any form: a statement, a re-export, `import()` of a value, `import("…")` of a type. */
export interface Import {
  readonly start: number;
  /** The imported name; undefined when the program computes it. */
  readonly specifier: string | undefined;
}

export function importsOf(source: Source): readonly Import[] {
  const imports: Import[] = [];
  const keep = (start: number, specifier: string | undefined) => imports.push({ start, specifier });
  visit(source, {
    ImportDeclaration: ({ start, source: { value } }) => keep(start, value),
    ExportAllDeclaration: ({ start, source: { value } }) => keep(start, value),
    ExportNamedDeclaration: ({ start, source: from }) => {
      if (from !== null) keep(start, from.value);
    },
    TSImportType: ({ start, source: { value } }) => keep(start, value),
    ImportExpression: ({ start, source: from }) => {
      keep(start, from.type === "Literal" && typeof from.value === "string" ? from.value : undefined);
    },
  });
  return imports;
}

export function isRelative(specifier: string): boolean {
  return specifier === "." || specifier === ".." || /^\.{1,2}\//.test(specifier);
}

/** The path in the tree that a relative import leads to. */
export function resolve(from: string, specifier: string): string {
  return path.join(path.dirname(from), specifier.replace(/\?.*$/, ""));
}
