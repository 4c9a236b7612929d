import { describe, expect, test } from "vitest";
import { closingLine, tallyTests } from "./report.ts";

const file = (status: string, tests: number) => ({ status, assertionResults: Array.from({ length: tests }) });
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

  test("the closing line", () => {
    expect(closingLine({ passed: 12, failed: 0 })).toBe("12 passed, 0 failed");
  });
});
