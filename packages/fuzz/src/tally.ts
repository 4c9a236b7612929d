import { codeOf } from "./attacked/received.ts";
import type { SequenceReport } from "./run-sequence.ts";

interface Slowest {
  readonly ms: number;
  readonly seed: number;
}

interface FailedSeed {
  readonly seed: number;
  readonly kind: string;
}

/** The results of sequences, which threads can exchange. */
export interface Tally {
  readonly sequences: number;
  readonly requests: number;
  readonly simulatedMinutes: number;
  /** By operation, then by status. */
  readonly statuses: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly codes: Readonly<Record<string, number>>;
  /** The slowest answer of each operation. */
  readonly slowest: Readonly<Record<string, Slowest>>;
  readonly failed: readonly FailedSeed[];
}

/** Requests to an operation's path with another method, which count separately. */
export const otherMethods = "(other methods)";

export const emptyTally: Tally = {
  sequences: 0,
  requests: 0,
  simulatedMinutes: 0,
  statuses: {},
  codes: {},
  slowest: {},
  failed: [],
};

export function tallyOf(seed: number, { happened, problem }: SequenceReport): Tally {
  const statuses: Record<string, Record<string, number>> = {};
  const codes: Record<string, number> = {};
  const slowest: Record<string, Slowest> = {};
  let [requests, simulatedMinutes] = [0, 0];
  for (const one of happened) {
    if (one.kind === "wait") {
      simulatedMinutes += one.minutes;
      continue;
    }
    requests += 1;
    const { operation, sent } = one.asked;
    const operationId = sent.method === operation.method ? operation.operationId : otherMethods;
    const ofOperation = (statuses[operationId] ??= {});
    ofOperation[one.answer.status] = (ofOperation[one.answer.status] ?? 0) + 1;
    const code = codeOf(one.answer);
    if (one.answer.status >= 400 && code !== undefined) codes[code] = (codes[code] ?? 0) + 1;
    const { ms = 0 } = one;
    if (ms > (slowest[operationId]?.ms ?? 0)) slowest[operationId] = { ms, seed };
  }
  const failed = problem === undefined ? [] : [{ seed, kind: problem.kind }];
  return { sequences: 1, requests, simulatedMinutes, statuses, codes, slowest, failed };
}

export function sumOf(one: Tally, other: Tally): Tally {
  const operationIds = new Set([...Object.keys(one.statuses), ...Object.keys(other.statuses)]);
  const statuses = [...operationIds].map((id) => [id, added(one.statuses[id], other.statuses[id])] as const);
  const slowest = { ...one.slowest };
  for (const [id, its] of Object.entries(other.slowest)) if (its.ms > (slowest[id]?.ms ?? 0)) slowest[id] = its;
  return {
    sequences: one.sequences + other.sequences,
    requests: one.requests + other.requests,
    simulatedMinutes: one.simulatedMinutes + other.simulatedMinutes,
    statuses: Object.fromEntries(statuses),
    codes: added(one.codes, other.codes),
    slowest,
    failed: [...one.failed, ...other.failed],
  };
}

function added(one: Tally["codes"] = {}, other: Tally["codes"] = {}): Record<string, number> {
  const sums = { ...one };
  for (const [name, count] of Object.entries(other)) sums[name] = (sums[name] ?? 0) + count;
  return sums;
}

/** The operations without a successful request. */
export function neverAnswered(
  { statuses }: Pick<Tally, "statuses">,
  operationIds: readonly string[],
): readonly string[] {
  return operationIds.filter((id) => !Object.keys(statuses[id] ?? {}).some((status) => Number(status) < 300));
}
