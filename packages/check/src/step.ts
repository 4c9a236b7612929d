import { spawn } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";

export interface Step {
  readonly title: string;
  readonly command: readonly [program: string, ...args: string[]];
  readonly env?: Readonly<Record<string, string>>;
  /**
   * After this time it is stopped, and has failed; ten minutes where left out. Each line of progress restarts it, so
   * that a slow machine takes as long as it needs.
   */
  readonly limitMs?: number;
}

const minuteMs = 60_000;

/** What a step prints behind this at the start of a line is its progress, which is shown at once. */
export const progressMark = "» ";

export interface Outcome {
  readonly ok: boolean;
  readonly output: string;
  readonly seconds: number;
}

// Colors are for terminals, and what is kept may be shown in a log.
const { FORCE_COLOR: _, ...inherited } = process.env;
/** The many processes of a check load the same modules, which are compiled once. */
const compiled = path.resolve(import.meta.dirname, "../../../node_modules/.cache/compiled");
const env = { ...inherited, NO_COLOR: "1", NODE_COMPILE_CACHE: compiled };

/** Runs a step and keeps what it prints. A step that hangs is stopped, or it would look like one that works. */
export async function runStep(step: Step, cwd: string): Promise<Outcome> {
  const { title, command, env: own, limitMs = 10 * minuteMs } = step;
  const [program, ...args] = command;
  const startedAt = performance.now();
  let output = "";
  const keep = (text: string) => {
    output += text;
  };
  const child = spawn(program, args, { cwd, env: { ...env, ...own }, stdio: ["ignore", "pipe", "pipe"] });
  const limit = setTimeout(() => {
    keep(`\nThe step “${title}” made no progress for ${limitMs / minuteMs} minutes, and was stopped.\n`);
    child.kill("SIGKILL");
  }, limitMs);
  child.stdout.setEncoding("utf8").on("data", keep);
  child.stderr.setEncoding("utf8").on("data", keep);
  child.on("error", ({ message }) => keep(`${message}\n`));
  createInterface(child.stdout).on("line", (line) => {
    if (!line.startsWith(progressMark)) return;
    limit.refresh();
    console.log(`  ${line.slice(progressMark.length)}`);
  });
  const code = await new Promise<number | null>((resolve) => {
    child.on("close", resolve);
    // A process that the step has started may outlive it and hold its output open.
    child.on("exit", (ended) => setTimeout(resolve, 1_000, ended));
  });
  clearTimeout(limit);
  child.stdout.destroy();
  child.stderr.destroy();
  return { ok: code === 0, output, seconds: (performance.now() - startedAt) / 1000 };
}
