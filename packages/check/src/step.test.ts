import { describe, expect, test, vi } from "vitest";
import { runStep } from "./step.ts";

describe("a step", () => {
  test.each([
    ["that ends well", ["node", "-e", "console.log('원'); console.error('won')"], true, /^원\nwon\n$/],
    ["that says no", ["node", "-e", "console.log(1); process.exitCode = 2"], false, /^1\n$/],
    ["that is killed", ["node", "-e", "process.kill(process.pid)"], false, /^$/],
    ["that is not there", ["wonflow-no-such-program"], false, /ENOENT/],
  ] as const)("%s", async (title, command, ok, output) => {
    const outcome = await runStep({ title, command }, import.meta.dirname);
    expect(outcome).toMatchObject({ ok, output: expect.stringMatching(output) });
  });

  test("that hangs is stopped, has failed, and is named", async () => {
    const hanging = "console.log('begins'); require('node:child_process').spawn('sleep', ['30'], { stdio: 'inherit' })";
    const step = { title: "tests", command: ["node", "-e", hanging], limitMs: 3_000 } as const;
    const { ok, output, seconds } = await runStep(step, import.meta.dirname);
    expect(ok).toBe(false);
    expect(output).toBe("begins\n\nThe step “tests” made no progress for 0.05 minutes, and was stopped.\n");
    expect(seconds).toBeLessThan(20);
  });

  test("that makes progress is not stopped, and its progress is shown while it runs", async () => {
    const shown = vi.spyOn(console, "log").mockReturnValue();
    const slow =
      "let n = 0; const timer = setInterval(() => { console.log('» ' + ++n); if (n === 8) clearInterval(timer); }, 500)";
    const { ok } = await runStep(
      { title: "tests", command: ["node", "-e", slow], limitMs: 3_000 },
      import.meta.dirname,
    );
    const lines = shown.mock.calls.map(([line]: unknown[]) => line);
    shown.mockRestore();
    expect(ok).toBe(true);
    expect(lines).toEqual(["  1", "  2", "  3", "  4", "  5", "  6", "  7", "  8"]);
  });
});
