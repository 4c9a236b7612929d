import path from "node:path/posix";
import { visit, type Source } from "./source.ts";

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
