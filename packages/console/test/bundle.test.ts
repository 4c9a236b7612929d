import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { createConsole } from "../src/index.ts";

/** The console's whole script with its plots, and its style sheet. */
const mostBytes = 90 * 1024;

test("script and style sheet weigh at most 90 KB together, compressed", async () => {
  const { files } = await createConsole();
  const bytes = files.map(({ text }) => gzipSync(text, { level: 9 }).length);
  expect(bytes.reduce((sum, each) => sum + each)).toBeLessThan(mostBytes);
});

test("the script names the licenses of what it holds", async () => {
  const [script] = (await createConsole()).files;
  expect(script?.text).toMatch(/^\/\*! Preact, Copyright .* uPlot, Copyright .* MIT License/);
});
