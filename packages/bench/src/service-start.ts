import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { onPostgres } from "./postgres-service.ts";
import { median } from "./rate.ts";
import { milliseconds, ratio, type Row } from "./report.ts";

interface Start {
  readonly ms: number;
  readonly bytes: number;
}

async function start(kind: string, where = ""): Promise<Start> {
  const began = performance.now();
  const child = fork(new URL("./started-service.ts", import.meta.url), [kind, where], {
    execArgv: ["--conditions=source"],
  });
  const [bytes] = (await once(child, "message")) as [number];
  const ms = performance.now() - began;
  child.kill("SIGKILL");
  await once(child, "exit");
  return { ms, bytes };
}

/** How long a service takes from the start of its process until it listens, and its memory then, on each store. */
export async function startServices(rounds: number): Promise<readonly Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "wonflow-bench-"));
  const [inMemory, embedded, onServer]: [Start[], Start[], Start[]] = [[], [], []];
  try {
    await onPostgres(async ({ url }) => {
      // The tables of a new database are made before anything is measured.
      await start("embedded", folder);
      for (let round = 0; round < rounds; round += 1) {
        inMemory.push(await start("memory"));
        embedded.push(await start("embedded", folder));
        onServer.push(await start("server", url));
      }
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const of = (started: readonly Start[]) => ({
    ms: median(started.map(({ ms }) => ms)),
    megabytes: median(started.map(({ bytes }) => bytes)) / 2 ** 20,
  });
  const first = of(inMemory);
  const row = (what: string, started: readonly Start[]): Row => {
    const { ms, megabytes } = of(started);
    return { what, measured: `${milliseconds(ms)}, ${megabytes.toFixed(0)} MB`, beside: ratio(ms, first.ms) };
  };
  return [row("on the memory store", inMemory), row("on an embedded database", embedded), row("on a server", onServer)];
}
