import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { openFolder } from "./embedded.ts";

const folder = await mkdtemp(join(tmpdir(), "wonflow-embedded-"));

afterAll(() => rm(folder, { recursive: true, force: true }));

test("an embedded database keeps 16 MB of pages in the memory of this process", async () => {
  const { db, close } = await openFolder(folder);
  const { rows } = await sql`show shared_buffers`.execute(db);
  await close();
  expect(rows).toEqual([{ shared_buffers: "16MB" }]);
});
