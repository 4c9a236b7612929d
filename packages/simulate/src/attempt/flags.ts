import type { Notice, TenantId } from "@wonflow/core";
import { attemptRecord } from "@wonflow/core/internal";
import type { CardAnswer, Flow, ProcessEvent } from "../observation/event.ts";
import { type Invariant, noProblemIn, type Projection } from "../observation/invariant.ts";
import { writesOf, writtenIn } from "../observation/observed-records.ts";
import type { Observed } from "../observation/observed.ts";
import {
  allowNotification,
  createNotifications,
  enterStored,
  enterNotification,
  requireNotification,
  type Notifications,
  notificationProblem,
} from "../observation/notifications.ts";
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
  readonly notifications: Notifications;
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
    notifications: createNotifications(),
    found: new Set(),
    pending: [],
    problem: undefined,
  }),
  onCommit(value, changeSet, observed) {
    const { lookUps, flagged, refusedParts, notifications } = value;
    for (const { name, id, record: attempt, place } of writtenIn(attempts, changeSet, observed)) {
      const before = lookUps.get(name) ?? 0;
      lookUps.set(name, attempt.lookUps);
      // No operator has to look at it: window/invariants.ts has its rules.
      if (attempt.kind === "authentication") continue;
      const isNew = attempt.flagged && !flagged.has(name);
      if (isNew) requireNotification(notifications, name, changeSet);
      if (isNew) flagged.add(name);
      if (isRefusedPart(attempt) && !refusedParts.has(name)) requireNotification(notifications, name, changeSet);
      if (isRefusedPart(attempt)) refusedParts.add(name);
      if (isFoundAfterAll(attempt) && !value.foundAfterAll.has(name))
        requireNotification(notifications, name, changeSet);
      if (isFoundAfterAll(attempt)) value.foundAfterAll.add(name);
      const hasExcess = attempt.kind === "cancellation" && attempt.excessAmount > 0;
      if (hasExcess && !value.withExcess.has(name)) {
        requireNotification(
          notifications,
          excessName(changeSet.tenant, attempt.intentKey, attempt.excessAmount),
          changeSet,
        );
      }
      if (hasExcess) value.withExcess.add(name);
      // A card is released only after its payment has ended, so age counts from the first release call.
      const since = isRelease(attempt) ? (attempt.firstSentAt ?? Infinity) : attempt.openedAt;
      const isOld = changeSet.at - since >= observed.settings.flagAfterMs;
      if (attempt.lookUps > before && isOld && !attempt.flagged) {
        value.problem = `${id} has no outcome since ${attempt.openedAt}, and is not flagged at ${changeSet.at}`;
      }
      if (isNew && !isOld && !value.found.has(name) && !isReversalAgain(attempt.key))
        value.problem = `${id} is flagged for no reason`;
      const waits = attempt.flagged && !isConcluded(attempt);
      if ((place?.list === "flaggedAttempts") !== waits)
        value.problem = `${id} is ${waits ? "not " : ""}in the list of flagged attempts`;
    }
  },
  onEvent(value, event, observed) {
    if (event.kind === "answered") {
      enterAnswer(value, event, observed);
      enterLastLookUp(value, event, observed);
    }
    if (event.kind === "stored") enterStored(value.notifications, event.changeSet);
    if (event.kind === "notice") enterNotice(value, event.notice, observed);
    value.pending = value.pending.filter((finding) => !isExcused(finding, event));
  },
};

function enterNotice({ notifications }: Flags, notice: Notice, observed: Observed): void {
  if (notice.kind === "chargeback-excess") {
    enterNotification(notifications, excessName(notice.tenant, notice.payment, notice.excessAmount));
  }
  if (notice.kind !== "attempt-flagged") return;
  // Attempts at a bank have their own invariants.
  const name = `${notice.tenant} ${notice.attempt}`;
  const isOfCard = [...observed.of(attempts).values()].some(({ tenant, key }) => `${tenant} ${key}` === name);
  if (isOfCard) enterNotification(notifications, name);
}

function excessName(tenant: string, intentKey: string, excessAmount: number): string {
  return `${tenant} ${intentKey} with ${excessAmount} won too much`;
}

/** A process that stopped, paused or could not reach the store leaves the flag to the next look-up. */
function isExcused({ process }: Finding, event: ProcessEvent): boolean {
  if (event.kind === "disturbed") return true;
  if (event.kind === "stopped") return event.process === process;
  return event.kind === "store-failed" && event.flow.process === process;
}

/** A cancellation that its gateway made after it had reported “not found”. */
function isFoundAfterAll(attempt: AnyAttempt): boolean {
  return attempt.kind === "cancellation" && attempt.foundLate !== undefined;
}

function isRefusedPart(attempt: AnyAttempt): boolean {
  return attempt.kind === "cancellation" && attempt.status === "REFUSED" && attempt.group.length > 1;
}

function enterAnswer(value: Flags, event: ProcessEvent & { readonly kind: "answered" }, observed: Observed): void {
  const { call, answer, flow } = event;
  const { tenant } = call;
  const attempt = attemptOfCall(observed, tenant, call.key);
  if (attempt === undefined) return;
  const { key } = attempt;
  // The cancellation is sent once. If it had no effect, an operator must refund by hand.
  if (isRefusalInPlace(attempt, call.key, answer)) value.found.add(`${tenant} ${key}`);
  if (!needsOperator(attempt, call.key, answer)) return;
  value.found.add(`${tenant} ${key}`);
  // An answer that comes after its deadline is ignored.
  if (observed.now >= call.deadline) return;
  const { requestDeadlineMs } = observed.settings;
  // An earlier read or commit of the same payment, which blocks all others, may take long.
  const by = observed.now + Math.max(60 * requestDeadlineMs, 10 * 60_000);
  value.pending = [...value.pending, { process: flow.process, tenant, key, by }];
}

/** A final look-up was answered about something else, or about an approval of another amount: that may notify the operator. */
function enterLastLookUp(
  { notifications }: Flags,
  { call, answer }: ProcessEvent & { readonly kind: "answered" },
  observed: Observed,
): void {
  if (call.operation !== "lookUp" || answer.outcome !== "done") return;
  const { key, amount } = { key: undefined, amount: undefined, ...answer.value };
  for (const attempt of observed.of(attempts).values()) {
    if (attempt.kind !== "reversal" && attempt.kind !== "approval" && attempt.kind !== "cancellation") continue;
    const about = attempt.kind === "cancellation" ? attempt.key : attempt.approvalKey;
    const isOfCall = attempt.tenant === call.tenant && about === call.key;
    const isOther = key !== call.key || (attempt.kind === "approval" && amount !== attempt.amount);
    if (isOfCall && isOther && isConcluded(attempt) && attempt.lookUpAt !== null)
      allowNotification(notifications, `${call.tenant} ${attempt.key}`);
  }
}

function isRefusalInPlace({ kind, key }: AnyAttempt, called: string, { outcome }: CardAnswer): boolean {
  return kind === "reversal" && called !== key && isInPlaceOfReversal(called) && outcome === "not-found";
}

/**
 * An operator must handle a refused release, a refused reversal (unless it came too late), a refused cancellation in its
 * place, and a cancellation that the gateway confirms with another amount.
 */
function needsOperator(attempt: AnyAttempt, called: string, answer: CardAnswer): boolean {
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
    return late && `${late.process} received an answer that needs an operator, and ${late.key} is not flagged`;
  },
};

/** A payment of several methods notifies of each method that is not refunded. */
const notifiedOnce: Invariant = {
  name: "the operator is notified once of each flag",
  always: (observed) => notificationProblem(observed.of(flags).notifications, "flagged", 1),
};

interface Asked {
  /** A flow with several calls may decide by any of the answers. */
  readonly isOnly: boolean;
  readonly answeredAt: number | undefined;
  /** Of its attempt, when the answer arrived. */
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
      // Due work may have looked up the approval before, or claimed a release twice, and not have stored that
      // decision yet.
      const isUndoing = attempt?.kind === "reversal" || (attempt !== undefined && isRelease(attempt));
      const mayDecideTwice = isUndoing && event.flow.who === "work";
      own.set(name, { isOnly: !own.has(name) && !mayDecideTwice, answeredAt: undefined, sendings: 0 });
    }
    if (event.kind === "answered") enterAnswerAtOnce(value, event, observed);
    if (event.kind === "stored") enterStoredAtOnce(value, event);
    // The decision on the answer may be lost together with the store's answer.
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
  { flow, call, answer }: ProcessEvent & { readonly kind: "answered" },
  observed: Observed,
): void {
  const { tenant, deadline } = call;
  const attempt = attemptOfCall(observed, tenant, call.key);
  if (attempt === undefined) return;
  const own = askedBy(value, flow);
  const name = `${tenant} ${attempt.key}`;
  const asked = own.get(name);
  if (asked === undefined) return;
  // An answer that comes after its deadline is ignored.
  const counts = observed.now < deadline && needsOperator(attempt, call.key, answer);
  own.set(name, { ...asked, answeredAt: counts ? observed.now : undefined, sendings: attempt.sendings });
}

function enterStoredAtOnce(
  value: FlaggedAtOnce,
  { flow, changeSet }: ProcessEvent & { readonly kind: "stored" },
): void {
  const own = askedBy(value, flow);
  for (const { id, name, body } of writesOf(attemptRecord, changeSet)) {
    const asked = own.get(name);
    // An earlier decision may be stored only now.
    if (asked === undefined || body === null || changeSet.at < (asked.answeredAt ?? 0)) continue;
    if (asked.isOnly) own.delete(name);
    const { status, flagged, sendings } = body;
    // The call was sent again because its answer could not be stored.
    if (sendings > asked.sendings) continue;
    if (!asked.isOnly || asked.answeredAt === undefined || status !== "UNKNOWN" || flagged) continue;
    value.problem ??= `${flow.process} received an answer that needs an operator, and left ${id} unflagged`;
  }
}

export const part: Part = {
  projections: [flags, flaggedAtOnce],
  invariants: [
    flaggedInTime,
    notifiedOnce,
    noProblemIn("an answer that needs an operator flags its attempt", flaggedAtOnce),
  ],
};
