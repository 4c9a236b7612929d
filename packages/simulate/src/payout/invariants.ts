import type { ChangeSet, TenantId } from "@wonflow/core";
import { type Payout, statementRecord } from "@wonflow/core/internal";
import { dayLater, startOf } from "../calendar/calendar.ts";
import { balances } from "../observation/balances.ts";
import { type Invariant, noProblemIn, type Projection } from "../observation/invariant.ts";
import { type Committed, writesOf, writtenIn } from "../observation/observed-records.ts";
import { type Observed, countOnce } from "../observation/observed.ts";
import {
  createNotifications,
  enterStored,
  enterNotification,
  requireNotification,
  type Notifications,
  notificationProblem,
} from "../observation/notifications.ts";
import type { Part } from "../part.ts";
import { sellers } from "../seller/seller.ts";
import { bankAttempts, paidOut, isLive, payoutBatches, payoutKeyOf, payouts, slotOf, slotText } from "./records.ts";
import { codeOf } from "../client/client.ts";
import { itemsIn } from "./requests.ts";

interface PayoutRules {
  readonly known: Map<string, Payout>;
  readonly refs: Map<string, string>;
  readonly slots: Map<string, string>;
  readonly wrong: Map<string, string>;
}

const place = "each payout has its place";
const oneTransfer = "one transfer of a day";
const liveSeller = "only live sellers are paid";
const covered = "reserved money was available";
const reserved = "reserved money equals open payouts";
const due = "an open payout has due work";
const flagged = "payouts are flagged in time";

const rules: Projection<PayoutRules> = {
  start: () => ({ known: new Map(), refs: new Map(), slots: new Map(), wrong: new Map() }),
  onCommit(value, changeSet, observed) {
    const { tenant, postings } = changeSet;
    const touched = writtenIn(payouts, changeSet, observed);
    for (const { name, record: payout, dueAt } of touched) {
      const before = value.known.get(name);
      value.known.set(name, payout);
      if (before === undefined) enterNew(value, { payout, changeSet }, observed);
      else if (whatItIs(before) !== whatItIs(payout)) wrong(value, place, `${name} was ${whatItIs(before)}`);
      if (payout.status === "PENDING" && dueAt === null) wrong(value, due, `${name} is PENDING, and due for nothing`);
      if (isLive(payout) && payout.status !== "PENDING") attemptRules(value, { payout, changeSet }, observed);
    }
    if (touched.length === 0 && postings.every(({ account }) => account !== "reserved")) return;
    const { available = 0, reserved: held = 0 } = observed.of(balances).get(tenant) ?? {};
    const isReserved = postings.some(({ account, amount }) => account === "reserved" && amount < 0);
    if (isReserved && available < 0)
      wrong(value, covered, `${tenant} has ${available} won available after a reservation`);
    const live = paidOut(observed, tenant).reserved;
    if (live !== held) wrong(value, reserved, `${tenant} has ${held} won reserved, and payouts under way of ${live}`);
  },
};

function wrong({ wrong: all }: PayoutRules, name: string, problem: string): void {
  if (!all.has(name)) all.set(name, problem);
}

function whatItIs({ batchId, refPayoutId, destination, payoutDate, amount }: Payout): string {
  return JSON.stringify([batchId, refPayoutId, destination, payoutDate, amount]);
}

interface Entered {
  readonly payout: Committed<Payout>;
  readonly changeSet: ChangeSet;
}

function enterNew(value: PayoutRules, { payout, changeSet }: Entered, observed: Observed): void {
  const { tenant, id, batchId, refPayoutId, destination } = payout;
  const ref = `${tenant} ${refPayoutId}`;
  const slot = `${tenant} ${slotText(slotOf(payout))}`;
  const isTransfer = destination.type === "MERCHANT";
  const ofRef = value.refs.get(ref);
  const ofSlot = value.slots.get(slot);
  if (ofSlot !== undefined) wrong(value, isTransfer ? oneTransfer : place, `${slot} has ${ofSlot} and ${id}`);
  if (ofRef !== undefined) wrong(value, isTransfer ? oneTransfer : place, `${ref} is ${ofRef} and ${id}`);
  value.refs.set(ref, id);
  value.slots.set(slot, id);
  const batch = observed.of(payoutBatches).get(tenant, batchId)?.payoutIds ?? [];
  const together = writtenIn(payouts, changeSet, observed).map((each) => each.id);
  if (batch.join() !== together.join()) {
    wrong(value, place, `${id} was made with ${together.join()}; its batch is ${batch.join()}`);
  }
  if (destination.type === "MERCHANT") return;
  const seller = observed.of(sellers).get(tenant, destination.sellerId);
  if (seller?.status !== "ACTIVE") wrong(value, liveSeller, `${id} is reserved for a seller that is ${seller?.status}`);
  if (seller?.externalSellerId !== destination.externalSellerId) {
    wrong(value, liveSeller, `${id} goes to ${destination.externalSellerId}, who is ${seller?.externalSellerId}`);
  }
}

function attemptRules(value: PayoutRules, { payout, changeSet }: Entered, observed: Observed): void {
  const { tenant, id, status, payoutDate, submittedAt, reconciliationRequired } = payout;
  const attempt = observed.of(bankAttempts).get(tenant, payoutKeyOf(id));
  if (attempt === undefined || attempt.lookUpAt === null || attempt.status === "DONE" || attempt.status === "REFUSED") {
    wrong(value, due, `${id} is ${status}, and has no look-up scheduled: its attempt is ${attempt?.status}`);
    return;
  }
  const from = status === "REQUESTED" ? startOf(dayLater(payoutDate, 1)) : (submittedAt ?? 0);
  const flagAt = from + observed.settings.payoutFlagAfterMs;
  const isAnswer = attempt.status === "UNKNOWN" && changeSet.at >= flagAt;
  if (isAnswer && !reconciliationRequired) wrong(value, flagged, `${id} is late since ${flagAt}, and not flagged`);
  if (!reconciliationRequired && attempt.lookUpAt > Math.max(flagAt, attempt.deadline)) {
    wrong(value, flagged, `${id} is late from ${flagAt} on, and is looked up at ${attempt.lookUpAt}`);
  }
  if (attempt.flagged !== reconciliationRequired && attempt.status === "UNKNOWN") {
    wrong(value, flagged, `${id} is ${reconciliationRequired ? "" : "not "}flagged, and its attempt is otherwise`);
  }
}

function holds(name: string): Invariant {
  return { name, always: (observed) => observed.of(rules).wrong.get(name) };
}

interface Statements {
  readonly received: Set<string>;
  readonly nextDays: Map<TenantId, string>;
  problem: string | undefined;
}

const statementsRead: Projection<Statements> = {
  start: () => ({ received: new Set(), nextDays: new Map(), problem: undefined }),
  onCommit(value, changeSet) {
    const { tenant } = changeSet;
    for (const { body } of writesOf(statementRecord, changeSet)) {
      if (body === null) continue;
      const { nextDay } = body;
      const day = value.nextDays.get(tenant);
      value.nextDays.set(tenant, nextDay);
      if (day === undefined || day === nextDay) continue;
      const isRead = nextDay === dayLater(day, 1) && value.received.has(`${tenant} ${day}`);
      if (!isRead) value.problem ??= `${tenant} continues from ${day} with ${nextDay} before its statement`;
    }
  },
  onEvent({ received }, event) {
    if (event.kind !== "bank-answered" || event.call.operation !== "statement" || event.answer.outcome !== "done")
      return;
    received.add(`${event.call.tenant} ${event.call.day}`);
  },
};

interface Flags {
  readonly known: Map<string, Payout>;
  readonly notifications: Notifications;
}

const flags: Projection<Flags> = {
  start: () => ({ known: new Map(), notifications: createNotifications() }),
  onCommit({ known, notifications }, changeSet, observed) {
    for (const { id, record: payout } of writtenIn(payouts, changeSet, observed)) {
      const name = `${payout.tenant} ${payoutKeyOf(id)}`;
      const isNew = payout.reconciliationRequired && isFlaggedAgain(known.get(name), payout);
      known.set(name, payout);
      if (isNew) requireNotification(notifications, name, changeSet);
    }
  },
  onEvent({ known, notifications }, event) {
    if (event.kind === "stored") enterStored(notifications, event.changeSet);
    if (event.kind !== "notice" || event.notice.kind !== "attempt-flagged") return;
    const name = `${event.notice.tenant} ${event.notice.attempt}`;
    if (known.has(name)) enterNotification(notifications, name);
  },
};

function isFlaggedAgain(before: Payout | undefined, after: Payout): boolean {
  if (before?.reconciliationRequired !== true) return true;
  return before.paidAt !== after.paidAt || before.returnedAt !== after.returnedAt;
}

const notifiedOfPayouts: Invariant = {
  name: "the operator is notified of a flagged payout",
  always: (observed) => notificationProblem(observed.of(flags).notifications, "flagged"),
};

/** About a third of what a thousand seeds reach. */
const leastPerThousand: Readonly<Record<string, number>> = {
  "batch made": 145,
  "batch there already": 50,
  "batch below the floor": 1,
  "batch DUPLICATE_REF_PAYOUT_ID": 2,
  "batch NOT_ENOUGH_AMOUNT": 48,
  "batch NOT_FOUND_SELLER": 60,
  "batch PAYOUT_PROVIDER_SLOT_CONFLICT": 40,
  "batch SELLER_NOT_REGISTERED": 130,
  "batch PAYOUT_NOT_ENABLED": 4,
  "payout flagged": 64,
  "payout is a daily transfer": 80,
  "payout paid after its end": 2,
  "payout returned": 2,
  "payout PENDING submit": 160,
  "payout PENDING fail": 20,
  "payout SUBMITTING accept": 110,
  "payout SUBMITTING pay": 18,
  "payout SUBMITTING fail": 60,
  "payout REQUESTED pay": 110,
  "payout REQUESTED fail": 2,
  "payout REQUESTED cancel": 3,
  "bankAttempt OPEN unknown": 400,
  "bankAttempt UNKNOWN done": 320,
};

const payoutCoverage: Projection<Set<string>> = {
  start: () => new Set(),
  onCommit(counted, changeSet, observed) {
    for (const { name, record } of writtenIn(payouts, changeSet, observed)) {
      const { status, destination, paidAt, returnedAt, reconciliationRequired } = record;
      const isEnded = status === "FAILED" || status === "CANCELED";
      const seen: Readonly<Record<string, boolean>> = {
        "payout is a daily transfer": destination.type === "MERCHANT",
        "payout flagged": reconciliationRequired,
        "payout paid after its end": isEnded && paidAt !== null,
        "payout returned": returnedAt !== null,
      };
      for (const [what, isSo] of Object.entries(seen)) if (isSo) countOnce(counted, { name, what }, observed);
    }
  },
  onEvent(_, event, { coverage }) {
    if (event.kind !== "below-floor") return;
    if (event.changeSet.writes.some(({ key }) => key.kind === payoutBatches.kind))
      coverage.count("batch below the floor");
  },
  onAnswer(_, { arrival, answer }, { coverage }) {
    if (itemsIn(arrival.request) === undefined) return;
    const success = answer.status === 201 ? "made" : "there already";
    coverage.count(`batch ${codeOf(answer) ?? success}`);
  },
};

export const part: Part = {
  projections: [rules, statementsRead, flags, payoutCoverage],
  invariants: [
    ...[place, oneTransfer, liveSeller, covered, reserved, due, flagged].map(holds),
    noProblemIn("no statement is left out", statementsRead),
    notifiedOfPayouts,
  ],
  leastPerThousand,
};
