import { chmod, lstat, readdir, stat } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { Command, newFolder } from "./command.ts";

const isOfOwner = (mode: number) => (mode & 0o077) === 0;

/** Everything below a folder that another user could reach: what is open to others, in folders that all are. */
async function openTo(path: string): Promise<readonly string[]> {
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined || isOfOwner(found.mode)) return [];
  if (!found.isDirectory()) return [path];
  const below = await readdir(path).catch(() => []);
  return [path, ...(await Promise.all(below.map((name) => openTo(join(path, name))))).flat()];
}

test.skipIf(process.platform === "win32")(
  "the data folder is its owner's from its creation, and so is each path in it, with no umask",
  async () => {
    const folder = await newFolder();
    await chmod(folder, 0o755);
    const WONFLOW_DATA = join(folder, "of the shop", "data");
    const service = new Command(["dev"], { WONFLOW_DATA }, { umask: "000" });
    let looks = 0;
    for (let isOver = false; !isOver; looks += 1) {
      isOver = service.output.includes("Ctrl-C") || service.child.exitCode !== null;
      expect((await openTo(folder)).filter((path) => path !== folder)).toEqual([]);
    }
    expect(looks).toBeGreaterThan(1);
    const names = (await readdir(WONFLOW_DATA)).map((name) => name.replace(/^owner-.*/, "owner"));
    expect(names.toSorted()).toEqual([
      "command",
      "owner",
      "postgres",
      "sandbox-cards.jsonl",
      "sandbox-payouts.jsonl",
      "secret",
    ]);
    // Each by itself too, so that a copy of one is as closed as the folder.
    for (const name of await readdir(WONFLOW_DATA)) {
      expect([name, isOfOwner((await stat(join(WONFLOW_DATA, name))).mode)]).toEqual([name, true]);
    }
    expect(isOfOwner((await stat(join(WONFLOW_DATA, "command", "socket"))).mode)).toBe(true);
    expect(service.output).not.toContain("Warning");
    service.child.kill("SIGTERM");
    expect(await service.exitCode()).toBe(0);
  },
);
