import type { Difference } from "@wonflow/core";
import type { Intent } from "@wonflow/core/internal";
import { attempts, isEnteredByOperator, subjectOfAttempt } from "../attempt/records.ts";
import { dayAt } from "../calendar/calendar.ts";
import type { DoneByHand } from "../observation/event.ts";
import type { Invariant, Projection } from "../observation/invariant.ts";
import { type Committed, writtenIn } from "../observation/observed-records.ts";
import type { Observed } from "../observation/observed.ts";
import type { Part } from "../part.ts";
import { approvedMethods, intents } from "../payment/records.ts";
import { linesOf, listedName } from "./console.ts";

/** What employees of gateways have done, until it is entered in our records. */
const byHand: Projection<DoneByHand[]> = {
  start: () => [],
  onEvent(all, event) {
    if (event.kind === "by-hand") all.push(event.done);
  },
  onCommit(all, changeSet, observed) {
    for (const { record } of writtenIn(attempts, changeSet, observed)) {
      if (!isEnteredByOperator(record)) continue;
      if (record.excessAmount > 0) observed.coverage.count("by hand: a chargeback of more than remains");
      const index = all.findIndex(({ tenant, approvalKey, amount }) => {
        return tenant === record.tenant && approvalKey === record.approvalKey && amount === record.amount;
      });
      if (index >= 0) all.splice(index, 1);
      observed.coverage.count("by hand: refunded, and entered");
    }
  },
};

const foundAgain: Invariant = {
  name: "reconciliation finds what was done by hand",
  ofEvent(event, observed) {
    if (event.kind !== "reconciled") return undefined;
    const { day, unanswered } = event.found;
    // Payouts have invariants of their own.
    const differences = event.found.differences.filter(({ about }) => about === "payment");
    const done = observed.of(byHand).filter(({ tenant }) => tenant === event.tenant);
    const expected = [...refunded(done, day, observed), ...typedIn(done, day)].toSorted();
    const left = unanswered.filter((key) => /^(approval|card-statement)-/.test(key));
    const found = [...differences.map(textOf), ...left].toSorted();
    if (found.join() !== expected.join()) {
      return `${day} of ${event.tenant}: found were ${found.join(", ") || "none"}, not ${expected.join(", ") || "none"}`;
    }
    for (const { kind, statement } of differences) {
      observed.coverage.count(`by hand: ${kind}${statement === null ? "" : ", in a list"}`);
    }
    return undefined;
  },
};

const reportedIsReal: Invariant = {
  name: "a difference that a message has led to is real",
  ofEvent(event, observed) {
    if (event.kind !== "notice" || event.notice.kind !== "payment-differs") return undefined;
    const { tenant, payment, ledger, provider } = event.notice;
    const done = observed.of(byHand).filter((each) => each.tenant === tenant && each.what === "refunded");
    const refunds = done.filter(({ approvalKey }) => subjectOfAttempt(approvalKey) === payment);
    const amount = refunds.reduce((sum, refund) => sum + refund.amount, 0);
    observed.coverage.count("by hand: reported after a message");
    return amount === ledger - provider
      ? undefined
      : `${payment}: ${ledger - provider} won were reported, and ${amount} won were refunded`;
  },
};

function textOf({ kind, reference, ledger, provider, statement }: Difference): string {
  return `${kind} ${reference} ${provider === null ? statement : ledger - provider}`;
}

/** By payment: refunds of any of its cards are one difference. */
function refunded(done: readonly DoneByHand[], day: string, observed: Observed): readonly string[] {
  const ofPayments = Map.groupBy(
    done.filter(({ what }) => what === "refunded"),
    ({ approvalKey }) => subjectOfAttempt(approvalKey) ?? "",
  );
  return [...ofPayments].flatMap(([intentKey, parts]) => {
    const isOfDay = parts.some(({ tenant, isListed }) => {
      const intent = observed.of(intents).get(tenant, intentKey);
      return intent !== undefined && daysOf(intent, isListed, observed).includes(day);
    });
    if (!isOfDay) return [];
    return [`given-back ${intentKey} ${parts.reduce((sum, { amount }) => sum + amount, 0)}`];
  });
}

/** A payment is checked on the day of its request and, if the gateway lists its days, on each day that lists it. */
function daysOf(intent: Committed<Intent>, isListed: boolean, { providers }: Observed): readonly string[] {
  const { tenant, requestedAt } = intent;
  const records = approvedMethods(intent).map((method) => providers.gateway.record(tenant, method.approvalKey));
  const lines = isListed ? records.flatMap((record) => (record === undefined ? [] : linesOf(record))) : [];
  return [dayAt(requestedAt), ...lines.map(({ at }) => dayAt(at))];
}

function typedIn(done: readonly DoneByHand[], day: string): readonly string[] {
  const lines = done.filter((each) => each.what === "typed in" && each.isListed && dayAt(each.at) === day);
  return lines.map(({ approvalKey, amount }) => {
    const named = listedName({ key: approvalKey, amount });
    return `only-theirs ${named.approvalKey ?? named.approvalReference} ${amount}`;
  });
}

/** About a third of what a thousand seeds reach. */
const leastPerThousand: Readonly<Record<string, number>> = {
  "by hand: given-back": 40,
  "by hand: only-theirs, in a list": 70,
  "by hand: refunded, and entered": 30,
  "by hand: a chargeback of more than remains": 10,
  "by hand: reported after a message": 3,
};

export const part: Part = { projections: [byHand], invariants: [foundAgain, reportedIsReal], leastPerThousand };
