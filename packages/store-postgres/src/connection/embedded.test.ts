import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { openFolder, openInMemory } from "./embedded.ts";

const folder = await mkdtemp(join(tmpdir(), "wonflow-embedded-"));

afterAll(() => rm(folder, { recursive: true, force: true }));

test.each([
  ["in a folder", () => openFolder(folder)],
  ["in memory", openInMemory],
])("an embedded database %s keeps 16 MB of pages in the memory of this process", async (_where, open) => {
  const { db, close } = await open();
  const { rows } = await sql`show shared_buffers`.execute(db);
  await close();
  expect(rows).toEqual([{ shared_buffers: "16MB" }]);
});
