import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { noToll } from "../disturb.ts";
import type { Trouble } from "../round.ts";
import { startsOf, type ServiceProcess } from "../service-process.ts";
import { until } from "../until.ts";

/** A small file system in memory. It needs root and the right to mount. */
export interface SmallDisk {
  readonly folder: string;
  /** An empty folder of it. */
  readonly data: string;
  readonly close: () => void;
}

/** Undefined if this machine does not allow the mount. */
export function smallDisk(megabytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), "wonflow-small-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=755`, "tmpfs", folder], { stdio: "ignore" });
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  const data = join(folder, "data");
  mkdirSync(data);
  return {
    folder,
    data,
    close() {
      execFileSync("umount", ["--lazy", folder], { stdio: "ignore" });
      rmSync(folder, { recursive: true });
    },
  };
}

/**
 * Another file fills the disk of the database for some time. The server refuses what needs space, or ends. No answered
 * request may be lost, and no process of the service may end. Each answers a load balancer with 503 meanwhile, and with
 * 200 afterwards.
 */
export function diskFull(folder: string, seconds: number): Trouble {
  return async ({ victims: { services }, acknowledged: { counts, contradictions }, ms }) => {
    await pause(ms / 2);
    const starts = startsOf(services);
    const other = join(folder, "something-else");
    let isFull = true;
    const filling = keepFull(other, folder, () => isFull);
    const before = counts.unavailable;
    const unready = services.map((service) => untilReadyz(service, 503));
    await Promise.all([pause(seconds * 1_000), until(() => counts.unavailable > before), ...unready]);
    isFull = false;
    await filling;
    if (counts.unavailable === before) contradictions.push("no request was answered with 503 while the disk was full");
    contradictions.push(...(await Promise.all(unready)).flat());
    await rm(other);
    const done = counts.acknowledged;
    await until(() => counts.acknowledged > done);
    if (counts.acknowledged === done) contradictions.push("no request succeeded after the disk had space again");
    contradictions.push(...(await Promise.all(services.map((service) => untilReadyz(service, 200)))).flat());
    if (startsOf(services) > starts) contradictions.push("a process ended while the disk was full");
    await pause(ms / 2);
    return noToll();
  };
}

/** Waits for a status of /readyz, for two minutes at most. A process that accepts no requests has none. */
async function untilReadyz({ url }: ServiceProcess, status: number): Promise<readonly string[]> {
  let answer = "";
  for (let waited = 0; url() !== undefined && waited < 120_000; waited += 200) {
    const response = await fetch(`${url()}/readyz`);
    answer = await response.text();
    if (response.status === status) return [];
    await pause(200);
  }
  return answer === "" ? [] : [`/readyz did not become ${status}, but was answered ${answer}`];
}

/** Fills all free space, and what is freed meanwhile. */
async function keepFull(file: string, folder: string, isFull: () => boolean): Promise<void> {
  const handle = await open(file, "w");
  const block = Buffer.alloc(64 * 1024);
  while (isFull()) {
    try {
      while (statfsSync(folder).bavail > 0) await handle.write(block);
    } catch {
      // The free space is smaller than a block.
    }
    await pause(10);
  }
  await handle.close();
}
