import type { Task } from "tinybench";

/** A line of a report. */
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

/** The value below which a share of the measurements lies. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

/** A table for docs/benchmarks.md. */
export function print(title: string, rows: readonly Row[]): void {
  const lines = rows.map(({ what, measured, beside = "" }) => `| ${what} | ${measured} | ${beside} |`);
  console.log([`\n### ${title}\n`, "| what | measured | beside the first |", "|---|---:|---:|", ...lines].join("\n"));
}

/** A line of a report on the same figure with nothing beside and with something beside. */
export interface Comparison {
  readonly what: string;
  readonly alone: string;
  readonly beside: string;
  /** The figure with something beside, as a multiple of the other. */
  readonly ratio: string;
}

/** A table for docs/benchmarks.md. */
export function printComparison(title: string, rows: readonly Comparison[]): void {
  const lines = rows.map(
    ({ what, alone, beside, ratio: multiple }) => `| ${what} | ${alone} | ${beside} | ${multiple} |`,
  );
  const head = ["| what | alone | beside | beside ÷ alone |", "|---|---:|---:|---:|"];
  console.log([`\n### ${title}\n`, ...head, ...lines].join("\n"));
}
