import { dayInSeoul, type CardMovement } from "@wonflow/core";
import { cardCaller, fakeClock } from "@wonflow/testkit";
import { expect, test } from "vitest";
import { memoryJournal } from "../journal/journal.ts";
import { sandboxGateway } from "./gateway.ts";
import { leastPromises, type SandboxPromises } from "./promises.ts";

/** 12:00 in Seoul. */
const startMs = Date.UTC(2026, 2, 2, 3);
const today = dayInSeoul(startMs);
const tenant = "1:test";
const cardToken = "sbx_kb_1:test_0000000000000001";
const hour = 3_600_000;
const until23 = 11 * hour;

function open(promises: Partial<SandboxPromises> = {}) {
  const clock = fakeClock(startMs);
  const gateway = sandboxGateway({ clock, promises: { ...leastPromises, dayList: true, ...promises } });
  const caller = cardCaller(gateway, clock.now);
  const deadline = () => clock.now() + 10_000;
  const page = async (day = today, cursor: string | null = null) =>
    gateway.statement?.({ tenant, day, cursor, deadline: deadline() });
  const pageFrom = async (cursor: string | null) => {
    const answer = await page(today, cursor);
    if (answer?.outcome !== "done") throw new Error(`no page: ${JSON.stringify(answer)}`);
    return answer.value;
  };
  return {
    clock,
    gateway,
    page,
    approve: (key: string) => {
      const terms = { cardToken, amount: 10_000, installmentPlanMonths: 0, orderName: "Tea" };
      return caller.approve({ tenant, key, deadline: deadline(), ...terms });
    },
    cancel: (approvalKey: string, amount: number) =>
      caller.cancel({ tenant, key: `${approvalKey}.c`, approvalKey, amount, deadline: deadline() }),
    reverse: (approvalKey: string) =>
      caller.reverse({ tenant, key: `${approvalKey}.r`, approvalKey, deadline: deadline() }),
    /** The lines on each page of today's list; `between` runs after the first page. */
    async pages(between: () => Promise<unknown> = async () => undefined) {
      const first = await pageFrom(null);
      await between();
      const pages = [first];
      for (let next = first.next; next !== null; next = pages.at(-1)?.next ?? null) pages.push(await pageFrom(next));
      return pages.map(({ movements }) => movements.map(told));
    },
  };
}

function told({ kind, approvalKey, amount }: CardMovement): string {
  return `${kind} ${approvalKey} ${amount}`;
}

const keys = Array.from({ length: 205 }, (_, index) => `a${index}`);
const lines = keys.map((key) => `APPROVED ${key} 10000`);

test("a day of 205 lines has three pages, in the order of their times", async () => {
  const { clock, approve, pages } = open();
  for (const key of keys) await approve(key);
  await clock.advance(12 * hour);
  expect(await pages()).toEqual([lines.slice(0, 100), lines.slice(100, 200), lines.slice(200)]);
});

test("a day with just a full page ends with it, and a day without lines has an empty one", async () => {
  const { clock, approve, page, pages } = open();
  for (const key of keys.slice(0, 100)) await approve(key);
  await clock.advance(12 * hour);
  expect(await pages()).toEqual([lines.slice(0, 100)]);
  expect(await page("2026-03-01")).toEqual({ outcome: "done", value: { movements: [], next: null } });
});

test("a reversal after midnight, between two pages, neither moves a line nor hides one", async () => {
  const { clock, approve, reverse, pages } = open();
  await clock.advance(until23 + hour / 2);
  for (const key of keys) await approve(key);
  await clock.advance(hour / 2);
  const read = await pages(async () => expect(await reverse("a5")).toMatchObject({ outcome: "done" }));
  expect(read.flat()).toEqual(lines);
  expect((await pages()).flat()).toEqual(lines.toSpliced(5, 1));
});

test("a line is listed on the day of its own time: a cancellation on the day after its approval", async () => {
  const { clock, approve, cancel, pages, page } = open();
  await clock.advance(until23);
  await approve("a");
  await clock.advance(2 * hour);
  await cancel("a", 4_000);
  expect(await pages()).toEqual([["APPROVED a 10000"]]);
  const at = clock.now();
  await clock.advance(24 * hour);
  const line = {
    kind: "CANCELED",
    approvalKey: "a",
    approvalReference: "sbx.approval.00000001",
    amount: 4_000,
    at,
  } as const;
  expect(await page(dayInSeoul(at))).toEqual({ outcome: "done", value: { movements: [line], next: null } });
});

test("a day is over at midnight in Seoul, and not a millisecond before", async () => {
  const { clock, page } = open();
  await clock.advance(12 * hour - 1);
  expect(await page()).toEqual({ outcome: "unknown", reason: `${today} is not a day that is over.` });
  await clock.advance(1);
  expect(await page()).toMatchObject({ outcome: "done" });
});

test.each(["2026-02-30", "2026-3-1", "", "yesterday"])("%j is no day", async (day) => {
  const { page } = open();
  expect(await page(day)).toEqual({ outcome: "unknown", reason: `${day} is not a day that is over.` });
});

test.each(["-1", "1.5", "x", "1e400"])("%j is no cursor", async (cursor) => {
  const { page } = open();
  expect(await page("2026-03-01", cursor)).toEqual({ outcome: "unknown", reason: `${cursor} is no cursor.` });
});

test("a call that arrived late is listed at its time, even if no call followed", async () => {
  const { clock, gateway, approve, pages } = open();
  await clock.advance(until23 + hour - 30_000);
  gateway.faults.next("approve", { kind: "arrives-late", ms: 20_000 });
  await expect(approve("late")).rejects.toThrow("arrives-late");
  await clock.advance(30_000);
  expect(await pages()).toEqual([["APPROVED late 10000"]]);
});

test("an approval that was lost, and one whose reversal came first, are not listed", async () => {
  const { clock, gateway, approve, reverse, pages } = open({ tombstones: true });
  await reverse("never");
  gateway.faults.next("approve", "refused-connection");
  await expect(approve("lost")).rejects.toThrow("refused-connection");
  await clock.advance(12 * hour);
  expect(await pages()).toEqual([[]]);
  expect(gateway.record(tenant, "never")).toMatchObject({ state: "TOMBSTONED" });
});

test.each([
  [false, "undefined"],
  [true, "function"],
])("with dayList %s, its statement is %s", (dayList, kind) => {
  const gateway = sandboxGateway({ clock: fakeClock(0), journal: memoryJournal(), promises: { dayList } });
  expect(typeof gateway.statement).toBe(kind);
});
