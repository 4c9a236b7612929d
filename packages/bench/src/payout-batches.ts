import { sandboxPayoutBank } from "wonflow";
import { deposit, onPostgres, openService, register } from "./postgres-service.ts";
import { median, rateOf, milliseconds, percentile, ratio, type Row } from "./report.ts";

const shop = { mId: 7, mode: "test" } as const;
const batches = 20;
const items = 100;

export function createPayoutBatches(rounds: number, ms: number): Promise<readonly Row[]> {
  return onPostgres(async ({ store, insertRow }) => {
    const service = await openService(store, { payoutBank: await sandboxPayoutBank() });
    await register(service, shop);
    await deposit(store, shop);
    let sellers = 0;
    const newItem = async () => {
      sellers += 1;
      const refSellerId = `seller-${sellers}`;
      const account = { bankCode: "004", accountNumber: `1101234${100_000 + sellers}`, holderName: "김상인" };
      const seller = { refSellerId, name: refSellerId, businessType: "INDIVIDUAL" as const, account };
      const made = await service.sellers.create(shop, seller);
      if (!made.ok) throw new Error(made.error.code);
      return { refPayoutId: refSellerId, destination: made.value.id, amount: { value: 10_000 } };
    };

    const p50s: number[] = [];
    const inserts: number[] = [];
    const all: number[] = [];
    // The first round does not count: a service that runs for days has long been compiled.
    for (let round = 0; round <= rounds; round += 1) {
      const prepared = [];
      for (let batch = 0; batch < batches; batch += 1) {
        prepared.push(await Promise.all(Array.from({ length: items }, newItem)));
      }
      const insert = await rateOf(1, ms, insertRow);
      const latencies: number[] = [];
      for (const batch of prepared) {
        const start = performance.now();
        const made = await service.payouts.createBatch(shop, batch);
        if (!made.ok) throw new Error(made.error.code);
        latencies.push(performance.now() - start);
      }
      if (round === 0) continue;
      inserts.push(insert.p50);
      latencies.sort((one, other) => one - other);
      p50s.push(percentile(latencies, 0.5));
      all.push(...latencies);
    }
    all.sort((one, other) => one - other);
    const beside = median(p50s.map((p50, round) => p50 / (inserts[round] ?? p50)));
    const insert = median(inserts);
    return [
      { what: "one row inserted by one client: p50", measured: milliseconds(insert), beside: "1.00 ×" },
      { what: `a batch of ${items} payouts: p50`, measured: milliseconds(median(p50s)), beside: ratio(beside, 1) },
      {
        what: `a batch of ${items} payouts: p99 of ${all.length}`,
        measured: milliseconds(percentile(all, 0.99)),
        beside: ratio(percentile(all, 0.99), insert),
      },
    ];
  });
}
