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
export async function processorTime({ query }: PostgresBench): Promise<ProcessorTime> {
  const { user, system } = process.cpuUsage();
  const { rows } = await query("select pid from pg_stat_activity");
  const times = await Promise.all(rows.map(({ pid }) => timeOf(Number(pid))));
  return { service: (user + system) / 1000, database: times.reduce((sum, ms) => sum + ms, 0) };
}

async function timeOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // The name of the program stands in parentheses and may hold spaces; user and system time are the 12th and 13th behind.
  const fields = stat
    .slice(stat.lastIndexOf(")") + 1)
    .trim()
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}
