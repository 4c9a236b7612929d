import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { storeContract } from "@wonflow/testkit";
import { expect, test } from "vitest";
import { journalStore } from "./journal-store.ts";

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), "own-store-"));
  return { file: join(folder, "commits.jsonl"), remove: () => rmSync(folder, { recursive: true }) };
}

storeContract("a store of one's own", async () => {
  const { file, remove } = newFolder();
  return { store: journalStore(file), close: async () => remove() };
});

test("what was committed is there when the file is opened again", async () => {
  const { file, remove } = newFolder();
  const key = { kind: "order", id: "A-1" };
  const changeSet = {
    id: "commit-1",
    tenant: "1:test",
    at: 1_000,
    expect: [{ key, version: "absent" }],
    writes: [{ key, body: { paid: true }, dueAt: null, place: null }],
    reference: "",
    postings: [],
    floors: [],
    tallies: [],
  } as const;
  const first = journalStore(file);
  await first.commit(changeSet);
  const snapshot = await first.read("1:test", { keys: [key] });
  expect(snapshot.records).toMatchObject([{ key, body: { paid: true } }]);

  const again = journalStore(file);
  expect(await again.read("1:test", { keys: [key] })).toEqual(snapshot);
  expect(await again.commit(changeSet)).toEqual({ status: "committed" });
  expect(await again.read("1:test", { keys: [key] })).toEqual(snapshot);
  remove();
});
