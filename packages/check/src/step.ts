import { spawn } from "node:child_process";
import path from "node:path";

export interface Step {
  readonly title: string;
  readonly command: readonly [program: string, ...args: string[]];
  readonly env?: Readonly<Record<string, string>>;
  /** After this time it is stopped, and has failed; ten minutes where left out. */
  readonly limitMs?: number;
}

const minuteMs = 60_000;

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
  child.stdout.setEncoding("utf8").on("data", keep);
  child.stderr.setEncoding("utf8").on("data", keep);
  child.on("error", ({ message }) => keep(`${message}\n`));
  const limit = setTimeout(() => {
    keep(`\nThe step “${title}” had not ended after ${limitMs / minuteMs} minutes, and was stopped.\n`);
    child.kill("SIGKILL");
  }, limitMs);
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
