import { spawn } from "node:child_process";
import path from "node:path";

/** One part of the check. */
export interface Step {
  readonly title: string;
  readonly command: readonly [program: string, ...args: string[]];
  /** What it has in its environment beside what all have. */
  readonly env?: Readonly<Record<string, string>>;
}

/** How a step ended: `output` is everything it printed. */
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

/** Runs a step in a folder and keeps what it prints, so that a green step stays one line. */
export async function runStep({ command: [program, ...args], env: own }: Step, cwd: string): Promise<Outcome> {
  const startedAt = performance.now();
  let output = "";
  const keep = (text: string) => {
    output += text;
  };
  const child = spawn(program, args, { cwd, env: { ...env, ...own }, stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.setEncoding("utf8").on("data", keep);
  child.stderr.setEncoding("utf8").on("data", keep);
  child.on("error", ({ message }) => keep(`${message}\n`));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { ok: code === 0, output, seconds: (performance.now() - startedAt) / 1000 };
}
