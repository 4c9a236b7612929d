import { setTimeout as pause } from "node:timers/promises";
import { noToll, killServices } from "../disturb.ts";
import type { Trouble, Stage } from "../round.ts";
import { startsOf, runCommand, serviceSecret, nextProgram, type ServiceProcess, until } from "../service-process.ts";
import { administer } from "../databases.ts";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The database is down for a while: requests must be answered with 503, and succeed afterwards without a restart. */
export function databaseAway(seconds: number): Trouble {
  return async ({ victims: { server, services }, acknowledged: { counts, contradictions }, ms }) => {
    if (server === undefined) throw new Error("a database server that was not started here can't be stopped");
    await pause(ms / 2);
    const starts = startsOf(services);
    await server.kill();
    await Promise.all([pause(seconds * 1_000), until(() => counts.unavailable > 0)]);
    await server.start();
    if (counts.unavailable === 0) contradictions.push("no request was answered with 503 while the database was down");
    const before = counts.acknowledged;
    await until(() => counts.acknowledged > before);
    if (counts.acknowledged === before) contradictions.push("no request succeeded after the database was back");
    if (startsOf(services) > starts) contradictions.push("a process ended while the database was down");
    await pause(ms / 2);
    return { ...noToll(), databases: 1 };
  };
}

/** The same process is killed (kill -9) repeatedly, as when it runs out of memory. */
export function processKilled(): Trouble {
  return async ({ victims: { services }, acknowledged: { counts, contradictions }, chance, ms }) => {
    const [victim] = services;
    const began = performance.now();
    const isOver = () => performance.now() - began > ms;
    const before = counts.acknowledged;
    const killed = await killServices(services, chance, { victims: [victim], mostMs: 1_500, isOver });
    await until(() => counts.acknowledged > before);
    if (killed === 0) contradictions.push("the process was never killed");
    if (counts.acknowledged === before) contradictions.push("no request succeeded while one process was killed");
    return { ...noToll(), services: killed };
  };
}

export const nextSecret = "the-secret-that-all-processes-have-after-rotation";

/** The secret is rotated under load, in the order of docs/operating.md; a process that skips a step must be refused. */
export function secretRotated(): Trouble {
  return async (stage) => {
    const { victims, acknowledged, ms } = stage;
    const { counts } = acknowledged;
    await pause(ms / 3);
    await mustBeRefused(stage, nextSecret);
    for (const secret of [`${serviceSecret},${nextSecret}`, `${nextSecret},${serviceSecret}`]) {
      for (const service of victims.services) await service.replace({ settings: { WONFLOW_SECRET: secret } });
      const before = counts.acknowledged;
      await Promise.all([pause(ms / 3), until(() => counts.acknowledged > before)]);
      if (counts.acknowledged === before) {
        acknowledged.contradictions.push("no request succeeded after a step of the rotation");
      }
    }
    const { code, output } = await list(stage, nextSecret);
    if (code !== 0)
      acknowledged.contradictions.push(`the new secret alone is not enough after the rotation: ${output}`);
    return noToll();
  };
}

/** A command that reads the database with this secret. */
function list({ settings }: Stage, secret: string) {
  const listing = ["attempts", "list", "--mid", "1", "--mode", "test"];
  return runCommand(listing, { ...settings, WONFLOW_SECRET: secret });
}

/** A process must refuse to start with a secret that the database was not set up with. */
async function mustBeRefused({ settings, acknowledged }: Stage, secret: string): Promise<void> {
  const { code, output } = await runCommand(["serve"], { ...settings, WONFLOW_SECRET: secret });
  if (code === 1 && output.includes("is not the secret that this database was set up with")) return;
  acknowledged.contradictions.push(
    `a process with the new secret alone was not refused: it ended with ${code}, ${output}`,
  );
}

/** This version refuses the database of a later one, so its migration is removed from the list; its changes stay. */
export const removeNextVersion = (url: string) =>
  administer(url, "delete from wonflow.migrations where name = '9998-next-version'");

/**
 * The next version's migration runs under load, and its processes replace those of this version one by one, so that both
 * run at once. A process of this version that starts afterwards must be refused. The next version is this one with an
 * additional migration, as bundled by `packages/check/src/programs.ts`.
 */
export function twoVersions(): Trouble {
  return async ({ victims: { services }, settings, acknowledged, ms }) => {
    const { counts, contradictions } = acknowledged;
    await pause(ms / 4);
    const migrated = await runCommand(["migrate"], settings, nextProgram);
    if (migrated.code !== 0) contradictions.push(`the migration ended with ${migrated.code}: ${migrated.output}`);
    await mustContinue("after the migration");
    for (const service of services) {
      await service.replace({ program: nextProgram });
      await mustContinue("after a process was replaced");
    }
    const late = await runCommand(["serve"], settings);
    if (late.code !== 1 || !late.output.includes("set up by another version of Wonflow")) {
      contradictions.push(`a process of the earlier version was not refused: ${late.code}, ${late.output}`);
    }
    return noToll();

    async function mustContinue(when: string): Promise<void> {
      const before = counts.acknowledged;
      await Promise.all([pause(ms / 4), until(() => counts.acknowledged > before)]);
      if (counts.acknowledged === before) contradictions.push(`no request succeeded ${when}`);
    }
  };
}

/** A small file system in memory. It needs root and the right to mount. */
interface SmallDisk {
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
