import { execFile } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

interface RunningProcess {
  readonly id: number;
  readonly parent: number;
  /** `Z` for an ended process that its parent has not reaped. */
  readonly state: string;
  readonly command: string;
}

/** Kills a server's first process and its children, and waits until all of them are gone. */
export async function killServer(server: number): Promise<void> {
  // A stopped process starts no more children while they are listed.
  process.kill(server, "SIGSTOP");
  const children = await childrenOf(server);
  for (const { id } of children) kill(id);
  kill(server);
  const killed = new Set([server, ...children.map(({ id }) => id)]);
  while ((await processes()).some(({ id, state }) => killed.has(id) && !state.startsWith("Z"))) await pause(5);
}

/** Stops a server's processes for a while: it accepts connections and answers nothing. */
export async function hangServer(server: number, ms: number): Promise<void> {
  process.kill(server, "SIGSTOP");
  const stopped = [...(await childrenOf(server)).map(({ id }) => id), server];
  const signal = (name: NodeJS.Signals) => {
    for (const id of stopped) send(id, name);
  };
  const goOn = () => signal("SIGCONT");
  // Nothing that hangs stays behind this process.
  process.once("exit", goOn);
  signal("SIGSTOP");
  await pause(ms);
  goOn();
  process.off("exit", goOn);
}

/** Kills the process of a random session that came over TCP; the server then ends all others and recovers by itself. */
export async function killSession(server: number): Promise<void> {
  const sessions = (await childrenOf(server)).filter(({ command }) => / [\d.:a-f]+\(\d+\) /.test(command));
  const chosen = sessions[Math.floor(Math.random() * sessions.length)];
  if (chosen !== undefined) kill(chosen.id);
}

async function processes(): Promise<readonly RunningProcess[]> {
  const { stdout } = await run("ps", ["-A", "-ww", "-o", "pid=,ppid=,stat=,args="]);
  return stdout.split("\n").flatMap((line) => {
    const [, id, parent, state = "", command = ""] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    return id === undefined ? [] : [{ id: Number(id), parent: Number(parent), state, command }];
  });
}

async function childrenOf(id: number): Promise<readonly RunningProcess[]> {
  return (await processes()).filter(({ parent }) => parent === id);
}

const kill = (id: number) => send(id, "SIGKILL");

function send(id: number, signal: NodeJS.Signals): void {
  try {
    process.kill(id, signal);
  } catch {
    // The process has ended.
  }
}
