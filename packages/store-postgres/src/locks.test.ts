import type { ChangeSet, TallyName } from "@wonflow/core";
import { Client } from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { available, changeSet, find, transfer, versionOf, withdrawal, write } from "../test/change-sets.ts";
import { unreliableNetwork } from "@wonflow/testkit/postgres";
import { closeGate, newDatabase, session, untilWaiting } from "../test/test-database.ts";
import { postgresStore, type PostgresStore } from "./postgres-store.ts";

const read = { kind: "order", id: "read" };

/** Two processes' stores on one database, and a record that is there. */
async function twoStores() {
  const url = await newDatabase();
  const opened = async (): Promise<PostgresStore> => {
    const store = await postgresStore({ url });
    onTestFinished(() => store.close());
    return store;
  };
  const [one, other] = [await opened(), await opened()];
  await one.commit(changeSet({ id: "new", expect: [{ key: read, version: "absent" }], writes: [write(read)] }));
  return { url, one, other, version: await versionOf(one, read) };
}

/** A store whose network can lose answers, while another session holds the record. */
async function heldRecord() {
  const { url, one, version } = await twoStores();
  const network = await unreliableNetwork(url);
  onTestFinished(() => network.close());
  const losing = await postgresStore({ url: network.url });
  onTestFinished(() => losing.close());
  const holder = await session(url);
  await holder.query("begin");
  await holder.query("select from wonflow.records where tenant = '1:test' and id = 'read' for update");
  return { url, one, version, network, losing, holder };
}

function valuesOf(statement: unknown): readonly unknown[] {
  return Object(statement).values ?? [];
}

/** Whether a value of a statement says if its commit is patient: no other is a boolean. */
function isBoolean(value: unknown): value is boolean {
  return typeof value === "boolean";
}

/** Relies on the record's being as it is, and makes another one. */
function reading(id: string, version: number, body = {}): ChangeSet {
  const key = { kind: "order", id };
  const expectations = [
    { key: read, version },
    { key, version: "absent" as const },
  ];
  return changeSet({ id, expect: expectations, writes: [write(key, body)] });
}

test("a record that is only read is unchanged until the commit: a writer waits for it, another reader does not", async () => {
  const { url, one, other, version } = await twoStores();
  // The record that is read is locked before the new one passes the gate.
  const gate = await closeGate(url, { on: "before insert on wonflow.records", when: "new.body ->> 'slow' = 'true'" });
  const slow = one.commit(reading("slow", version, { slow: true }));
  await gate.untilWaiting(1);
  let isBeside = false;
  const beside = other.commit(reading("beside", version)).finally(() => (isBeside = true));
  await Promise.race([beside, gate.untilWaiting(2)]);
  expect(isBeside).toBe(true);
  expect(await beside).toMatchObject({ status: "committed" });
  let isWritten = false;
  const writing = other
    .commit(changeSet({ id: "writing", expect: [{ key: read, version }], writes: [write(read, { n: 2 })] }))
    .finally(() => (isWritten = true));
  await Promise.race([writing, gate.untilWaiting(2)]);
  expect(isWritten).toBe(false);
  await gate.open();
  expect(await slow).toMatchObject({ status: "committed" });
  expect(await writing).toMatchObject({ status: "committed" });
});

test("what others hold while a lost try is tried again is written once they let go, and not told before", async () => {
  const { url, one, version, network, losing, holder } = await heldRecord();
  network.loseAnswerTo("lost");
  const writing = losing.commit(
    changeSet({ id: "lost", expect: [{ key: read, version }], writes: [write(read, { n: 2 })] }),
  );
  // Its second try found the record held too, so that it waits for it alone.
  await untilWaiting(url);
  await holder.query("rollback");
  expect(await writing).toMatchObject({ status: "committed" });
  expect(await find(one, read)).toMatchObject({ body: { n: 2 } });
});

test("a lost try stays in doubt while others hold its record: refused after that, it changes nothing when it arrives", async () => {
  const { url, one, version, network, losing, holder } = await heldRecord();
  network.hold("late");
  const expectations = [{ key: read, version }];
  const committing = losing.commit({ ...withdrawal("late", 10), expect: expectations });
  // Its second try found the record held, so that it waits for it alone.
  await untilWaiting(url);
  await holder.query("rollback");
  expect(await committing).toEqual({ status: "below-floor", account: "available" });
  // From now on the held try would satisfy its guards.
  await one.commit(changeSet({ id: "deposit", postings: transfer(100) }));
  await network.deliverHeld();
  expect(await available(one)).toBe(100);
});

test("two processes that create equal records in opposite order wait in one direction, never in a circle", async () => {
  const { url, one, other } = await twoStores();
  const gate = await closeGate(url, { on: "before insert on wonflow.records", when: "new.body ->> 'slow' = 'true'" });
  const making = (by: string, id: string, body = {}) => {
    const key = { kind: "order", id };
    return changeSet({ id: `${by} ${id}`, expect: [{ key, version: "absent" }], writes: [write(key, body)] });
  };
  const sent = vi.spyOn(Client.prototype, "query");
  onTestFinished(() => sent.mockRestore());
  // The first has made a, and waits at the gate with b.
  const first = [one.commit(making("one", "a")), one.commit(making("one", "b", { slow: true }))];
  await gate.untilWaiting(1);
  const second = [other.commit(making("other", "b")), other.commit(making("other", "a"))];
  await gate.untilWaiting(2);
  await gate.open();
  const conflict = (id: string) => ({ status: "conflict", key: { kind: "order", id } });
  expect(await Promise.all(first)).toMatchObject([{ status: "committed" }, { status: "committed" }]);
  expect(await Promise.all(second)).toEqual([conflict("b"), conflict("a")]);
  // A circle would have ended one batch, whose change sets are then committed alone.
  const patient = sent.mock.calls.flatMap(([statement]) => valuesOf(statement).filter(isBoolean));
  expect(patient).toEqual([false, false]);
});

test("two processes that count the same days in opposite order wait for one another in one direction, never in a circle", async () => {
  const { url, one, other } = await twoStores();
  // Only the first one counts refused payments. It holds what it counts before them.
  const gate = await closeGate(url, { on: "before insert on wonflow.tallies", when: "new.name = 'refused'" });
  const counting = (id: string, ...names: readonly TallyName[]) =>
    changeSet({ id, tallies: names.map((name) => ({ name, day: "2026-11-20", amount: 1, count: 1 })) });
  const sent = vi.spyOn(Client.prototype, "query");
  onTestFinished(() => sent.mockRestore());
  const first = one.commit(counting("one", "paid", "refused", "canceled"));
  await gate.untilWaiting(1);
  const second = other.commit(counting("other", "canceled", "paid"));
  await gate.untilWaiting(2);
  await gate.open();
  expect([await first, await second]).toMatchObject([{ status: "committed" }, { status: "committed" }]);
  const patient = sent.mock.calls.flatMap(([statement]) => valuesOf(statement).filter(isBoolean));
  expect(patient).toEqual([false, false]);
  const names = ["canceled", "paid", "refused"] as const;
  const counts = await one.tallies("1:test", { names, from: "2026-11-20", to: "2026-11-20" });
  expect(counts.map(({ count }) => count)).toEqual([2, 2, 1]);
});

test("of several unexpected records the refusal names the first by its key, in any order", async () => {
  const { one } = await twoStores();
  const keys = ["b", "c", "a"].map((id) => ({ kind: "order", id }));
  const absences = keys.map((key) => ({ key, version: "absent" as const }));
  await one.commit(changeSet({ id: "made", expect: absences, writes: keys.map((key) => write(key)) }));
  const passed = keys.map((key) => ({ key, version: 1 }));
  for (const expectations of [passed, absences]) {
    expect(await one.commit(changeSet({ id: "refused", expect: expectations }))).toEqual({
      status: "conflict",
      key: { kind: "order", id: "a" },
    });
  }
});
