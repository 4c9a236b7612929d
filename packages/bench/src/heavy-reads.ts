import { setTimeout as pause } from "node:timers/promises";
import { createHandler, nodeListener, type Payments, type Tenant } from "wonflow";
import { authenticated, noConfirms, openTill, paid, type Confirms } from "./till.ts";
import { copyingStore } from "./copied-orders.ts";
import { serveAndAsk } from "./http-client.ts";
import { onPostgres, openService, register } from "./postgres-service.ts";
import { milliseconds, percentile, ratio, type Comparison } from "./report.ts";

const busy = { mId: 7, mode: "test" } as const;
const other = { mId: 8, mode: "test" } as const;

/** Requests per second that the rate limit of test mode allows. */
const allowance = 25;
const heaviest = [
  `/merchants/${busy.mId}/payments?status=ABORTED`,
  `/merchants/${busy.mId}/payments.csv`,
  `/merchants/${busy.mId}/payments?limit=10000`,
];

async function headersOf({ keys }: Payments, merchant: Tenant) {
  const key = await keys.issue(merchant, "secret");
  if (!key.ok) throw new Error(key.error.code);
  const credentials = Buffer.from(`${key.value.key}:`).toString("base64");
  return { Authorization: `Basic ${credentials}`, "Content-Type": "application/json" };
}

/** Compares one merchant's confirms while another one sends its whole allowance of the most expensive reads with confirms alone. */
export function confirmBesideReads(count: number, ms: number, heavyReads: number): Promise<readonly Comparison[]> {
  return onPostgres(async ({ store }) => {
    const copying = copyingStore(store, busy);
    const service = await openService(copying.store);
    await register(service, busy);
    await register(service, other);
    const old = await copying.model(() => paid(service, busy, "order-of-a-bench-paid"));
    await copying.copy(old, count - 1);
    const next = await copying.model(() => authenticated(service, other, "order-of-a-bench-next"));
    const handler = createHandler(service, {
      rateLimits: { merchant: { test: { count: 100_000, perMs: 1_000 } }, heavyReads },
    });
    const { ask, close } = await serveAndAsk(nodeListener(handler), 1_000);
    const [ofBusy, ofOther] = [await headersOf(service, busy), await headersOf(service, other)];
    const confirmDuring = openTill(
      (body) => ask({ path: "/px/intents/confirm", headers: ofOther, body }),
      (prepared) => copying.copy(next, prepared, other),
    );
    const [alone, beside] = [noConfirms(), noConfirms()];
    await confirmDuring(noConfirms(), () => pause(ms));
    await confirmDuring(alone, () => pause(ms));
    const reads: Promise<void>[] = [];
    await confirmDuring(beside, async () => {
      for (let sent = 0; sent < (allowance * ms) / 1_000; sent += 1) {
        const path = heaviest[sent % heaviest.length] ?? "";
        // Most of them are refused by the limit, as expected.
        reads.push(ask({ path, headers: ofBusy }).catch(() => {}));
        await pause(1_000 / allowance);
      }
    });
    await Promise.all(reads);
    close();
    return compare(alone, beside);
  });
}

function compare(alone: Confirms, beside: Confirms): readonly Comparison[] {
  for (const { latencies } of [alone, beside]) latencies.sort((one, another) => one - another);
  const row = (what: string, of: (confirms: Confirms) => number, show: (value: number) => string) => {
    return { what, alone: show(of(alone)), beside: show(of(beside)), ratio: ratio(of(beside), of(alone)) };
  };
  const at = (share: number) => (confirms: Confirms) => percentile(confirms.latencies, share);
  return [
    row("a confirm: p50", at(0.5), milliseconds),
    row("a confirm: p95", at(0.95), milliseconds),
    row("longest pause of the process", ({ longestPauseMs }) => longestPauseMs, milliseconds),
    row(
      "peak memory of the process",
      ({ peakBytes }) => peakBytes / 2 ** 20,
      (value) => `${Math.round(value)} MB`,
    ),
  ];
}
