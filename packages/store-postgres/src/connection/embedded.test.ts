import { mkdtemp, rm, chmod, chown, mkdir, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, expect, test, afterEach, beforeEach, describe, vi } from "vitest";
import { openFolder, openInMemory, privateFolder } from "./embedded.ts";

const database = await mkdtemp(join(tmpdir(), "wonflow-embedded-"));

afterAll(() => rm(database, { recursive: true, force: true }));

test.each([
  ["in a folder", () => openFolder(database)],
  ["in memory", openInMemory],
])("an embedded database %s keeps 16 MB of pages in the memory of this process", async (_where, open) => {
  const { db, close } = await open();
  const { rows } = await sql`show shared_buffers`.execute(db);
  await close();
  expect(rows).toEqual([{ shared_buffers: "16MB" }]);
});

let parent: string;
let folder: string;
let warn: ReturnType<typeof vi.spyOn>;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "wonflow-private-"));
  folder = join(parent, "data");
  warn = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
});
afterEach(async () => {
  warn.mockRestore();
  await rm(parent, { recursive: true, force: true });
});

const modeOf = async (path: string) => (await stat(path)).mode & 0o7777;

describe.skipIf(process.platform === "win32")("privateFolder", () => {
  test("a new folder, and each above it that is created, is its owner's", async () => {
    await privateFolder(join(folder, "below"));
    expect([await modeOf(folder), await modeOf(join(folder, "below"))]).toEqual([0o700, 0o700]);
    expect(warn).not.toHaveBeenCalled();
  });

  test.each([0o755, 0o777, 0o750, 0o701, 0o2770])("one of mode %o is narrowed once, with a notice", async (mode) => {
    await mkdir(folder);
    await chmod(folder, mode);
    await privateFolder(folder);
    await privateFolder(folder);
    expect(await modeOf(folder)).toBe(0o700);
    const was = mode.toString(8).padStart(4, "0");
    expect(warn.mock.calls).toEqual([
      [
        `The folder ${folder} was open to other users of this machine (mode ${was}); its mode is 0700 now`,
        "DataFolderNarrowed",
      ],
    ]);
  });

  const notNarrowed = expect.stringMatching(/; its mode could not be narrowed here: let its owner run chmod 700 on it/);

  test("one that all users share is left as it is, with a notice", async () => {
    await mkdir(folder);
    await chmod(folder, 0o1777);
    await privateFolder(folder);
    expect(await modeOf(folder)).toBe(0o1777);
    expect(warn.mock.calls).toEqual([[notNarrowed, "DataFolderOpen"]]);
  });

  test.skipIf(process.getuid?.() !== 0)("one of another owner is left as it is, with a notice", async () => {
    await mkdir(folder);
    await chmod(folder, 0o755);
    await chown(folder, 12_345, 12_345);
    await privateFolder(folder);
    expect(await modeOf(folder)).toBe(0o755);
    expect(warn.mock.calls).toEqual([[notNarrowed, "DataFolderOpen"]]);
  });
});
