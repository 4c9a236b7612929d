import type { RecordBody, TenantId } from "@wonflow/core";
import type { CardAnswer, CardCall, Flow, ProcessEvent } from "../observation/event.ts";
import type { Projection } from "../observation/invariant.ts";
import type { Observed } from "../observation/observed.ts";
import type { Part } from "../part.ts";
import { attempts, isRelease } from "./records.ts";
import type { Cells, CoverageTable } from "../engine/coverage.ts";

/** `late`: learned in time, and decided after the deadline. */
const learners = ["the request", "a repeat", "due work", "late"] as const;

type Learner = (typeof learners)[number];

export function branchName(row: string, who: Learner): string {
  return `${row} by ${who}`;
}

type Least = Readonly<Partial<Record<Learner, number>>>;

const leastPerThousand: Readonly<Record<string, Least>> = {
  "approval done, concluded": { late: 5 },
  "approval done, open": { "the request": 119, "a repeat": 14, "due work": 8, late: 5 },
  "approval not-found, concluded": { late: 3 },
  "approval not-found, open": { "a repeat": 14, "due work": 9 },
  "approval other, open": { "the request": 17, "a repeat": 8, "due work": 6 },
  "approval refused, open": { "the request": 20 },
  "approval unknown, open": { "the request": 32, "a repeat": 15, "due work": 21 },
  "cancellation done, concluded": { late: 4 },
  "cancellation done, open": { "the request": 162, "a repeat": 9, "due work": 28, late: 10 },
  "cancellation other, open": { "the request": 14, "a repeat": 5, "due work": 12 },
  "cancellation refused, open": { "the request": 1 },
  "cancellation unknown, open": { "the request": 23, "a repeat": 12, "due work": 28 },
  "release done, open": { "due work": 200, late: 45 },
  "release other, open": { "due work": 24 },
  "release refused, open": { "due work": 110 },
  "release unknown, open": { "due work": 900 },
  "token done, open": { "the request": 260, late: 22 },
  "token other, open": { "the request": 14 },
  "token refused, open": { "the request": 22 },
  "token unknown, open": { "the request": 65 },
  "reversal done, concluded": { late: 3 },
  "reversal done, open": { "a repeat": 10, "due work": 15 },
  "reversal not-found, open": { "a repeat": 4, "due work": 40 },
  "reversal other, open": { "due work": 3 },
  "reversal refused, open": { "a repeat": 5, "due work": 20 },
  "reversal unknown, open": { "due work": 15 },
};

export const leastBranches: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(leastPerThousand).flatMap(([row, least]) =>
    learners.map((who) => [branchName(row, who), least[who] ?? 0]),
  ),
);

export function branchTable(cells: Cells): CoverageTable {
  const reached = Object.keys(cells).flatMap((cell) => {
    const who = learners.find((each) => cell.endsWith(` by ${each}`));
    return who === undefined ? [] : [cell.slice(0, -` by ${who}`.length)];
  });
  const names = [...new Set([...Object.keys(leastPerThousand), ...reached])].toSorted();
  const rows = names.map((move) => ({ move, times: learners.map((who) => cells[branchName(move, who)] ?? 0) }));
  return { columns: learners, rows };
}

interface Learned {
  outcome: string;
  readonly who: Learner;
  readonly deadline: number;
  /** An answer that comes after its deadline is ignored. */
  isFinal: boolean;
}

interface Branches {
  readonly learned: Map<Flow, Map<string, Learned>>;
  readonly lookedUp: WeakSet<Flow>;
}

/**
 * Counts each outcome that was applied, by the kind and state of its attempt and by how it was learned. `other` is a
 * success of another call.
 */
const branches: Projection<Branches> = {
  start: () => ({ learned: new Map(), lookedUp: new WeakSet() }),
  onEvent(value, event, observed) {
    if (event.kind === "called") enterCall(value, event.flow, event.call);
    if (event.kind === "answered") enterAnswer(value, event, observed);
    if (event.kind === "read") enterRead(value, event, observed);
    if (event.kind === "stored") enterStored(value, event, observed);
  },
};

function learnedBy({ learned }: Branches, flow: Flow): Map<string, Learned> {
  const own = learned.get(flow) ?? new Map<string, Learned>();
  learned.set(flow, own);
  return own;
}

function enterCall(value: Branches, flow: Flow, { tenant, key, operation, deadline }: CardCall): void {
  // An authentication is asked about when its buyer comes back.
  if (operation === "lookUp" && !key.startsWith("window-")) value.lookedUp.add(flow);
  const who = flow.who === "work" ? "due work" : value.lookedUp.has(flow) ? "a repeat" : "the request";
  learnedBy(value, flow).set(`${tenant} ${key}`, { outcome: "unknown", who, deadline, isFinal: false });
}

function enterAnswer(
  value: Branches,
  { flow, call, answer }: ProcessEvent & { kind: "answered" },
  observed: Observed,
): void {
  const known = learnedBy(value, flow).get(`${call.tenant} ${call.key}`);
  if (known === undefined || observed.now >= call.deadline) return;
  Object.assign(known, { outcome: outcomeOf(call, answer, observed), isFinal: true });
}

function outcomeOf({ tenant, key }: CardCall, answer: CardAnswer, observed: Observed): string {
  if (answer.outcome !== "done") return answer.outcome;
  const attempt = observed.of(attempts).get(tenant, key);
  const value: Readonly<Record<string, unknown>> = { ...answer.value };
  if (attempt?.kind === "reversal") return value["approvalKey"] === attempt.approvalKey ? "done" : "other";
  if (attempt !== undefined && isRelease(attempt)) return value["tokenKey"] === attempt.tokenKey ? "done" : "other";
  if (attempt?.kind === "token-issue") return value["key"] === key ? "done" : "other";
  return value["key"] === key && value["amount"] === attempt?.amount ? "done" : "other";
}

/** Nothing is stored if nothing is left to decide, so only the read shows that decision. */
function enterRead(
  { learned }: Branches,
  { flow, tenant, keys, records }: ProcessEvent & { kind: "read" },
  observed: Observed,
): void {
  for (const [index, { kind, id: key }] of keys.entries()) {
    if (kind !== attempts.kind) continue;
    const state = stateOf(records[index]?.body ?? {});
    if (state !== "open") count(learned.get(flow), { tenant, key, state }, observed);
  }
}

function enterStored(
  { learned }: Branches,
  { flow, changeSet: { tenant, writes } }: ProcessEvent & { kind: "stored" },
  observed: Observed,
): void {
  for (const { key } of writes) {
    if (key.kind === attempts.kind) count(learned.get(flow), { tenant, key: key.id, state: "open" }, observed);
  }
}

function stateOf({ status, reversal = null }: RecordBody): string {
  if (status === "DONE" || status === "REFUSED") return "concluded";
  return reversal === null ? "open" : "reversal open";
}

interface Decided {
  readonly tenant: TenantId;
  readonly key: string;
  readonly state: string;
}

function count(
  own: Map<string, Learned> | undefined,
  { tenant, key, state }: Decided,
  { now, coverage }: Observed,
): void {
  const learned = own?.get(`${tenant} ${key}`);
  if (learned === undefined || !(learned.isFinal || now >= learned.deadline)) return;
  own?.delete(`${tenant} ${key}`);
  const who = learned.isFinal && now >= learned.deadline ? "late" : learned.who;
  const [kind = ""] = /^[a-z]+/.exec(key) ?? [];
  coverage.count(branchName(`${kind} ${learned.outcome}, ${state}`, who));
}

export const part: Part = { projections: [branches], leastPerThousand: leastBranches };
