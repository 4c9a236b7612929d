import type { Notice, TenantId } from "@wonflow/core";
import { attemptRecord } from "@wonflow/core/records";
import type { CardAnswer, Flow, ProcessEvent } from "../observation/event.ts";
import { type Invariant, noProblemIn, type Projection } from "../observation/invariant.ts";
import { writesOf, writtenIn } from "../observation/observed-records.ts";
import type { Observed } from "../observation/observed.ts";
import {
  allowTelling,
  createTold,
  enterStored,
  enterTold,
  giveReason,
  type Told,
  toldProblem,
} from "../observation/told.ts";
import type { Part } from "../part.ts";
import {
  type AnyAttempt,
  attemptOfCall,
  attempts,
  isConcluded,
  isInPlaceOfReversal,
  isRelease,
  isReversalAgain,
} from "./records.ts";

interface Finding {
  readonly process: string;
  readonly tenant: TenantId;
  readonly key: string;
  readonly by: number;
}

interface Flags {
  readonly lookUps: Map<string, number>;
  readonly flagged: Set<string>;
  readonly refusedParts: Set<string>;
  readonly foundAfterAll: Set<string>;
  readonly withExcess: Set<string>;
  readonly told: Told;
  readonly found: Set<string>;
  pending: readonly Finding[];
  problem: string | undefined;
}

const flags: Projection<Flags> = {
  start: () => ({
    lookUps: new Map(),
    flagged: new Set(),
    refusedParts: new Set(),
    foundAfterAll: new Set(),
    withExcess: new Set(),
    told: createTold(),
    found: new Set(),
    pending: [],
    problem: undefined,
  }),
  onCommit(value, changeSet, observed) {
    const { lookUps, flagged, refusedParts, told } = value;
    for (const { name, id, record: attempt, place } of writtenIn(attempts, changeSet, observed)) {
      const before = lookUps.get(name) ?? 0;
      lookUps.set(name, attempt.lookUps);
      const isNew = attempt.flagged && !flagged.has(name);
      if (isNew) giveReason(told, name, changeSet);
      if (isNew) flagged.add(name);
      if (isRefusedPart(attempt) && !refusedParts.has(name)) giveReason(told, name, changeSet);
      if (isRefusedPart(attempt)) refusedParts.add(name);
      if (isFoundAfterAll(attempt) && !value.foundAfterAll.has(name)) giveReason(told, name, changeSet);
      if (isFoundAfterAll(attempt)) value.foundAfterAll.add(name);
      const hasExcess = attempt.kind === "cancellation" && attempt.excessAmount > 0;
      if (hasExcess && !value.withExcess.has(name)) {
        giveReason(told, excessName(changeSet.tenant, attempt.intentKey, attempt.excessAmount), changeSet);
      }
      if (hasExcess) value.withExcess.add(name);
      // A card waits for the end of its payment first: that is no sign of trouble.
      const since = isRelease(attempt) ? (attempt.firstSentAt ?? Infinity) : attempt.openedAt;
      const isOld = changeSet.at - since >= observed.settings.flagAfterMs;
      if (attempt.lookUps > before && isOld && !attempt.flagged) {
        value.problem = `${id} has no outcome since ${attempt.openedAt}, and is not flagged at ${changeSet.at}`;
      }
      if (isNew && !isOld && !value.found.has(name) && !isReversalAgain(attempt.key))
        value.problem = `${id} is flagged for no reason`;
      const waits = attempt.flagged && !isConcluded(attempt);
      if ((place?.list === "flaggedAttempts") !== waits)
        value.problem = `${id} is ${waits ? "not " : ""}in the list for people`;
    }
  },
  onEvent(value, event, observed) {
    if (event.kind === "told") {
      enterAnswer(value, event, observed);
      enterLastLook(value, event, observed);
    }
    if (event.kind === "stored") enterStored(value.told, event.changeSet);
    if (event.kind === "notice") enterNotice(value, event.notice, observed);
    value.pending = value.pending.filter((finding) => !isExcused(finding, event));
  },
};

function enterNotice({ told }: Flags, notice: Notice, observed: Observed): void {
  if (notice.kind === "chargeback-excess") {
    enterTold(told, excessName(notice.tenant, notice.payment, notice.excessAmount));
  }
  if (notice.kind !== "attempt-flagged") return;
  // Attempts at a bank have their own invariants.
  const name = `${notice.tenant} ${notice.attempt}`;
  const isOfCard = [...observed.of(attempts).values()].some(({ tenant, key }) => `${tenant} ${key}` === name);
  if (isOfCard) enterTold(told, name);
}

function excessName(tenant: string, intentKey: string, excessAmount: number): string {
  return `${tenant} ${intentKey} with ${excessAmount} won too much`;
}

/** A process that stopped, stood still or could not reach the store leaves the flag to the next look-up. */
function isExcused({ process }: Finding, event: ProcessEvent): boolean {
  if (event.kind === "disturbed") return true;
  if (event.kind === "stopped") return event.process === process;
  return event.kind === "store-failed" && event.flow.process === process;
}

/** A cancellation that its gateway had not found, and then had made. */
function isFoundAfterAll(attempt: AnyAttempt): boolean {
  return attempt.kind === "cancellation" && attempt.foundLate !== undefined;
}

function isRefusedPart(attempt: AnyAttempt): boolean {
  return attempt.kind === "cancellation" && attempt.status === "REFUSED" && attempt.group.length > 1;
}

function enterAnswer(value: Flags, event: ProcessEvent & { readonly kind: "told" }, observed: Observed): void {
  const { call, answer, flow } = event;
  const { tenant } = call;
  const attempt = attemptOfCall(observed, tenant, call.key);
  if (attempt === undefined) return;
  const { key } = attempt;
  // It is sent once, so nothing but people gives back what it did not.
  if (isRefusalInPlace(attempt, call.key, answer)) value.found.add(`${tenant} ${key}`);
  if (!needsPeople(attempt, call.key, answer)) return;
  value.found.add(`${tenant} ${key}`);
  // An answer that comes after its deadline is not waited for any more.
  if (observed.now >= call.deadline) return;
  const { requestDeadlineMs } = observed.settings;
  // An earlier read or commit for the same payment, which all others wait for, may be on its way for a long time.
  const by = observed.now + Math.max(60 * requestDeadlineMs, 10 * 60_000);
  value.pending = [...value.pending, { process: flow.process, tenant, key, by }];
}

/** A last look at an approval that was not found, and an answer about another one: people may be told of that. */
function enterLastLook(
  { told }: Flags,
  { call, answer }: ProcessEvent & { readonly kind: "told" },
  observed: Observed,
): void {
  const { key } = { key: undefined, ...(answer.outcome === "done" && answer.value) };
  if (call.operation !== "lookUp" || answer.outcome !== "done" || key === call.key) return;
  for (const attempt of observed.of(attempts).values()) {
    const isOfCall = attempt.kind === "reversal" && attempt.tenant === call.tenant && attempt.approvalKey === call.key;
    if (isOfCall && isConcluded(attempt) && attempt.lookUpAt !== null)
      allowTelling(told, `${call.tenant} ${attempt.key}`);
  }
}

function isRefusalInPlace({ kind, key }: AnyAttempt, called: string, { outcome }: CardAnswer): boolean {
  return kind === "reversal" && called !== key && isInPlaceOfReversal(called) && outcome === "not-found";
}

/**
 * People must see a refused release, a refused reversal (unless it came too late), a refused cancellation in its
 * place, and a cancellation for which the gateway names another amount.
 */
function needsPeople(attempt: AnyAttempt, called: string, answer: CardAnswer): boolean {
  if (isRelease(attempt)) return answer.outcome === "refused";
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
      return attempt?.flagged === false && !isConcluded(attempt);
    });
    const late = value.pending.find(({ by }) => observed.now > by);
    return late && `${late.process} was told by the gateway what people must look at, and ${late.key} is not flagged`;
  },
};

/** Of several methods, one that is not given back is told besides. */
const toldOnce: Invariant = {
  name: "people are notified once of a flag",
  always: (observed) => toldProblem(observed.of(flags).told, "flagged", 1),
};

interface Asked {
  /** Of several calls of a flow it is not known by which answer it decides. */
  readonly isOnly: boolean;
  readonly toldAt: number | undefined;
  /** Of its attempt, when it was told. */
  readonly sendings: number;
}

interface FlaggedAtOnce {
  readonly asked: Map<Flow, Map<string, Asked>>;
  problem: string | undefined;
}

const flaggedAtOnce: Projection<FlaggedAtOnce> = {
  start: () => ({ asked: new Map(), problem: undefined }),
  onEvent(value, event, observed) {
    if (event.kind === "called") {
      const own = askedBy(value, event.flow);
      const { tenant, key } = event.call;
      const attempt = attemptOfCall(observed, tenant, key);
      const name = `${tenant} ${attempt?.key ?? key}`;
      // Due work may have looked at the approval before, or claimed a release twice, and have that decision still to
      // store.
      const isUndoing = attempt?.kind === "reversal" || (attempt !== undefined && isRelease(attempt));
      const mayDecideTwice = isUndoing && event.flow.who === "work";
      own.set(name, { isOnly: !own.has(name) && !mayDecideTwice, toldAt: undefined, sendings: 0 });
    }
    if (event.kind === "told") enterAnswerAtOnce(value, event, observed);
    if (event.kind === "stored") enterStoredAtOnce(value, event);
    // What it was told may be lost with the store's answer.
    if (event.kind === "store-failed") value.asked.delete(event.flow);
  },
};

function askedBy({ asked }: FlaggedAtOnce, flow: Flow): Map<string, Asked> {
  const own = asked.get(flow) ?? new Map<string, Asked>();
  asked.set(flow, own);
  return own;
}

function enterAnswerAtOnce(
  value: FlaggedAtOnce,
  { flow, call, answer }: ProcessEvent & { readonly kind: "told" },
  observed: Observed,
): void {
  const { tenant, deadline } = call;
  const attempt = attemptOfCall(observed, tenant, call.key);
  if (attempt === undefined) return;
  const own = askedBy(value, flow);
  const name = `${tenant} ${attempt.key}`;
  const asked = own.get(name);
  if (asked === undefined) return;
  // An answer that comes after its deadline is not waited for any more.
  const counts = observed.now < deadline && needsPeople(attempt, call.key, answer);
  own.set(name, { ...asked, toldAt: counts ? observed.now : undefined, sendings: attempt.sendings });
}

function enterStoredAtOnce(
  value: FlaggedAtOnce,
  { flow, changeSet }: ProcessEvent & { readonly kind: "stored" },
): void {
  const own = askedBy(value, flow);
  for (const { id, name, body } of writesOf(attemptRecord, changeSet)) {
    const asked = own.get(name);
    // An earlier decision may be stored only now.
    if (asked === undefined || body === null || changeSet.at < (asked.toldAt ?? 0)) continue;
    if (asked.isOnly) own.delete(name);
    const { status, flagged, sendings } = body;
    // It is sent once more, as that answer could not be stored.
    if (sendings > asked.sendings) continue;
    if (!asked.isOnly || asked.toldAt === undefined || status !== "UNKNOWN" || flagged) continue;
    value.problem ??= `${flow.process} was told by the gateway what people must look at, and left ${id} unflagged`;
  }
}

export const part: Part = {
  projections: [flags, flaggedAtOnce],
  invariants: [flaggedInTime, toldOnce, noProblemIn("an answer for people flags its attempt", flaggedAtOnce)],
};
