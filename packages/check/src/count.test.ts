import { expect, test } from "vitest";
import { countLines, kindOf, report } from "./count.ts";

test.for([
  ["", 1],
  ["one\ntwo\n", 2],
  ["one\n\ntwo", 3],
  ["x".repeat(120), 1],
  ["x".repeat(121), 2],
  [`short\n${"x".repeat(241)}\n`, 4],
] as const)("%j is as many lines as it would be at 120 columns: %i", ([text, lines]) => {
  expect(countLines(text)).toBe(lines);
});

test.for([
  ["packages/core/src/money/fee.ts", "source"],
  ["packages/core/src/money/fee.test.ts", "tests"],
  ["packages/core/test/sample.ts", "tests"],
  ["examples/shop/src/start.ts", "examples"],
  ["examples/shop/test/shop.browser.test.ts", "tests"],
  ["packages/create-wonflow/template/node/src/server.ts", "examples"],
  ["examples/shop/README.md", "docs"],
  ["docs/ko/webhook.md", "docs"],
  ["docs/errors.md", undefined],
  ["packages/core/api.md", undefined],
  ["packages/core/CHANGELOG.md", undefined],
  [".changeset/shops.md", undefined],
  ["packages/client/src/interface.generated.ts", undefined],
  ["pnpm-lock.yaml", undefined],
  ["docs/benchmarks.svg", undefined],
] as const)("%s counts as %s", ([file, kind]) => {
  expect(kindOf(file)).toBe(kind);
});

test("source files are measured too", () => {
  const file = (lines: number) => "x\n".repeat(lines);
  const files = new Map([
    ["packages/a/src/short.ts", file(10)],
    ["packages/a/src/middle.ts", file(30)],
    ["packages/a/src/long.ts", file(100)],
    ["packages/a/src/long.test.ts", file(7)],
  ]);
  expect(report(files)).toBe(
    [
      "source        3 files      140 lines",
      "tests         1 files        7 lines",
      "docs          0 files        0 lines",
      "examples      0 files        0 lines",
      "total         4 files      147 lines",
      "source files: median 30 lines, longest 100, 1 under 25, 2 under 40",
    ].join("\n"),
  );
});
