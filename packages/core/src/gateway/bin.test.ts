import { memoryStore } from "@wonflow/store-memory";
import { fakeClock, sequentialIds, testVault } from "@wonflow/testkit";
import { expect, test } from "vitest";
import { bindPayments, type BinRow, type Notice, type Store } from "../index.ts";

const row = (bin: string, nickname = "시험"): BinRow => ({
  bin,
  type: "CRD",
  acquirer: "11",
  issuer: "11",
  nickname,
  updatedAt: "2026-11-01",
  providerCode: "",
  kind: "credit",
});

const clock = fakeClock(Date.UTC(2026, 10, 20));
const notices: Notice[] = [];

/** A process over the store. */
function open(store: Store, bins: readonly BinRow[] = [row("400000", "처음")]) {
  const notify = (notice: Notice) => notices.push(notice);
  return bindPayments({
    store,
    gateways: {},
    cardData: { bins },
    clock,
    ids: sequentialIds(),
    vault: testVault(),
    notify,
  });
}

async function nameOf(payments: ReturnType<typeof open>, bin: string): Promise<string> {
  const found = await payments.bins.lookUp(bin);
  return found.ok ? found.value.nickname : found.error.code;
}

test("an import reports its changes, and replaces the whole table", async () => {
  const payments = open(memoryStore());
  const first = await payments.bins.import([row("500000"), row("400000", "새"), row("500001"), row("500001", "뒤")]);
  expect(first).toMatchObject({ value: { rows: 3, added: ["500000", "500001"], changed: ["400000"], removed: [] } });
  expect(await nameOf(payments, "500001")).toBe("뒤");
  const again = await payments.bins.import([row("400000", "새"), row("500000"), row("500001", "뒤")]);
  expect(again).toMatchObject({ value: { rows: 3, added: [], changed: [], removed: [] } });
  const newDate = { ...row("500000"), updatedAt: "2026-11-02" };
  const later = await payments.bins.import([newDate]);
  expect(later).toMatchObject({ value: { rows: 1, added: [], changed: [], removed: ["400000", "500001"] } });
  expect(await nameOf(payments, "400000")).toBe("NOT_FOUND_BIN");
  expect(await payments.bins.lookUp("500000")).toMatchObject({ value: { updatedAt: "2026-11-02" } });
});

test("a version names the rows, in any order of import", async () => {
  const [one, other] = [open(memoryStore()), open(memoryStore())];
  await one.bins.import([row("500000"), row("400000")]);
  await other.bins.import([row("400000"), row("500000")]);
  const { version } = await one.bins.list();
  expect((await other.bins.list()).version).toBe(version);
  await other.bins.import([row("400000"), row("500002")]);
  expect((await other.bins.list()).version).not.toBe(version);
});

test("another process serves an import within ten seconds, and a new one at once", async () => {
  const store = memoryStore();
  const [importer, server] = [open(store), open(store)];
  expect(await nameOf(server, "400000")).toBe("처음");
  await importer.bins.import([row("400000", "새")]);
  expect(await nameOf(server, "400000")).toBe("처음");
  await clock.advance(9_999);
  await nameOf(server, "400000");
  await clock.advance(0);
  expect(await nameOf(server, "400000")).toBe("처음");
  await clock.advance(1);
  await nameOf(server, "400000");
  await clock.advance(1);
  expect(await nameOf(server, "400000")).toBe("새");
  expect(await nameOf(open(store), "400000")).toBe("새");
});

test("a table of many parts is replaced whole, and leaves nothing behind", async () => {
  const store = memoryStore();
  const payments = open(store);
  const many = Array.from({ length: 12_345 }, (_, index) => row(String(10_000_000 + index)));
  await payments.bins.import(many);
  expect((await open(store).bins.list()).rows).toHaveLength(12_345);
  const { version } = await payments.bins.list();
  const parts = [0, 1, 2].map((part) => ({ kind: "cardTablePart", id: `bins.${version}.${part}` }));
  expect((await store.read("platform", { keys: parts })).records.every((part) => part !== undefined)).toBe(true);
  await payments.bins.import([row("400000")]);
  expect((await store.read("platform", { keys: parts })).records).toEqual([undefined, undefined, undefined]);
});

test("after imports of several processes at once, with lost commits, only the last one's parts are stored", async () => {
  const store = memoryStore();
  const parts = new Set<string>();
  let commits = 0;
  const losing: Store = {
    ...store,
    async commit(changeSet) {
      const isLost = (commits += 1) % 3 === 0;
      for (const { key } of changeSet.writes) if (key.kind === "cardTablePart") parts.add(key.id);
      const result = await store.commit(changeSet);
      if (isLost) throw Object.assign(new Error("the database is unavailable"), { name: "StoreUnavailable" });
      return result;
    },
  };
  const tables = Array.from({ length: 9 }, (_, n) =>
    Array.from({ length: 5_001 }, (_each, index) => row(String(10_000_000 + n * 100_000 + index))),
  );
  await Promise.allSettled(tables.map((rows) => open(losing).bins.import(rows)));
  const { version } = await open(store).bins.list();
  const keys = [...parts].map((id) => ({ kind: "cardTablePart", id }));
  const left = (await store.read("platform", { keys })).records.flatMap((part) => part?.key.id ?? []);
  expect(left.toSorted()).toEqual([`bins.${version}.0`, `bins.${version}.1`]);
  expect(parts.size).toBeGreaterThan(2);
});

test.each([
  ["no rows at all", []],
  ["an invalid row", [row("400001"), { ...row("400002"), bin: "4000" }]],
  ["an unknown type", [{ ...row("400001"), type: "PRE" as "CRD" }]],
])("%s is refused whole", async (_, rows) => {
  const payments = open(memoryStore());
  expect(await payments.bins.import(rows)).toMatchObject({ ok: false, error: { code: "INVALID_REQUEST" } });
  expect([await nameOf(payments, "400000"), await nameOf(payments, "400001")]).toEqual(["처음", "NOT_FOUND_BIN"]);
});

test.each<[string, Partial<BinRow>, boolean]>([
  ["5 digits", { bin: "40000" }, false],
  ["6 digits", { bin: "400001" }, true],
  ["7 digits", { bin: "4000010" }, false],
  ["8 digits", { bin: "40000100" }, true],
  ["9 digits", { bin: "400001000" }, false],
  ["a code of 1 character", { issuer: "1" }, false],
  ["a code of 3 characters", { issuer: "111" }, false],
  ["a nickname of 100", { nickname: "x".repeat(100) }, true],
  ["a nickname of 101", { nickname: "x".repeat(101) }, false],
  ["a provider's code of 50", { providerCode: "x".repeat(50) }, true],
  ["a provider's code of 51", { providerCode: "x".repeat(51) }, false],
])("a row with %s can be imported: %s", async (_what, change, good) => {
  const { bins } = open(memoryStore());
  expect((await bins.import([{ ...row("400001"), ...change }])).ok).toBe(good);
});

test("while the store fails, the old table is served, and the operator is notified", async () => {
  const store = memoryStore();
  let broken = false;
  const failing: Store = {
    ...store,
    read: (...request) => (broken ? Promise.reject(new Error("unreachable")) : store.read(...request)),
    commit: (change) => (broken ? Promise.reject(new RangeError("unreachable")) : store.commit(change)),
  };
  const payments = open(failing);
  await payments.bins.import([row("400000", "새")]);
  broken = true;
  notices.length = 0;
  await expect(payments.bins.import([row("400000", "더 새")])).rejects.toThrow("unreachable");
  await clock.advance(10_000);
  expect(await nameOf(payments, "400000")).toBe("새");
  await clock.advance(1);
  expect(await nameOf(payments, "400000")).toBe("새");
  expect(notices.map(({ kind }) => kind)).toEqual(["card-table-not-read"]);
});
