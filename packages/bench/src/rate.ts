import { percentile, type Row } from "./report.ts";

/** How often something was done in a second, and the milliseconds that 50, 95 and 99 in a hundred took at most. */
export type Rate = Readonly<Record<"perSecond" | "p50" | "p95" | "p99", number>>;

/** Does something again and again, this many at once, and counts. A failure ends the benchmark. */
export async function rateOf(atOnce: number, ms: number, once: () => Promise<unknown>): Promise<Rate> {
  const latencies: number[] = [];
  const start = performance.now();
  const work = async () => {
    while (performance.now() - start < ms) {
      const began = performance.now();
      await once();
      latencies.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return rateOver(latencies, (performance.now() - start) / 1000);
}

function rateOver(latencies: number[], seconds: number): Rate {
  latencies.sort((one, other) => one - other);
  return {
    perSecond: latencies.length / seconds,
    p50: percentile(latencies, 0.5),
    p95: percentile(latencies, 0.95),
    p99: percentile(latencies, 0.99),
  };
}

export function median(values: readonly number[]): number {
  return percentile(
    values.toSorted((one, other) => one - other),
    0.5,
  );
}

/** Makes lines of a table: the median rate of all rounds, beside the base of the same round. */
export function rateRows<Round>(rounds: readonly Round[], base: (round: Round) => Rate) {
  return (what: string, of: (round: Round) => Rate): Row => ({
    what,
    measured: `${median(rounds.map((round) => of(round).perSecond)).toFixed(0)}/s`,
    beside: `${median(rounds.map((round) => of(round).perSecond / base(round).perSecond)).toFixed(2)} ×`,
  });
}
