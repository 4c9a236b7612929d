import { describe, expect, test } from "vitest";
import { closingLine, leftOut, slowestFiles, tallyTests } from "./report.ts";

const file = (status: string, tests: number, seconds = 1) => ({
  name: `/project/packages/a/src/${seconds}.test.ts`,
  status,
  startTime: 10_000,
  endTime: 10_000 + seconds * 1_000,
  assertionResults: Array.from({ length: tests }),
});
const report = (passed: number, failed: number, files = [file("passed", passed)]) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  testResults: files,
});

describe("the tally of a test run", () => {
  test.each([
    ["all passed", report(3, 0), true, { passed: 3, failed: 0 }],
    ["a failed test", report(2, 1, [file("failed", 3)]), false, { passed: 2, failed: 1 }],
    ["a file that did not load", report(2, 0, [file("failed", 0)]), false, { passed: 2, failed: 1 }],
    ["an error outside of any test", report(2, 0), false, { passed: 2, failed: 1 }],
    ["no report at all", undefined, false, { passed: 0, failed: 1 }],
  ])("%s", (_, input, runOk, expected) => {
    expect(tallyTests(input, runOk)).toEqual(expected);
  });

  test("the five slowest files, the slowest first", () => {
    const files = [3, 70.04, 1, 9.96, 12, 2].map((seconds) => file("passed", 1, seconds));
    expect(slowestFiles(report(6, 0, files), "/project")).toEqual([
      "   70.0 s  packages/a/src/70.04.test.ts",
      "   12.0 s  packages/a/src/12.test.ts",
      "   10.0 s  packages/a/src/9.96.test.ts",
      "    3.0 s  packages/a/src/3.test.ts",
      "    2.0 s  packages/a/src/2.test.ts",
    ]);
    expect(slowestFiles(undefined, "/project")).toEqual([]);
  });

  test("the tests on Citus are said to be left out where no cluster is named", () => {
    expect(leftOut({})).toEqual([expect.stringMatching(/Citus were not run.*pnpm citus --url URL/)]);
    expect(leftOut({ WONFLOW_TEST_CITUS_URL: "postgres://there/wonflow" })).toEqual([]);
  });

  test("the closing line", () => {
    expect(closingLine({ passed: 12, failed: 0 })).toBe("12 passed, 0 failed");
  });
});
