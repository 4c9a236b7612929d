import { tollText } from "../report-text.ts";
import type { JudgedHistory } from "./history.ts";
import type { HistoryRoundReport } from "./history-round.ts";

function isWrong({ judgement }: JudgedHistory): boolean {
  return judgement.verdict !== "linearizable";
}

/** Histories that are not linearizable or undecided, and answers that no client should get. */
export function wrongsOf({ orders, merchants, surprises }: HistoryRoundReport): readonly string[] {
  const histories = [...orders, ...merchants].filter(isWrong).map(({ name, judgement, timeline }) => {
    const { verdict, configurations } = judgement;
    return `${name} is ${verdict} (${configurations} configurations)${timeline === undefined ? "" : `:\n${timeline}`}`;
  });
  return [...histories, ...surprises];
}

/** Whether a stale read or refusal was found, as the control must show. */
export function isCaught({ orders, merchants }: HistoryRoundReport): boolean {
  return [...orders, ...merchants].some(({ judgement }) => judgement.verdict === "not linearizable");
}

/** The figures of some rounds. */
function figuresOf(reports: readonly HistoryRoundReport[]): string {
  const sum = (of: (report: HistoryRoundReport) => number) => reports.reduce((total, each) => total + of(each), 0);
  const histories = reports.flatMap(({ orders, merchants }) => [...orders, ...merchants]);
  const calls = histories.reduce((total, each) => total + each.calls, 0);
  const open = histories.reduce((total, each) => total + each.open, 0);
  const longest = Math.max(0, ...histories.map((each) => each.calls));
  const hardest = Math.max(0, ...histories.map(({ judgement }) => judgement.configurations));
  return [
    `${calls} calls of ${sum(({ orders }) => orders.length)} orders and ${sum(({ merchants }) => merchants.length)} merchants checked`,
    `${open} of them open-ended, ${sum(({ counts }) => counts.repeats)} requests repeated`,
    `the longest history has ${longest} calls, the hardest took ${hardest} configurations`,
    tollText(reports.map(({ toll }) => toll)),
  ].join("; ");
}

const mostShown = 5;

/** All rounds in one line, with the seeds of those that failed. */
export function historiesText(reports: readonly HistoryRoundReport[]): string {
  const bad = reports.filter((report) => wrongsOf(report).length > 0).map(({ seed }) => seed);
  const verdict =
    bad.length === 0 ? "All histories are linearizable." : `${bad.length} rounds failed: ${bad.join(", ")}`;
  return `${reports.length} rounds: ${figuresOf(reports)}. ${verdict}`;
}

/** A round in one line, followed by what is wrong. */
export function historyRoundText(report: HistoryRoundReport): string {
  const wrongs = wrongsOf(report);
  const verdict = wrongs.length === 0 ? "all linearizable" : `${wrongs.length} WRONG`;
  const more = wrongs.length > mostShown ? [`and ${wrongs.length - mostShown} more`] : [];
  return [`round ${report.seed}: ${figuresOf([report])}; ${verdict}`, ...wrongs.slice(0, mostShown), ...more].join(
    "\n  - ",
  );
}
