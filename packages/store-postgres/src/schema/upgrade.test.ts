import { expect, onTestFinished, test } from "vitest";
import type { ChangeSet, ListRequest, RecordKey } from "@wonflow/core";
import { changeSet, find, tenant, transfer, versionOf, withdrawal, write } from "../../test/change-sets.ts";
import { databaseOf0001 } from "../../test/database-of-0001.ts";
import { query } from "../../test/test-database.ts";
import { changeJson } from "../../test/change-json.ts";
import { postgresStore, type PostgresStore } from "../postgres-store.ts";

const key = { kind: "order", id: "A" };
const shop = "7:test";

async function opened(url: string): Promise<PostgresStore> {
  const store = await postgresStore({ url });
  onTestFinished(() => store.close());
  return store;
}

/** A database that was brought up to date, and a store on it. */
async function upgraded() {
  const url = await databaseOf0001();
  return { url, store: await opened(url) };
}

/** Commits as a process of the first version does; answers the refusal, null when it is committed. */
async function commitAs0001(url: string, change: ChangeSet): Promise<unknown> {
  const json = changeJson(change).replaceAll("'", "''");
  const [row] = await query(url, `select wonflow.commit_change_set('${json}') as refusal`);
  return row?.["refusal"];
}

function making(id: string, made: RecordKey = key): ChangeSet {
  return changeSet({ id, expect: [{ key: made, version: "absent" }], writes: [write(made)] });
}

async function listed(store: PostgresStore, inTenant: Parameters<PostgresStore["list"]>[0], list: string) {
  const request: ListRequest = { list, limit: 100, order: "ascending" };
  const records = await store.list(inTenant, request);
  return records.map(({ key: { id }, place }) => [id, place?.position]);
}

test("records of before stand in the lists that core looks them up in", async () => {
  const { store } = await upgraded();
  expect(await listed(store, shop, "intents")).toEqual([
    ["000000000000000000007", "2026-11-20T01:00:00.007Z/000000000000000000007"],
    ["000000000000000000016", "2026-11-20T01:00:01.241Z/000000000000000000016"],
    ["000000000000000000044", "2026-11-20T01:13:33.241Z/000000000000000000044"],
    ["000000000000000000067", "2026-11-20T01:26:04.241Z/000000000000000000067"],
  ]);
  expect(await listed(store, shop, "flaggedAttempts")).toEqual([
    ["approval.000000000000000000044", "2026-11-20T01:13:33.241Z/approval.000000000000000000044"],
  ]);
  expect(await store.list("platform", { list: "merchants", limit: 9, order: "ascending" })).toMatchObject([
    {
      key: { kind: "merchantIndex", id: "7:test" },
      body: { mId: 7, mode: "test" },
      dueAt: null,
      place: { list: "merchants", position: "000000000000007:test" },
    },
    {
      key: { kind: "merchantIndex", id: "120034:live" },
      body: { mId: 120034, mode: "live" },
      dueAt: null,
      place: { list: "merchants", position: "000000000120034:live" },
    },
  ]);
});

test("an API key of before stands in the list of keys, behind its merchant", async () => {
  const { url, store } = await upgraded();
  const keys = await query(url, "select id, body from wonflow.records where kind = 'apiKey'");
  expect(keys).toMatchObject([{ body: { tenant: "7:test" } }]);
  const issuedAt = Number(Object(keys[0]?.["body"])["createdAt"]);
  expect(await listed(store, "platform", "apiKeys")).toEqual([
    [keys[0]?.["id"], `7:test/${new Date(issuedAt).toISOString()}`],
  ]);
});

const stateOfRecords = "select tenant, kind, id, version::int, body, due_at from wonflow.records order by 1, 2, 3";

test("every approved payment of before has what it earned, by what remains of it, and waits for its day", async () => {
  const { url, store } = await upgraded();
  expect(await listed(store, shop, "unsettled")).toEqual([
    ["000000000000000000007", "undated/000000000000000000007"],
    ["000000000000000000016", "undated/000000000000000000016"],
  ]);
  const shares =
    "select body -> 'transactionAmount' as amount, body -> 'fee' as fee, body -> 'vat' as vat, body -> 'net' as net";
  expect(await query(url, `${shares} from wonflow.records where kind = 'earning' order by id`)).toEqual([
    { amount: 7_000, fee: 196, vat: 20, net: 6_784 },
    { amount: 10_000, fee: 280, vat: 28, net: 9_692 },
  ]);
  expect(
    await query(url, "select tenant, due_at::int from wonflow.records where kind = 'settlementSchedule' order by 1"),
  ).toEqual([
    { tenant: "120034:live", due_at: 0 },
    { tenant: "7:test", due_at: 0 },
  ]);
});

/** Kinds of records that migrations make. */
const made = ["merchantIndex", "earning", "settlementSchedule"];

test("all else stays as it was, save for the words that are spelled anew", async () => {
  const url = await databaseOf0001();
  const before = await query(url, stateOfRecords);
  await opened(url);
  const renamed = before.map((row) => ({
    ...row,
    kind: row["kind"] === "instalmentFeed" ? "installmentFeed" : row["kind"],
    id: String(row["id"]).replace(/^catalogue/, "catalog"),
  }));
  const order = (row: Record<string, unknown>) => JSON.stringify([row["tenant"], row["kind"], row["id"]]);
  const after = (await query(url, stateOfRecords)).filter((row) => !made.includes(String(row["kind"])));
  expect(after.toSorted((a, b) => (order(a) < order(b) ? -1 : 1))).toEqual(
    renamed.toSorted((a, b) => (order(a) < order(b) ? -1 : 1)),
  );
  const ids = after.map((row) => `${String(row["kind"])} ${String(row["id"])}`);
  for (const id of [
    "cardTable catalog",
    "cardTablePart catalog.ac07183d406934c7493d252b82c1e8c8.0",
    "cardTable bins",
    "installmentFeed PG_A",
    "installmentFeed PG_B",
  ]) {
    expect(ids).toContain(id);
  }
});

test("what was there is read, booked, expected and repeated as before", async () => {
  const { store } = await upgraded();
  const intent = { kind: "intent", id: "000000000000000000007" };
  const { records, balances } = await store.read(shop, { keys: [intent], accounts: ["receivable"] });
  expect(records).toMatchObject([{ version: 6, body: { status: "PARTIAL_CANCELED" } }]);
  expect(balances).toEqual({ receivable: 17_000 });
  expect(await store.entries(shop, intent.id)).toHaveLength(2);
  const repeated = changeSet({ id: "000000000000000000000001", tenant: shop, expect: [{ key, version: 99 }] });
  expect(await store.commit(repeated)).toMatchObject({ status: "committed" });
  const next = changeSet({ id: "next", tenant: shop, expect: [{ key: intent, version: 6 }], writes: [write(intent)] });
  expect(await store.commit(next)).toMatchObject({ status: "committed" });
  expect(await store.commit({ ...next, id: "stale" })).toEqual({ status: "conflict", key: intent });
});

test("a record of before that is removed and made anew has a higher version", async () => {
  const { store } = await upgraded();
  const attempt = { kind: "attempt", id: "approval.000000000000000000016" };
  const parts = { tenant: shop, writes: [write(attempt, null)] } as const;
  const removal = changeSet({ id: "removal", ...parts, expect: [{ key: attempt, version: 19 }] });
  expect(await store.commit(removal)).toMatchObject({ status: "committed" });
  const again = changeSet({
    id: "again",
    ...parts,
    expect: [{ key: attempt, version: "absent" }],
    writes: [write(attempt)],
  });
  expect(await store.commit(again)).toMatchObject({ status: "committed" });
  const { records } = await store.read(shop, { keys: [attempt] });
  expect(records[0]?.version).toBeGreaterThan(19);
});

test("a process of before goes on beside us, and its versions never come again either", async () => {
  const { url, store } = await upgraded();
  const versions: number[] = [];
  const see = async () => versions.push(await versionOf(store, key));
  for (let round = 0; round < 3; round += 1) {
    expect(await commitAs0001(url, making(`old ${round}`))).toBeNull();
    await see();
    const update = (id: string) => {
      const expectation = { key, version: versions.at(-1) ?? 0 };
      return changeSet({ id: `${id} ${round}`, expect: [expectation], writes: [write(key, { id })] });
    };
    expect(await store.commit(update("ours"))).toMatchObject({ status: "committed" });
    await see();
    expect(await commitAs0001(url, update("old update"))).toBeNull();
    await see();
    const removal = { ...update("removal"), writes: [write(key, null)] };
    if (round % 2 === 0) expect(await commitAs0001(url, removal)).toBeNull();
    else expect(await store.commit(removal)).toMatchObject({ status: "committed" });
  }
  expect(versions).toEqual(versions.toSorted((a, b) => a - b));
  expect(new Set(versions).size).toBe(9);
});

test("guards, floors and answers of both go by the same records, accounts and ids", async () => {
  const { url, store } = await upgraded();
  expect(await commitAs0001(url, changeSet({ id: "deposit", postings: transfer(100) }))).toBeNull();
  expect(await store.commit(withdrawal("ours", 70))).toMatchObject({ status: "committed" });
  await expect(commitAs0001(url, withdrawal("theirs", 70))).rejects.toThrow("below its floor");
  expect(await commitAs0001(url, withdrawal("ours", 70))).toBeNull();
  expect(await store.commit(changeSet({ id: "deposit", postings: transfer(100) }))).toMatchObject({
    status: "committed",
  });
  await store.commit(making("make"));
  await expect(commitAs0001(url, making("make too"))).rejects.toThrow("not as expected");
  const inDoubt = changeJson(withdrawal("doubt", 70));
  await query(url, `select wonflow.commit_in_doubt('${inDoubt}')`);
  expect(await store.commit(withdrawal("doubt", 1))).toEqual({ status: "below-floor", account: "available" });
});

test("a process of before leaves a place as it is, and puts nothing in a list", async () => {
  const { url, store } = await upgraded();
  await store.commit({ ...making("ours"), writes: [{ ...write(key), place: { list: "orders", position: "1" } }] });
  const update = changeSet({
    id: "theirs",
    expect: [{ key, version: await versionOf(store, key) }],
    writes: [write(key, { theirs: true })],
  });
  expect(await commitAs0001(url, update)).toBeNull();
  expect(await find(store, key)).toMatchObject({ body: { theirs: true }, place: { list: "orders", position: "1" } });
  const other = { kind: "order", id: "B" };
  expect(await commitAs0001(url, making("make", other))).toBeNull();
  expect(await listed(store, tenant, "orders")).toEqual([["A", "1"]]);
});

/** Makes a record, or writes it anew, as a process of 0006 does; answers what it is told. */
async function commitAs0006(url: string, id: string, expected: number) {
  const use = expected === 0 ? "absent" : "written";
  const [answer] = await query(
    url,
    `select * from wonflow.commit_change_sets_6(false,
      '{1:test}', '{${id}}', '{1}', '{""}', '{NULL}', '{false}',
      '{1:test}', '{order}', '{A}', '{1}', '{${use}}', '{"{\\"by\\": \\"${id}\\"}"}', '{5}', '{NULL}', '{NULL}',
      '{1}', '{1}', '{${expected}}', ${Array.from({ length: 14 }, () => "null").join(", ")})`,
  );
  return { version: Number(Object(answer?.["versions"])[0]), refusals: answer?.["verdicts"] };
}

test("a process of 0006 goes on beside us, and is told what it was told before", async () => {
  const { url, store } = await upgraded();
  const made = await commitAs0006(url, "old", 0);
  expect(made).toEqual({ version: await versionOf(store, key), refusals: null });
  const ours = changeSet({ id: "ours", expect: [{ key, version: made.version }], writes: [write(key, { by: "us" })] });
  expect(await store.commit(ours)).toMatchObject({ status: "committed" });
  expect((await commitAs0006(url, "stale", made.version)).refusals).toEqual([{ status: "conflict", key }]);
  const written = await commitAs0006(url, "old again", await versionOf(store, key));
  expect(written.version).toBeGreaterThan(made.version);
  expect(await find(store, key)).toMatchObject({ version: written.version, body: { by: "old again" }, dueAt: 5 });
  const read = "select version::int, pg_typeof(body)::text as type, body from wonflow";
  const row = { version: written.version, type: "jsonb", body: { by: "old again" } };
  expect(await query(url, `${read}.read_records_6('{1:test}', '{order}', '{A}', null, null)`)).toEqual([row]);
  expect(await query(url, `${read}.claim_due_6('{order}', '{9}', '{99}', '{1}')`)).toEqual([row]);
});

test("commits of a process of before that are under way during the migration all take place", async () => {
  const url = await databaseOf0001();
  const keys = Array.from({ length: 4 }, (_, index) => ({ kind: "order", id: `old-${index}` }));
  let isOpen = false;
  const committing = keys.map(async (made) => {
    let commits = 0;
    for (let left = 5; left > 0; left -= isOpen ? 1 : 0) {
      const id = `${made.id} ${commits}`;
      expect(await commitAs0001(url, { ...making(id, { ...made, id }), postings: transfer(1) })).toBeNull();
      commits += 1;
    }
    return commits;
  });
  const store = await opened(url);
  isOpen = true;
  const commits = (await Promise.all(committing)).reduce((sum, each) => sum + each, 0);
  const { balances } = await store.read(tenant, { keys: [], accounts: ["available"] });
  expect(balances).toEqual({ available: commits });
});
