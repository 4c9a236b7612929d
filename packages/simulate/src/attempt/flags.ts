import type { ChangeSet, Notice, RecordBody, TenantId } from "@wonflow/core";
import { attemptRecord } from "@wonflow/core/records";
import type { ProcessEvent } from "../observation/event.ts";
import type { Invariant, Projection } from "../observation/invariant.ts";
import type { Observed } from "../observation/observed.ts";
import type { Part } from "../part.ts";
import { attemptOfCall, attempts } from "./records.ts";

interface Finding {
  readonly process: string;
  readonly tenant: TenantId;
  readonly key: string;
  readonly by: number;
}

interface Flags {
  readonly lookUps: Map<string, number>;
  readonly flaggedBy: Map<string, string>;
  readonly refusedParts: Map<string, string>;
  readonly told: Map<string, number>;
  /** A process knows these flags to be committed: it must notify people by the end of the step. */
  mustBeTold: readonly string[];
  readonly found: Set<string>;
  pending: readonly Finding[];
  problem: string | undefined;
}

const flags: Projection<Flags> = {
  start: () => ({
    lookUps: new Map(),
    flaggedBy: new Map(),
    refusedParts: new Map(),
    told: new Map(),
    mustBeTold: [],
    found: new Set(),
    pending: [],
    problem: undefined,
  }),
  onCommit(value, changeSet, observed) {
    for (const { key, body, place } of changeSet.writes) {
      if (key.kind !== attemptRecord.name || body === null) continue;
      const attempt = attemptRecord.schema.parse(body);
      const name = `${changeSet.tenant} ${key.id}`;
      const before = value.lookUps.get(name) ?? 0;
      value.lookUps.set(name, attempt.lookUps);
      const isNew = attempt.flagged && !value.flaggedBy.has(name);
      if (isNew) value.flaggedBy.set(name, changeSet.id);
      if (isRefusedPart(body)) value.refusedParts.set(name, value.refusedParts.get(name) ?? changeSet.id);
      const isOld = changeSet.at - attempt.openedAt >= observed.settings.flagAfterMs;
      if (attempt.lookUps > before && isOld && !attempt.flagged) {
        value.problem = `${key.id} has no outcome since ${attempt.openedAt}, and is not flagged at ${changeSet.at}`;
      }
      if (isNew && !isOld && !value.found.has(name)) value.problem = `${key.id} is flagged for no reason`;
      const waits = attempt.flagged && (attempt.status === "OPEN" || attempt.status === "UNKNOWN");
      if ((place !== null) !== waits) value.problem = `${key.id} is ${waits ? "not " : ""}in the list for people`;
    }
  },
  onEvent(value, event, observed) {
    if (event.kind === "told") enterAnswer(value, event, observed);
    if (event.kind === "stored") value.mustBeTold = [...value.mustBeTold, ...flaggedIn(value, event.changeSet)];
    if (event.kind === "notice") enterNotice(value, event.notice, observed);
    value.pending = value.pending.filter((finding) => !isExcused(finding, event));
  },
};

function enterNotice({ told }: Flags, notice: Notice, observed: Observed): void {
  if (notice.kind !== "attempt-flagged") return;
  const name = `${notice.tenant} ${notice.attempt}`;
  // Attempts at a bank have their own invariants.
  if ([...observed.of(attempts).values()].every(({ tenant, key }) => `${tenant} ${key}` !== name)) return;
  told.set(name, (told.get(name) ?? 0) + 1);
}

/** A process that stopped, stood still or could not reach the store leaves the flag to the next look-up. */
function isExcused({ process }: Finding, event: ProcessEvent): boolean {
  if (event.kind === "disturbed") return true;
  if (event.kind === "stopped") return event.process === process;
  return event.kind === "store-failed" && event.flow.process === process;
}

function isRefusedPart({ kind, status, group }: RecordBody): boolean {
  return kind === "cancellation" && status === "REFUSED" && Array.isArray(group) && group.length > 1;
}

function flaggedIn({ flaggedBy, refusedParts }: Flags, { id, tenant, writes }: ChangeSet): readonly string[] {
  const names = writes.map(({ key }) => `${tenant} ${key.id}`);
  return names.filter((name) => flaggedBy.get(name) === id || refusedParts.get(name) === id);
}

function enterAnswer(value: Flags, event: ProcessEvent & { readonly kind: "told" }, observed: Observed): void {
  const { call, answer, flow } = event;
  const { tenant } = call;
  const attempt = attemptOfCall(observed, tenant, call.key);
  if (attempt === undefined || !needsPeople(attempt, call.key, answer)) return;
  const { key } = attempt;
  value.found.add(`${tenant} ${key}`);
  // An answer that comes after its deadline is not waited for any more.
  if (observed.now >= call.deadline) return;
  const { requestDeadlineMs } = observed.settings;
  // An earlier commit for the same payment, which all others wait for, may be on its way for a long time.
  const by = observed.now + 60 * requestDeadlineMs;
  value.pending = [...value.pending, { process: flow.process, tenant, key, by }];
}

/**
 * People must see a refused release, a refused reversal (unless it came too late), a refused cancellation in its
 * place, and a cancellation for which the network names another amount.
 */
export function needsPeople(
  attempt: { readonly kind: string; readonly key: string; readonly amount?: unknown },
  called: string,
  answer: (ProcessEvent & { readonly kind: "told" })["answer"],
): boolean {
  if (attempt.kind === "token-release") return answer.outcome === "refused";
  if (attempt.kind === "reversal") {
    return answer.outcome === "refused" && (called !== attempt.key || answer.code !== "NOT_CANCELABLE_PAYMENT");
  }
  if (attempt.kind !== "cancellation" || answer.outcome !== "done") return false;
  const { key, amount } = { key: undefined, amount: undefined, ...answer.value };
  return key !== attempt.key || amount !== attempt.amount;
}

const flaggedInTime: Invariant = {
  name: "flagged in time",
  always(observed) {
    const value = observed.of(flags);
    if (value.problem !== undefined) return value.problem;
    value.pending = value.pending.filter(({ tenant, key }) => {
      const attempt = observed.of(attempts).get(tenant, key);
      return attempt?.flagged === false && (attempt.status === "OPEN" || attempt.status === "UNKNOWN");
    });
    const late = value.pending.find(({ by }) => observed.now > by);
    return late && `${late.process} was told by the network what people must look at, and ${late.key} is not flagged`;
  },
};

/** Of several methods, one that is not given back is told besides. */
const toldOnce: Invariant = {
  name: "people are notified once of a flag",
  always(observed) {
    const value = observed.of(flags);
    const untold = value.mustBeTold.find((name) => (value.told.get(name) ?? 0) === 0);
    value.mustBeTold = [];
    if (untold !== undefined) return `${untold} is flagged, and people were not told`;
    const { flaggedBy, refusedParts } = value;
    const reasons = (name: string) => (flaggedBy.has(name) ? 1 : 0) + (refusedParts.has(name) ? 1 : 0);
    const [twice] = [...value.told].find(([name, times]) => times > Math.max(1, reasons(name))) ?? [];
    return twice && `people were told of ${twice} more than once`;
  },
};

export const part: Part = { projections: [flags], invariants: [flaggedInTime, toldOnce] };
