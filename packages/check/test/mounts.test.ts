import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../../..");
const page = readFileSync(path.join(root, "docs/mounts.md"), "utf8");

const linesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** Each block of code of the page that says which file it is from. */
const quotes = [...page.matchAll(/[Ff]rom \[[^\]]*\]\(\.\.\/([^)]+)\)[^\n]*\n\n```ts\n([^]*?)^```$/gm)].map(
  ([, file = "", code = ""]) => [decodeURI(file), linesOf(code)] as const,
);

/** The lines of a quote that a file does not have, in its order. */
function missing(quote: readonly string[], text: string): readonly string[] {
  const lines = linesOf(text);
  let next = 0;
  return quote.filter((line) => {
    const found = lines.indexOf(line, next);
    if (found >= 0) next = found + 1;
    return found < 0;
  });
}

test("a line that is not in a file, or not in this place, is reported", () => {
  expect(missing(["a", "c"], "a\n b\n  c")).toEqual([]);
  expect(missing(["c", "a", "d"], "a\n b\n  c")).toEqual(["a", "d"]);
});

test("every file that Next.js needs is quoted, and every framework has its lines", () => {
  expect(quotes.map(([file]) => path.relative("examples/next", file))).toEqual([
    "app/payments.ts",
    "app/pay/[...path]/route.ts",
    "instrumentation.ts",
    "next.config.ts",
  ]);
  const sections = page.split(/^## /m).filter((section) => section.includes("```ts\n"));
  expect(sections.map((section) => section.split("\n", 1)[0])).toEqual([
    "Express 5",
    "node:http",
    "Fastify 5",
    "Hono",
    "Next.js 16",
    "Your own framework",
  ]);
});

test.each(quotes)("the lines from %s match the example, and a module is quoted whole", (file, quote) => {
  const text = readFileSync(path.join(root, file), "utf8");
  expect(missing(quote, text)).toEqual([]);
  if (quote.length > 1) expect(quote).toEqual(linesOf(text));
});

test("Express is mounted as the program of docs/embedding.md has it", () => {
  const lines = /^## Express 5\n[^]*?^```ts\n([^]*?)^```$/m.exec(page)?.[1] ?? "";
  expect(linesOf(lines)).not.toEqual([]);
  expect(missing(linesOf(lines), readFileSync(path.join(root, "docs/embedding.md"), "utf8"))).toEqual([]);
});

/** The folder that create-wonflow copies into a project. */
const template = path.join(root, "packages/create-wonflow/template");
const copied = (file: string) => readFileSync(path.join(template, file), "utf8");

/** The lines of a program that mount the service, and start and stop it. */
const mountingLines = (text: string) =>
  linesOf(text).filter((line) =>
    /\b(?:handler|listener|checkMount|hijack)\b|"\/pay\b|\bpay[.(]|_body, done\) => done\(null\)\);|SIGINT|\bstop\b/.test(
      line.replace(/^(?:import|const url).*/, ""),
    ),
  );

test.each([
  ["express", "docs/embedding.md", /^\/\/ The web[^\n]*\n([^]*?)^```$/m],
  ["fastify", "docs/mounts.md", /^## Fastify 5\n[^]*?^```ts\n([^]*?)^```$/m],
  ["hono", "docs/mounts.md", /^## Hono\n[^]*?^```ts\n([^]*?)^```$/m],
  ["http", "docs/mounts.md", /^## node:http\n[^]*?^```ts\n([^]*?)^```$/m],
])("a created project mounts the service on %s with the lines of %s", (framework, file, block) => {
  const [, code = ""] = block.exec(readFileSync(path.join(root, file), "utf8")) ?? [];
  const lines = mountingLines(code);
  expect(lines.length).toBeGreaterThanOrEqual(3);
  expect(mountingLines(copied(`node/src/server.${framework}.ts`))).toEqual(lines);
});

test("a created project on Next.js has the example's files, its own folder for payments, and its own secret", () => {
  const example = (file: string) => readFileSync(path.join(root, "examples/next", file), "utf8");
  const route = "app/pay/[...path]/route.ts";
  expect(copied(`next/${route}`)).toBe(example(route));
  const own = 'const place = { dataDir: ".wonflow" };\n';
  const payments = example("app/payments.ts")
    .replace(/^const dataDir =[^]*?^const place = .*\n/m, own)
    .replace("  developmentSecret,\n", "")
    .replace(" ?? (await developmentSecret({ dataDir })),", ", // in .env; the database keeps to it");
  expect(payments).toContain(own);
  expect(copied("next/app/payments.ts")).toBe(payments);
});
