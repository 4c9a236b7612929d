import { credit, debit, type ChangeSet, type RecordBody } from "@wonflow/core";
import { expect, test } from "vitest";
import { memoryStore } from "./memory-store.ts";

const day = 24 * 60 * 60 * 1000;
const key = { kind: "order", id: "A-1" };

function changeSet(parts: Partial<ChangeSet>): ChangeSet {
  const nothing = { expect: [], writes: [], reference: "", postings: [], floors: [] };
  return { id: "c1", tenant: "1:test", at: 0, ...nothing, ...parts };
}

function write(parts: Partial<ChangeSet>, body: RecordBody | null = { name: "n" }): ChangeSet {
  return changeSet({ expect: [{ key, version: "absent" }], writes: [{ key, body, dueAt: null }], ...parts });
}

test("a commit id without postings is forgotten when a change set of more than a day later commits", async () => {
  const store = memoryStore();
  await store.commit(write({ id: "first" }));
  await store.commit(changeSet({ id: "second", at: day }));
  expect(await store.commit(write({ id: "first" }))).toEqual({ status: "committed" });
  await store.commit(changeSet({ id: "third", at: day + 1 }));
  expect(await store.commit(write({ id: "first" }))).toEqual({ status: "conflict", key });
});

test("a commit id with postings is never forgotten", async () => {
  const store = memoryStore();
  const postings = [debit("receivable", 100), credit("pending", 100)];
  await store.commit(changeSet({ id: "first", reference: "r", postings }));
  await store.commit(changeSet({ id: "second", at: 10 * day }));
  await store.commit(changeSet({ id: "first", reference: "r", postings }));
  expect((await store.balances("1:test")).pending).toBe(100);
});

test("an unbalanced change set rejects and changes nothing", async () => {
  const store = memoryStore();
  await expect(store.commit(write({ postings: [debit("bank", 1)] }))).rejects.toThrow(RangeError);
  expect(await store.read("1:test", [key])).toEqual([undefined]);
});
