import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onPostgres } from "./postgres-service.ts";
import { median, milliseconds, ratio, type Row } from "./report.ts";

interface Start {
  readonly ms: number;
  readonly bytes: number;
  /** After the payments. */
  readonly bytesLater: number;
}

const payments = 1_000;

/** As the example shop starts its service. */
const ofNpmStart = ["--liftoff-only", "--max-semi-space-size=4"];

async function start(kind: string, where = "", flags: readonly string[] = []): Promise<Start> {
  const began = performance.now();
  const child = fork(new URL("./started-service.ts", import.meta.url), [kind, where], {
    execArgv: ["--conditions=source", ...flags],
  });
  const [bytes] = (await once(child, "message")) as [number];
  const ms = performance.now() - began;
  child.send(payments);
  const [bytesLater] = (await once(child, "message")) as [number];
  child.kill("SIGKILL");
  await once(child, "exit");
  return { ms, bytes, bytesLater };
}

/** How long a service takes from the start of its process until it listens, and its memory then and later. */
export async function startServices(rounds: number): Promise<readonly Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "wonflow-bench-"));
  const started = new Map<string, Start[]>();
  const measure = async (what: string, ...how: Parameters<typeof start>) => {
    started.set(what, [...(started.get(what) ?? []), await start(...how)]);
  };
  try {
    await onPostgres(async ({ url }) => {
      // The tables of a new database are made before anything is measured.
      await start("embedded", folder);
      for (let round = 0; round < rounds; round += 1) {
        await measure("on the memory store", "memory");
        await measure("on an embedded database", "embedded", folder);
        await measure("on an embedded database, as npm start does", "embedded", folder, ofNpmStart);
        await measure("on a server", "server", url);
      }
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return rowsOf([...started]);
}

function rowsOf(started: readonly (readonly [string, readonly Start[]])[]): readonly Row[] {
  const of = (starts: readonly Start[], figure: keyof Start) => median(starts.map((one) => one[figure]));
  const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`;
  const first = started[0]?.[1] ?? [];
  const ready = started.map(([what, starts]) => ({
    what,
    measured: `${milliseconds(of(starts, "ms"))}, ${megabytes(of(starts, "bytes"))}`,
    beside: ratio(of(starts, "ms"), of(first, "ms")),
  }));
  const later = started.map(([what, starts]) => ({
    what: `after ${payments.toLocaleString("en")} payments ${what}`,
    measured: megabytes(of(starts, "bytesLater")),
  }));
  return [...ready, ...later];
}
