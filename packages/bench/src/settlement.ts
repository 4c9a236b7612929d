import { setTimeout as pause } from "node:timers/promises";
import type { Payments, Store } from "@wonflow/core";
import { systemClock } from "wonflow";
import { authenticated, confirm, noConfirms, openTill, paid, type Confirms } from "./till.ts";
import { copyingStore } from "./copied-orders.ts";
import { onPostgres, openService, register } from "./postgres-service.ts";
import { milliseconds, percentile, ratio, type Comparison, type Row } from "./report.ts";

const shop = { mId: 7, mode: "test" } as const;
const dayMs = 24 * 60 * 60 * 1000;

const warmUpMs = 3_000;

/** Compares confirms while up to ten settlements of their merchant run with confirms alone for as long. */
export function settleBesideConfirms(orders: number) {
  return onPostgres(({ store }) => measure(store, orders));
}

async function measure(store: Store, orders: number) {
  const copying = copyingStore(store, shop);
  // The service begins on a Tuesday, and its day can be put forward.
  let aheadMs = Date.parse("2026-11-24T10:00:00+09:00") - Date.now();
  const service = await openService(copying.store, { clock: { ...systemClock, now: () => Date.now() + aheadMs } });
  await register(service, shop, { settlementDays: 1, contracts: { webhook: true } });
  const model = await copying.model(() => paid(service, shop, "order-of-a-bench-paid"));
  await copying.copy(model, orders - 1);
  aheadMs += dayMs;
  const next = await copying.model(() => authenticated(service, shop, "order-of-a-bench-next"));
  const confirmDuring = openTill(
    (confirmation) => confirm(service, shop, confirmation),
    (count) => copying.copy(next, count),
  );
  await confirmDuring(noConfirms(), () => pause(warmUpMs));

  const alone = noConfirms();
  const beside = noConfirms();
  let settlingMs = 0;
  for (;;) {
    const tookMs = await confirmDuring(beside, () => settleOnce(service));
    if (tookMs === undefined) break;
    settlingMs += tookMs;
    await confirmDuring(alone, () => pause(tookMs));
  }
  const settlements = await countSettlements(service, orders);
  return { rows: compare(alone, beside), settled: describe({ orders, settlements, settlingMs }) };
}

/** Runs due work once and returns how long the merchant's settlements took, or undefined if none was due. */
async function settleOnce({ work }: Payments): Promise<number | undefined> {
  const start = performance.now();
  const started = await work.start("settlementSchedule", 1);
  if (started.length === 0) return undefined;
  if ((await Promise.all(started)).includes(false)) throw new Error("settling failed");
  return performance.now() - start;
}

/** How many settlements were made. Throws unless each order is in one line, and the books are right. */
async function countSettlements(service: Payments, orders: number): Promise<number> {
  let settlements = 0;
  const settled: string[] = [];
  for (let startingAfter: string | null | undefined; startingAfter !== null;) {
    const page = await service.settlements.list(shop, { from: "2026-11-25", to: "2026-11-25", startingAfter });
    if (!page.ok) throw new Error(page.error.code);
    settlements += page.value.items.length;
    settled.push(...page.value.items.flatMap(({ lines }) => lines.map(({ orderId }) => orderId)));
    startingAfter = page.value.nextCursor;
  }
  const distinct = new Set(settled).size;
  if (distinct !== orders || settled.length !== orders) {
    throw new Error(`${settled.length} lines of ${distinct} orders, of ${orders}`);
  }
  const { differences } = await service.ledger.audit(shop);
  if (differences.length > 0) throw new Error(JSON.stringify(differences));
  return settlements;
}

function compare(alone: Confirms, beside: Confirms): readonly Comparison[] {
  for (const { latencies } of [alone, beside]) latencies.sort((a, b) => a - b);
  const row = (what: string, of: (confirms: Confirms) => number, show: (value: number) => string) => {
    return { what, alone: show(of(alone)), beside: show(of(beside)), ratio: ratio(of(beside), of(alone)) };
  };
  const at = (share: number) => (confirms: Confirms) => percentile(confirms.latencies, share);
  const count = (value: number) => Math.round(value).toLocaleString("en");
  return [
    row("confirms", ({ latencies }) => latencies.length, count),
    row("confirms a second", ({ latencies, elapsedMs }) => (latencies.length * 1000) / elapsedMs, count),
    row("a confirm: p50", at(0.5), milliseconds),
    row("a confirm: p99", at(0.99), milliseconds),
    row("a confirm: p99.9", at(0.999), milliseconds),
    row("longest pause of the process", ({ longestPauseMs }) => longestPauseMs, milliseconds),
    row(
      "peak memory of the process",
      ({ peakBytes }) => peakBytes / 2 ** 20,
      (value) => `${count(value)} MB`,
    ),
  ];
}

type Settled = Readonly<Record<"orders" | "settlements" | "settlingMs", number>>;

function describe({ orders, settlements, settlingMs }: Settled): readonly Row[] {
  return [
    { what: "settlements", measured: settlements.toLocaleString("en") },
    { what: "orders settled a second", measured: Math.round((orders * 1000) / settlingMs).toLocaleString("en") },
    { what: "one settlement", measured: milliseconds(settlingMs / settlements) },
  ];
}
