import { sandboxInstallmentFeeds, type FeedFault } from "@wonflow/sandbox";
import { memoryStore } from "@wonflow/store-memory";
import { fakeClock, sequentialIds, testVault } from "@wonflow/testkit";
import { expect, test } from "vitest";
import { bindPayments, interestFreeSchema, type InstallmentFeed, type Notice } from "../../index.ts";

const hour = 60 * 60_000;
const merchant = { name: "Shop", feeRate: "3.3", contracts: { installmentFeeds: ["PG_A" as const, "PG_B" as const] } };

async function open(startMs = Date.UTC(2026, 10, 20, 3)) {
  const clock = fakeClock(startMs);
  const store = memoryStore();
  const ids = sequentialIds();
  const feeds = sandboxInstallmentFeeds({ clock });
  const notices: Notice[] = [];
  const process = (installmentFeeds: Partial<Record<"PG_A" | "PG_B", InstallmentFeed>> = feeds) =>
    bindPayments({
      store,
      gateways: {},
      cardData: { installmentFeeds },
      clock,
      ids,
      vault: testVault(),
      notify: (notice) => notices.push(notice),
    });
  const payments = process();
  for (const mode of ["test", "live"] as const) await payments.merchants.register({ mId: 7, mode, ...merchant });
  /** Runs due work while time passes. */
  const work = async (ms: number) => {
    const running = payments.work.runDue(10);
    await clock.advance(ms);
    await running;
  };
  const months = (pg: string | undefined, mode: "test" | "live" = "test") =>
    payments.installments.interestFreeMonths({ mId: 7, mode }, { pg });
  return { clock, feeds, notices, process, payments, work, months };
}

test("before the first feed the data is not ready; then both forms give the same offers, where both can express them", async () => {
  const { months, work } = await open();
  expect(await months("PG_A")).toMatchObject({ ok: false, error: { code: "INSTALLMENTS_NOT_READY" } });
  await work(0);
  const [text, json] = [await months("PG_A"), await months("PG_B")];
  if (!text.ok || !json.ok) throw new Error("not ready");
  expect(interestFreeSchema.parse(text.value)).toEqual(text.value);
  expect(text.value.period).toEqual({ startDate: "2026-11-01", endDate: "2026-11-30" });
  const kakao = { issuer: "15", minimumAmount: 50_000, maximumAmount: 3_000_000, installmentMonth: { min: 2, max: 3 } };
  expect(json.value.interestFreeInstallmentCards).toContainEqual(kakao);
  const others = json.value.interestFreeInstallmentCards.filter((card) => card?.issuer !== "15");
  const inOrder = (cards: readonly unknown[]) => cards.map((card) => JSON.stringify(card)).toSorted();
  expect(inOrder(text.value.interestFreeInstallmentCards)).toEqual(inOrder(others));
  expect(inOrder(text.value.partialInterestFreeInstallmentCards)).toEqual(
    inOrder(json.value.partialInterestFreeInstallmentCards),
  );
  expect(text.value.interestFreeInstallmentCards.filter((card) => card?.issuer === "41")).toEqual([
    { issuer: "41", minimumAmount: 50_000, installmentMonth: { min: 2, max: 3 } },
    { issuer: "41", minimumAmount: 50_000, installmentMonth: { min: 7, max: 8 } },
    { issuer: "41", minimumAmount: 200_000, installmentMonth: { min: 2, max: 3 } },
    { issuer: "41", minimumAmount: 200_000, installmentMonth: { min: 7, max: 8 } },
    { issuer: "41", minimumAmount: 200_000, installmentMonth: { min: 14, max: 14 } },
  ]);
  expect(text.value.partialInterestFreeInstallmentCards).toContainEqual({
    issuer: "11",
    minimumAmount: 50_000,
    plan: [
      { month: 10, customerInterestMonthRange: { start: 1, end: 4 } },
      { month: 12, customerInterestMonthRange: { start: 1, end: 5 } },
    ],
  });
});

test.each([
  [undefined, "INVALID_REQUEST"],
  ["", "INVALID_REQUEST"],
  ["PG_C", "INVALID_REQUEST"],
  ["pg_a", "INVALID_REQUEST"],
  ["PG_B", "FORBIDDEN_REQUEST"],
  ["PG_A", "INSTALLMENTS_NOT_READY"],
])("the gateway %s of a merchant with PG_A only: %s", async (pg, code) => {
  const { payments, months } = await open();
  await payments.merchants.register({ mId: 7, mode: "test", ...merchant, contracts: { installmentFeeds: ["PG_A"] } });
  expect(await months(pg)).toMatchObject({
    ok: false,
    error: { code, ...(code.endsWith("READY") ? {} : { details: [{ field: "pg" }] }) },
  });
});

test.each(["PG_A", "PG_B"] as const)(
  "after faults of %s the last good data is served, the operator is notified, and the next good feed is read",
  async (pg) => {
    const { feeds, months, work, notices, clock } = await open();
    await work(0);
    const good = await months(pg);
    const faults: readonly FeedFault[] = ["late", "refused-connection", "empty", "cut-off"];
    for (const fault of faults) {
      feeds[pg].fail(fault);
      notices.length = 0;
      await clock.advance(hour);
      await work(10_000);
      expect(await months(pg)).toEqual(good);
      expect(notices).toMatchObject([{ kind: "installment-feed-failed", feed: pg }]);
      feeds[pg].fail(undefined);
      // The feed is read again in a minute, not in an hour.
      await clock.advance(60_000);
      notices.length = 0;
      await work(0);
      expect(notices).toEqual([]);
    }
  },
);

test("a source without offers is asked again in an hour, and the operator is notified once", async () => {
  const { process, months, notices, clock } = await open();
  let text: string | null = null;
  let reads = 0;
  const feed = { sandbox: true, read: async () => ((reads += 1), text) };
  const { work: due } = process({ PG_B: feed });
  const none = {
    period: { startDate: "", endDate: "" },
    interestFreeInstallmentCards: [],
    partialInterestFreeInstallmentCards: [],
  };
  const problems = { "the source says that it has no offers": 1 };
  await due.runDue(10);
  expect([reads, await months("PG_B"), notices]).toEqual([
    1,
    { ok: true, value: none },
    [{ kind: "installment-feed-doubtful", feed: "PG_B", problems }],
  ]);
  await clock.advance(hour - 1);
  await due.runDue(10);
  expect(reads).toBe(1);
  await clock.advance(1);
  await due.runDue(10);
  expect([reads, notices.length]).toEqual([2, 1]);
  text =
    '{"cards":{"41":[{"minAmt":50000,"installment":"02"}]},"period":{"startDate":"20261101","endDate":"20261130"}}';
  await clock.advance(hour);
  await due.runDue(10);
  text = null;
  await clock.advance(hour);
  await due.runDue(10);
  expect(notices.length).toBe(2);
  expect(await months("PG_B")).toEqual({ ok: true, value: none });
});

test.each(["PG_A", "PG_B"] as const)(
  "malformed rows of %s are null, a malformed period is empty; both are reported",
  async (pg) => {
    const { feeds, months, work, notices } = await open();
    feeds[pg].fail("malformed-rows");
    await work(0);
    const rows = await months(pg);
    if (!rows.ok) throw new Error("not ready");
    expect(rows.value.interestFreeInstallmentCards.filter((card) => card === null).length).toBeGreaterThan(2);
    expect(rows.value.interestFreeInstallmentCards.filter((card) => card?.issuer === "11")).toEqual([]);
    expect(rows.value.interestFreeInstallmentCards.filter((card) => card?.issuer === "21")).toHaveLength(1);
    expect(notices).toMatchObject([{ kind: "installment-feed-doubtful", feed: pg }]);

    const other = await open();
    other.feeds[pg].fail("malformed-period");
    await other.work(0);
    expect(await other.months(pg)).toMatchObject({ value: { period: { startDate: "", endDate: "" } } });
    expect(other.notices).toMatchObject([{ problems: { "the period can't be read": 1 } }]);
  },
);

test.each([
  [5_000_000, true],
  [5_000_001, false],
])(
  "a feed of %i characters is read: %s",
  async (length, ready) => {
    const { feeds, process } = await open();
    const text = ((await feeds.PG_A.read()) ?? "").padEnd(length, "\n");
    const payments = process({ PG_A: { sandbox: true, read: async () => text } });
    await payments.work.runDue(10);
    expect((await payments.installments.interestFreeMonths({ mId: 7, mode: "test" }, { pg: "PG_A" })).ok).toBe(ready);
  },
  60_000,
);

test.each([
  [4_999, true],
  [5_000, false],
])("a feed that arrives after %i ms is accepted: %s", async (ms, ready) => {
  const { clock, feeds, process } = await open();
  const read = async () => {
    await clock.after(ms).elapsed;
    return feeds.PG_A.read();
  };
  const payments = process({ PG_A: { sandbox: true, read } });
  const running = payments.work.runDue(10);
  await clock.advance(5_001);
  await running;
  expect((await payments.installments.interestFreeMonths({ mId: 7, mode: "test" }, { pg: "PG_A" })).ok).toBe(ready);
});

test.each([
  [59_999, 1],
  [60_000, 2],
])("%i ms after a failed read the feed was read %i times", async (ms, times) => {
  const { clock, process } = await open();
  let reads = 0;
  const read = () => Promise.reject(new Error(`unreachable ${(reads += 1)}`));
  const payments = process({ PG_A: { sandbox: true, read } });
  await payments.work.runDue(10);
  await clock.advance(ms);
  await payments.work.runDue(10);
  expect(reads).toBe(times);
});

test("a fault before the first good feed: not ready, never wrong", async () => {
  const { feeds, months, work } = await open();
  for (const pg of ["PG_A", "PG_B"] as const) feeds[pg].fail("empty");
  await work(0);
  expect(await months("PG_A")).toMatchObject({ error: { code: "INSTALLMENTS_NOT_READY" } });
  expect(await months("PG_B")).toMatchObject({ error: { code: "INSTALLMENTS_NOT_READY" } });
});

test("offers whose last day has passed in Seoul are left out", async () => {
  // Two minutes before midnight in Seoul, on the last day of November.
  const { feeds, months, work, clock } = await open(Date.UTC(2026, 10, 30, 14, 58));
  await work(0);
  feeds.PG_B.fail("refused-connection");
  expect(await months("PG_B")).not.toMatchObject({ value: { interestFreeInstallmentCards: [] } });
  await clock.advance(2 * 60_000);
  expect(await months("PG_B")).toMatchObject({
    value: { interestFreeInstallmentCards: [], partialInterestFreeInstallmentCards: [] },
  });
});

test("live mode shows no offers of a sandbox", async () => {
  const { months, work } = await open();
  await work(0);
  expect(await months("PG_A", "live")).toMatchObject({ error: { code: "INSTALLMENTS_NOT_READY" } });
  expect(await months("PG_A", "test")).toMatchObject({ ok: true });
});

test("one of several processes reads a feed, and all show it, also after a restart without the feed", async () => {
  const { feeds, process, payments, clock } = await open();
  let reads = 0;
  const counted: InstallmentFeed = { sandbox: true, read: () => ((reads += 1), feeds.PG_A.read()) };
  const [one, two] = [process({ PG_A: counted }), process({ PG_A: counted })];
  await Promise.all([one.work.runDue(10), two.work.runDue(10)]);
  expect(reads).toBe(1);
  await clock.advance(hour - 1);
  await Promise.all([one.work.runDue(10), two.work.runDue(10)]);
  expect(reads).toBe(1);
  await clock.advance(1);
  await Promise.all([one.work.runDue(10), two.work.runDue(10)]);
  expect(reads).toBe(2);
  expect(await process({}).installments.interestFreeMonths({ mId: 7, mode: "test" }, { pg: "PG_A" })).toMatchObject({
    ok: true,
  });
  await process({}).work.runDue(10);
  expect(await payments.installments.interestFreeMonths({ mId: 7, mode: "test" }, { pg: "PG_A" })).toMatchObject({
    ok: true,
  });
});
