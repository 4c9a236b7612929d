import { operations } from "../interface/operations.ts";
import type { Shrunk } from "../run-seed.ts";
import type { Happened } from "../run-sequence.ts";
import { neverAnswered, otherMethods, type Tally } from "../tally.ts";
import { scriptOf } from "./curl.ts";

const operationIds = operations.map(({ operationId }) => operationId);

const perCent = (part: number, all: number) => `${((100 * part) / Math.max(1, all)).toFixed(1)}%`;

export function speedText({ requests, sequences, simulatedMinutes }: Tally, elapsedMs: number): string {
  const seconds = Math.max(1, elapsedMs) / 1000;
  return [
    `${requests} requests in ${sequences} sequences in ${seconds.toFixed(1)} s: ${(requests / seconds).toFixed(0)} a second`,
    `${(simulatedMinutes / 1440).toFixed(0)} simulated days`,
  ].join(", ");
}

/** The table of operations by status, the codes, the slowest answers, and operations that never succeeded. */
export function summaryText(tally: Tally): string {
  const never = neverAnswered(tally, operationIds);
  return [
    ...tableOf(tally),
    "",
    ...codesOf(tally),
    "",
    ...slowestOf(tally),
    "",
    never.length === 0
      ? `Each of the ${operationIds.length} operations was answered with a success.`
      : `Never answered with a success: ${never.join(", ")}`,
  ].join("\n");
}

function tableOf({ statuses, requests }: Tally): readonly string[] {
  const columns = [...new Set(Object.values(statuses).flatMap((row) => Object.keys(row)))].toSorted();
  const width = Math.max(...operationIds.map(({ length }) => length));
  const row = (name: string, counts: readonly (number | string)[]) =>
    [name.padEnd(width), ...counts.map((count) => String(count).padStart(7))].join(" ");
  const sumOf = (status: string) => Object.values(statuses).reduce((sum, one) => sum + (one[status] ?? 0), 0);
  const sums = columns.map(sumOf);
  return [
    row("operation", columns),
    ...[...operationIds, otherMethods].map((id) =>
      row(
        id,
        columns.map((status) => statuses[id]?.[status] ?? "·"),
      ),
    ),
    row("all", sums),
    row(
      "",
      sums.map((sum) => perCent(sum, requests)),
    ),
  ];
}

function codesOf({ codes }: Tally): readonly string[] {
  const sorted = Object.entries(codes).toSorted(([, one], [, other]) => other - one);
  return [`${sorted.length} codes:`, ...sorted.map(([code, count]) => `${String(count).padStart(9)} ${code}`)];
}

const shownSlowest = 5;

function slowestOf({ slowest }: Tally): readonly string[] {
  const sorted = Object.entries(slowest).toSorted(([, one], [, other]) => other.ms - one.ms);
  const slow = sorted.filter(([, { ms }]) => ms > 1000).length;
  return [
    "The slowest answers, each of its operation:",
    ...sorted
      .slice(0, shownSlowest)
      .map(([id, { ms, seed }]) => `${ms.toFixed(0).padStart(9)} ms ${id} (seed ${seed})`),
    slow === 0 ? "None took longer than a second." : `${slow} operations took longer than a second.`,
  ];
}

/** A failure: what is wrong, how to run it again, and a script that repeats it elsewhere. */
export function failureText(seed: number, { report: { problem, happened }, path }: Shrunk): string {
  return [
    `Seed ${seed}: ${problem?.text ?? "nothing is wrong"}`,
    "",
    `Run it again: pnpm fuzz --seed ${seed} --sequences 1`,
    ...(path === undefined ? [] : [`Its path in fast-check: ${path}`]),
    "",
    scriptOf(happened),
    "",
    ...answerOf(happened.at(-1)),
  ].join("\n");
}

function answerOf(last: Happened | undefined): readonly string[] {
  return last?.kind === "exchange" ? [`answered ${last.answer.status}: ${last.answer.text.slice(0, 600)}`] : [];
}

/** `####······  40%` */
export function progressBar(done: number, all: number): string {
  const width = 30;
  const full = Math.min(width, Math.floor((done / all) * width));
  return `${"#".repeat(full)}${"·".repeat(width - full)} ${String(Math.floor((done / all) * 100)).padStart(3)}%`;
}
