import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = new URL("../../../", import.meta.url);

/** From source; with an embedded database that is quick to start rather than quick to run. */
const nodeFlags = ["--conditions=source", "--liftoff-only"];

const wonflow = fileURLToPath(new URL("packages/wonflow/src/cli.ts", root));
const emulator = fileURLToPath(new URL("packages/nice-emulator/src/cli.ts", root));

/** Nothing else of this shell: a DATABASE_URL in it is another service's. */
function environmentWith(settings: Readonly<Record<string, string>>) {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { PATH, NODE_COMPILE_CACHE, ...settings };
}

/** Runs the emulated gateway; answers its address once it listens. */
export async function startGateway(account: string): Promise<{ readonly url: string; readonly child: ChildProcess }> {
  const child = spawn(process.execPath, [...nodeFlags, emulator, "--account", account], {
    env: environmentWith({}),
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (data) => (output += String(data)));
  while (!output.endsWith("\n")) {
    await Promise.race([once(child.stdout, "data"), once(child, "exit")]);
    if (child.exitCode !== null) throw new Error("the emulated gateway ended");
  }
  return { url: /http:\S+/.exec(output)?.[0] ?? "", child };
}

/** Runs a command of `wonflow`, and returns the JSON that it prints. */
export async function runCommand(
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<unknown> {
  const command = [...nodeFlags, wonflow, ...args, "--json"];
  const { stdout } = await promisify(execFile)(process.execPath, command, { env: environmentWith(settings) });
  return JSON.parse(stdout);
}

/** Runs `wonflow start`; answers once it takes requests at `url`. */
export async function startService(url: string, settings: Readonly<Record<string, string>>): Promise<ChildProcess> {
  const child = spawn(process.execPath, [...nodeFlags, wonflow, "start"], {
    env: environmentWith(settings),
    stdio: "inherit",
  });
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error("wonflow start ended");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return child;
}

/** Ends a process as Ctrl-C does, and waits for that. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}
