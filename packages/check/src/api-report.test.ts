import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { apiReports } from "./api-report.ts";
import { packagesOf } from "./workspace.ts";

const manifest = (name: string, subpaths: readonly string[]) => {
  const exports = Object.fromEntries(subpaths.map((at) => [at, { types: `./dist/${path.basename(at)}.d.ts` }]));
  return JSON.stringify({ name, engines: {}, exports: { ...exports, ".": { types: "./dist/index.d.ts" } } });
};

/** A shop that sells what another package grows. */
const built: Readonly<Record<string, string>> = {
  "packages/garden/package.json": manifest("garden", []),
  "packages/garden/dist/index.d.ts": `export interface Leaf { readonly weight: number }`,
  "packages/shop/package.json": manifest("shop", ["./global"]),
  "packages/shop/dist/index.d.ts": `
    export { sell, type Tea as Drink } from "./tea.ts";
    export type { Leaf } from "garden";
    export declare const kinds: readonly ["green", "black"];
    export declare const order: z.ZodObject<{ kind: z.ZodEnum<{ green: "green" }>; cups: z.ZodOptional<z.ZodInt> }, z.core.$strip>;`,
  "packages/shop/dist/global.d.ts": `declare global { var shop: string } export {};`,
  "packages/shop/dist/tea.d.ts": `
    import type { Leaf } from "garden";
    /** It can't be named outside. */
    interface Cup { readonly size: Size }
    export type Size = "small" | "large";
    export interface Unsold { readonly never: true }
    /** What is drunk. */
    export interface Tea { /** In it. */ readonly leaf: Leaf }
    export declare function sell(tea: Tea): Cup;
    export declare function sell(tea: Tea, cups: number): Cup[];`,
};

function reportsOf(files: Readonly<Record<string, string>>) {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), "wonflow-api-")));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  mkdirSync(path.join(root, "node_modules"));
  symlinkSync(path.join(root, "packages/garden"), path.join(root, "node_modules/garden"));
  const packages = packagesOf(new Map(Object.entries(files)));
  const reports = apiReports(root, packages);
  return packages.map((one) => reports.of(one));
}

test("a report has each entry by name, what another package declares by its name alone, and what is only reached", () => {
  const [garden, shop] = reportsOf(built);
  expect(garden).toContain("export interface Leaf {\n    readonly weight: number;\n}");
  expect(shop).toBe(`# What shop makes public

<!-- Printed from the declarations by \`pnpm print:api\`. -->

## shop/global

\`\`\`ts
global {
    var shop: string;
}
\`\`\`

## shop

\`\`\`ts
export interface Tea {
    readonly leaf: Leaf;
} // as Drink
export const kinds: readonly ["green", "black"];
export const order: schema of { kind: "green"; cups?: number };
export function sell(tea: Tea): Cup;
export function sell(tea: Tea, cups: number): Cup[];
export { Leaf } from "garden";
\`\`\`

## Not exported, but part of it

\`\`\`ts
interface Cup {
    readonly size: Size;
}
type Size = "small" | "large";
\`\`\`
`);
});

test("an entry without declarations is no empty report", () => {
  const { "packages/shop/dist/global.d.ts": _, ...lacking } = built;
  expect(() => reportsOf(lacking)).toThrow("packages/shop/dist/global.d.ts is not built");
});
