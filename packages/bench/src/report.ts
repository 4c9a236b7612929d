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
