import { readFile } from "node:fs/promises";

import type { PostgresBench } from "./postgres-service.ts";

/** Milliseconds of processor time that were spent until now: by this process, and by all processes of the server. */
export interface ProcessorTime {
  readonly service: number;
  readonly database: number;
}

/** What `/proc` counts in: a hundredth of a second on every Linux of today. */
const tickMs = 10;

/** The server's processes tell their time on Linux only; NaN elsewhere. */
export async function processorTime({ query }: Pick<PostgresBench, "query">): Promise<ProcessorTime> {
  const { user, system } = process.cpuUsage();
  const { rows } = await query("select pid from pg_stat_activity");
  const living = await Promise.all(rows.map(({ pid }) => timesOf(Number(pid))));
  const server = await timesOf(living[0]?.parent ?? Number.NaN);
  const ms = living.reduce((sum, { own }) => sum + own, server.own + server.ofEnded);
  return { service: (user + system) / 1000, database: ms };
}

/** The process that started it, its own time in milliseconds, and that of the processes that it started and that have ended. */
async function timesOf(pid: number) {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // The program's name is in parentheses and may contain spaces; the state follows it.
  const fields = stat
    .slice(stat.lastIndexOf(")") + 1)
    .trim()
    .split(" ")
    .map(Number);
  const ticks = (user: number) => ((fields[user] ?? Number.NaN) + (fields[user + 1] ?? Number.NaN)) * tickMs;
  return { parent: fields[1] ?? Number.NaN, own: ticks(11), ofEnded: ticks(13) };
}
