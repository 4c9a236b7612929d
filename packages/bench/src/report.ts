import type { Task } from "tinybench";

export interface Row {
  readonly what: string;
  readonly measured: string;
  /** Beside the first line of its table. */
  readonly beside?: string;
}

export function perSecond(task: Task): number {
  const { result } = task;
  if (!("throughput" in result)) throw new Error(`${task.name} was not measured`);
  return result.throughput.mean;
}

export function ratio(measured: number, base: number): string {
  return `${(measured / base).toFixed(measured / base < 0.1 ? 3 : 2)} ×`;
}

export function milliseconds(ms: number): string {
  return `${ms < 10 ? ms.toFixed(2) : Math.round(ms).toLocaleString("en")} ms`;
}

export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

export interface Comparison {
  readonly what: string;
  readonly alone: string;
  readonly beside: string;
  /** The figure with something beside, as a multiple of the other. */
  readonly ratio: string;
}

/** A table for docs/benchmarks.md; where its lines say a multiple, the last column does. */
export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly lines: readonly (readonly string[])[];
}

export function tableOf(title: string, rows: readonly Row[]): Table {
  const lines = rows.map(({ what, measured, beside = "" }) => [what, measured, beside]);
  return { title, columns: ["what", "measured", "beside the first"], lines };
}

export function comparisonTable(title: string, rows: readonly Comparison[]): Table {
  const lines = rows.map(({ what, alone, beside, ratio: multiple }) => [what, alone, beside, multiple]);
  return { title, columns: ["what", "alone", "beside", "beside ÷ alone"], lines };
}

export function print({ title, columns, lines }: Table): void {
  const rule = `|---|${columns
    .slice(1)
    .map(() => "---:|")
    .join("")}`;
  const text = [columns, ...lines].map((cells) => `| ${cells.join(" | ")} |`);
  console.log([`\n### ${title}\n`, text[0], rule, ...text.slice(1)].join("\n"));
}

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
