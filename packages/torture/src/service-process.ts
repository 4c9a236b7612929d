import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const programs = join(import.meta.dirname, "../../wonflow/node_modules/.cache/programs");

/** The command as `packages/check/src/programs.ts` has bundled it. */
const commandProgram = join(programs, "cli.mjs");

/** A service that accepts requests and does due work with stale reads: the control of the histories. */
export const staleProgram = join(programs, "stale-service.mjs");

/** The command that answers “refused” to approvals in the window whose outcome is unknown: the control over a gateway. */
export const refusingProgram = join(programs, "refusing-window.mjs");

/** The command with an additional migration: the version after this one. */
export const nextProgram = join(programs, "next-version.mjs");

export const serviceSecret = "the-secret-of-all-processes-of-a-round";

/** A process of the service that is restarted whenever it ends, as by a supervisor. */
export interface ServiceProcess {
  /** Where it accepts requests; undefined while it does not run, and for one that accepts none. */
  readonly url: () => string | undefined;
  /** Resolves when it runs for the first time. */
  readonly started: Promise<void>;
  /** How often it was started, including restarts. */
  readonly starts: () => number;
  /** Kills it with SIGKILL; false if it was not running. */
  kill(): boolean;
  /**
   * Ends it with SIGTERM, as a deploy does, and restarts it with these settings and this program. Resolves when it runs
   * again.
   */
  replace(change: Change): Promise<void>;
  /** Kills it without a restart. */
  end(): Promise<void>;
  /** The end of its output, with its notices. */
  readonly output: () => string;
}

interface Change {
  readonly settings?: Readonly<Record<string, string>>;
  readonly program?: string;
}

/** After this many starts without success a process is reported as failed. */
const firstRuns = 5;

const running = new Set<ChildProcess>();

/** Ends all started processes with this one, unless this one is killed with SIGKILL. */
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** The commands that run the service: `serve` accepts requests, `work` does due work, `start` does both. */
export type ServiceCommand = "serve" | "work" | "start";

export type ServiceSettings = Readonly<Record<"DATABASE_URL" | "WONFLOW_DATA", string> & Record<string, string>>;

/** The sum of all starts, which grows if a process has ended. */
export function startsOf(services: readonly ServiceProcess[]): number {
  return services.reduce((sum, { starts }) => sum + starts(), 0);
}

const mostReplacingMs = 60_000;

function environmentOf(settings: ServiceSettings) {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const usual = { PORT: "0", WONFLOW_MODE: "development", WONFLOW_SECRET: serviceSecret };
  return { PATH, NODE_COMPILE_CACHE, ...usual, ...settings };
}

/** Runs a command line of the service to its end. */
export async function runCommand(
  args: readonly string[],
  settings: ServiceSettings,
  program: string = commandProgram,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(process.execPath, ["--liftoff-only", program, ...args], {
    env: environmentOf(settings),
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += String(text)));
  const [code] = (await once(child, "close")) as [number | null];
  running.delete(child);
  return { code, output };
}

/** Runs a command as a process in development whose test mode has the sandbox, unless the settings say otherwise. */
export function runService(
  command: ServiceCommand,
  settings: ServiceSettings,
  program: string = commandProgram,
): ServiceProcess {
  let what = { program, env: environmentOf(settings) };
  const { promise: started, resolve: onStarted, reject: onFailed } = Promise.withResolvers<void>();
  let child: ChildProcess | undefined;
  let url: string | undefined;
  let output = "";
  let isOver = false;
  let runs = 0;

  async function runOnce(): Promise<void> {
    const process_ = spawn(process.execPath, ["--liftoff-only", what.program, command, "--json"], {
      env: what.env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    child = process_;
    running.add(process_);
    let printed = "";
    for (const stream of [process_.stdout, process_.stderr]) {
      stream.on("data", (text) => (output = (output + String(text)).slice(-20_000)));
    }
    process_.stdout.on("data", (text) => {
      printed += String(text);
      const [, found] = /"url": ?"(http:[^"]+)"/.exec(printed) ?? [];
      if (found === undefined) return;
      url = found;
      onStarted();
    });
    await once(process_, "exit");
    running.delete(process_);
    url = undefined;
  }

  async function keepRunning(): Promise<void> {
    while (!isOver) {
      runs += 1;
      await runOnce();
      if (runs === firstRuns) onFailed(new Error(`wonflow ${command} does not start:\n${output}`));
      // Without a database it ends at once.
      if (!isOver) await pause(100);
    }
  }

  const over = keepRunning();
  return {
    url: () => (command === "work" ? undefined : url),
    started,
    starts: () => runs,
    kill: () => child?.kill("SIGKILL") ?? false,
    async replace(change) {
      const before = runs;
      what = { program: change.program ?? what.program, env: { ...what.env, ...change.settings } };
      child?.kill("SIGTERM");
      for (let waited = 0; runs === before || url === undefined; waited += 20) {
        if (waited > mostReplacingMs) throw new Error(`wonflow ${command} does not restart:\n${output}`);
        await pause(20);
      }
    },
    async end() {
      isOver = true;
      child?.kill("SIGKILL");
      await over;
    },
    output: () => output,
  };
}

/** Waits until the condition holds, for two minutes at most; the caller checks it again. */
export async function until(isSo: () => boolean): Promise<void> {
  for (let waited = 0; !isSo() && waited < 120_000; waited += 50) await pause(50);
}
