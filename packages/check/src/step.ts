import { spawn } from "node:child_process";

/** One part of the check: commands that run one after the other, all of them even when one fails. */
export interface Step {
  readonly title: string;
  readonly commands: readonly (readonly [command: string, ...args: string[]])[];
}

/** How a step ended: `output` is everything its commands printed. */
export interface Outcome {
  readonly ok: boolean;
  readonly output: string;
  readonly seconds: number;
}

// Colours are for terminals, and what is kept may be shown in a log.
const { FORCE_COLOR: _, ...inherited } = process.env;
const env = { ...inherited, NO_COLOR: "1" };

/** Runs a step's commands in a folder and keeps what they print, so that a green step stays one line. */
export async function runStep(step: Step, cwd: string): Promise<Outcome> {
  const startedAt = performance.now();
  let ok = true;
  let output = "";
  for (const [command, ...args] of step.commands) {
    const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    const keep = (chunk: Buffer) => {
      output += chunk.toString("utf8");
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.on("error", (error) => {
      output += `${command}: ${error.message}\n`;
    });
    const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
    if (code !== 0) ok = false;
  }
  return { ok, output, seconds: (performance.now() - startedAt) / 1000 };
}
