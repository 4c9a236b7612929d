import { tollText } from "../report-text.ts";
import type { JudgedHistory } from "./history.ts";
import type { HistoryRoundReport } from "./history-round.ts";

function isWrong({ judgement }: JudgedHistory): boolean {
  return judgement.verdict !== "linearizable";
}

/** Histories that cannot be explained, that were not decided, and answers that nobody should get. */
export function wrongsOf({ orders, merchants, surprises }: HistoryRoundReport): readonly string[] {
  const histories = [...orders, ...merchants].filter(isWrong).map(({ name, judgement, timeline }) => {
    const { verdict, configurations } = judgement;
    return `${name} is ${verdict} (${configurations} configurations)${timeline === undefined ? "" : `:\n${timeline}`}`;
  });
  return [...histories, ...surprises];
}

/** Whether a read or refusal was late, as the control must be seen to be. */
export function isCaught({ orders, merchants }: HistoryRoundReport): boolean {
  return [...orders, ...merchants].some(({ judgement }) => judgement.verdict === "not linearizable");
}

/** The figures of some rounds in a few words. */
function figuresOf(reports: readonly HistoryRoundReport[]): string {
  const sum = (of: (report: HistoryRoundReport) => number) => reports.reduce((total, each) => total + of(each), 0);
  const histories = reports.flatMap(({ orders, merchants }) => [...orders, ...merchants]);
  const calls = histories.reduce((total, each) => total + each.calls, 0);
  const open = histories.reduce((total, each) => total + each.open, 0);
  const longest = Math.max(0, ...histories.map((each) => each.calls));
  const hardest = Math.max(0, ...histories.map(({ judgement }) => judgement.configurations));
  return [
    `${calls} calls of ${sum(({ orders }) => orders.length)} orders and ${sum(({ merchants }) => merchants.length)} merchants judged`,
    `${open} of them open-ended, ${sum(({ counts }) => counts.repeats)} requests sent again`,
    `the longest history has ${longest} calls, the hardest took ${hardest} configurations`,
    tollText(reports.map(({ toll }) => toll)),
  ].join("; ");
}

const told = 5;

/** All rounds in one line; tells the seeds of those in which something is wrong. */
export function historiesText(reports: readonly HistoryRoundReport[]): string {
  const bad = reports.filter((report) => wrongsOf(report).length > 0).map(({ seed }) => seed);
  const verdict =
    bad.length === 0
      ? "All histories are linearizable."
      : `In ${bad.length} rounds something is wrong: ${bad.join(", ")}`;
  return `${reports.length} rounds: ${figuresOf(reports)}. ${verdict}`;
}

/** A round in one line, and what is wrong below it. */
export function historyRoundText(report: HistoryRoundReport): string {
  const wrongs = wrongsOf(report);
  const verdict = wrongs.length === 0 ? "all linearizable" : `${wrongs.length} WRONG`;
  const more = wrongs.length > told ? [`and ${wrongs.length - told} more`] : [];
  return [`round ${report.seed}: ${figuresOf([report])}; ${verdict}`, ...wrongs.slice(0, told), ...more].join("\n  - ");
}
