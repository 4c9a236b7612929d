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
const quotes = [...page.matchAll(/^From \[[^\]]*\]\(\.\.\/([^)]+)\)[^\n]*\n\n```ts\n([^]*?)^```$/gm)].map(
  ([, file = "", code = ""]) => [decodeURI(file), linesOf(code)] as const,
);

/** The lines of a quote that do not stand in a text, in its order. */
function missing(quote: readonly string[], text: string): readonly string[] {
  const lines = linesOf(text);
  let next = 0;
  return quote.filter((line) => {
    const found = lines.indexOf(line, next);
    if (found >= 0) next = found + 1;
    return found < 0;
  });
}

test("a line that is not in a file, or not in this place, is told", () => {
  expect(missing(["a", "c"], "a\n b\n  c")).toEqual([]);
  expect(missing(["c", "a", "d"], "a\n b\n  c")).toEqual(["a", "d"]);
});

test("every framework's mount is quoted", () => {
  expect(new Set(quotes.map(([file]) => file.split("/")[1]))).toEqual(
    new Set(["embed", "express", "fastify", "hono", "next"]),
  );
});

test.each(quotes)("the lines from %s are the example's own, at most ten", (file, quote) => {
  expect(missing(quote, readFileSync(path.join(root, file), "utf8"))).toEqual([]);
  expect(quote.length).toBeLessThanOrEqual(10);
});
