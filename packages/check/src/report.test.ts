import path from "node:path";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { describe, expect, onTestFinished, test } from "vitest";
import { filesOfCrashedEngine, closingLine, leftOut, slowestFiles, tallyTests, withoutFiles } from "./report.ts";

const file = (status: string, tests: number, seconds = 1) => ({
  name: `/project/packages/a/src/${seconds}.test.ts`,
  status,
  startTime: 10_000,
  endTime: 10_000 + seconds * 1_000,
  assertionResults: Array.from({ length: tests }, () => ({ status })),
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

  test("a file that a later run reports of counts there", () => {
    const crashed = { ...file("failed", 0, 9), assertionResults: [{ status: "passed" }, { status: "pending" }] };
    const rest = withoutFiles(report(4, 0, [file("passed", 3), crashed]), [crashed.name]);
    expect(tallyTests(rest, true)).toEqual({ passed: 3, failed: 0 });
    expect(withoutFiles(undefined, [])).toBeUndefined();
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

  test("the tests that need a cluster, a program or containers are reported as left out if there is none", () => {
    const citus = expect.stringMatching(/Citus were not run.*pnpm citus --url URL/);
    const promtool = expect.stringMatching(/alert rules were not run.*package prometheus/);
    const image = expect.stringMatching(/image were not run.*pnpm image/);
    expect(leftOut({})).toEqual([citus, promtool, image]);
    const cluster = { WONFLOW_TEST_CITUS_URL: "postgres://there/wonflow" };
    expect(leftOut({ ...cluster, PATH: "/nowhere", WONFLOW_TEST_IMAGE: "on" })).toEqual([promtool]);
    const folder = mkdtempSync(path.join(tmpdir(), "wonflow-promtool-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(path.join(folder, "promtool"), "");
    expect(leftOut({ ...cluster, PATH: `/nowhere${path.delimiter}${folder}` })).toEqual([image]);
  });

  test("the closing line", () => {
    expect(closingLine({ passed: 12, failed: 0 })).toBe("12 passed, 0 failed");
  });
});

describe("a worker that exits", () => {
  const exited = (signal: string, name = "a") =>
    `Caused by: Error: Worker exited unexpectedly with signal ${signal} during started state while running test file /project/${name}.test.ts\n`;
  const closing = (errors: number) =>
    ` Test Files  450 passed (455)\n     Errors  ${errors} error${errors === 1 ? "" : "s"}\n`;

  test.each([
    ["by a crash of Node.js", exited("SIGTRAP") + closing(1), ["/project/a.test.ts"]],
    ["twice", exited("SIGSEGV") + exited("SIGILL", "b") + closing(2), ["/project/a.test.ts", "/project/b.test.ts"]],
    ["as it was killed", exited("SIGKILL") + closing(1), []],
    ["for want of memory", exited("SIGABRT") + closing(1), []],
    ["beside another error", exited("SIGTRAP") + closing(2), []],
    ["without a count of errors", exited("SIGTRAP"), []],
    ["never", closing(0), []],
  ])("%s", (_, printed, files) => {
    expect(filesOfCrashedEngine(printed)).toEqual(files);
  });
});
