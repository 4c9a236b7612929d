import type { Reporter, TestCase } from "vitest/node";
import { progressMark } from "./step.ts";

const minuteMs = 60_000;

/** Prints a line each minute in which tests ended, and each failed test at once. Hanging tests print nothing. */
export default class ProgressReporter implements Reporter {
  private readonly startedAt = performance.now();
  private ended = 0;
  private failed = 0;
  private printedAt = this.startedAt;

  onTestCaseResult(test: TestCase): void {
    const { state } = test.result();
    this.ended += 1;
    if (state === "failed") {
      this.failed += 1;
      this.print(`failed: ${test.module.relativeModuleId} > ${test.fullName}`);
    } else if (performance.now() - this.printedAt >= minuteMs) {
      this.printedAt = performance.now();
      const minutes = Math.round((this.printedAt - this.startedAt) / minuteMs);
      this.print(`${this.ended} tests ended, ${this.failed} failed, after ${minutes} min`);
    }
  }

  private print(text: string): void {
    process.stdout.write(`\n${progressMark}${text}\n`);
  }
}
