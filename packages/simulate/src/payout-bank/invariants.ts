import type { Payout } from "@wonflow/core/internal";
import type { PayoutRecord } from "@wonflow/sandbox";
import { dayLater, startOf } from "../calendar/calendar.ts";
import { balances } from "../observation/balances.ts";
import { firstProblem, type Invariant, type Projection } from "../observation/invariant.ts";
import { type Committed, nameOf } from "../observation/observed-records.ts";
import { type Observed, strayRecord } from "../observation/observed.ts";
import type { Part } from "../part.ts";
import { bankAttempts, paidOut, isOut, outSince, payoutKeyOf, payouts, slotOf, slotText } from "../payout/records.ts";

const submissions: Projection<Set<string>> = {
  start: () => new Set(),
  onEvent(sent, event) {
    if (event.kind === "bank-called" && event.call.operation === "submit") sent.add(nameOf(event.call));
  },
};

const submittedOnce: Invariant = {
  name: "submitted at most once",
  ofEvent(event, observed) {
    if (event.kind !== "bank-called" || event.call.operation !== "submit") return undefined;
    const isAgain = observed.of(submissions).has(nameOf(event.call));
    return isAgain ? `${event.call.key} was sent to the bank again` : undefined;
  },
};

const committedBeforeSubmitted: Invariant = {
  name: "committed before submitted",
  always: (observed) =>
    firstProblem(observed.providers.payoutBank.records(), (record) => {
      const { tenant, key, amount } = record;
      const attempt = observed.of(bankAttempts).get(tenant, key);
      const payout = observed.of(payouts).get(tenant, key.replace(/^payout\./, ""));
      if (attempt === undefined || payout === undefined) return `${key} reached the bank, and nothing is committed`;
      const isSame = payout.amount === amount && slotText(slotOf(payout)) === slotText(record);
      return isSame ? undefined : `${key} reached the bank with ${amount} won for ${slotText(record)}`;
    }),
};

const paidOnce: Invariant = {
  name: "paid at most once",
  always(observed) {
    const paid = new Map<string, string>();
    return firstProblem(observed.providers.payoutBank.records(), (record) => {
      const times = record.steps.filter(({ status }) => status === "PAID").length;
      if (times === 0) return undefined;
      const slot = `${record.tenant} ${slotText(record)}`;
      const other = paid.get(slot);
      paid.set(slot, record.key);
      return times > 1 || other !== undefined
        ? `${slot} is paid twice: ${other ?? record.key}, ${record.key}`
        : undefined;
    });
  },
};

const endsAsTheBankReports: Invariant = {
  name: "a payout ends as the bank reports",
  ofMove({ machine, tenant, id, from, to }, observed) {
    if (machine !== payouts.kind || from === to) return undefined;
    const payout = observed.of(payouts).get(tenant, id);
    const record = payout && observed.providers.payoutBank.record(tenant, slotOf(payout));
    if (payout === undefined || mayEnd(payout, record, observed)) return undefined;
    return `payout ${id} is ${to}; at the bank it is ${record?.steps.map(({ status }) => status).join() ?? "unknown"}`;
  },
};

function mayEnd(payout: Committed<Payout>, record: PayoutRecord | undefined, observed: Observed): boolean {
  const { tenant, id, status, payoutDate } = payout;
  const key = payoutKeyOf(id);
  const has = (step: string) => record?.key === key && record.steps.some((each) => each.status === step);
  if (status === "COMPLETED") return has("PAID");
  if (status === "CANCELED") return has("CANCELED");
  if (status === "REQUESTED") return has("ACCEPTED");
  if (status !== "FAILED" || has("FAILED") || record?.refused != null) return true;
  if (observed.of(bankAttempts).get(tenant, key)?.evidence?.outcome === "not-done" && has("CANCELED")) return true;
  const isSent = observed.of(submissions).has(nameOf({ tenant, key }));
  const isOver = observed.now >= startOf(dayLater(payoutDate, 1));
  return !isSent || observed.providers.payoutBank.isTurnedAway(tenant, key) || (record === undefined && isOver);
}

const sameAtEnd: Invariant = {
  name: "same payouts at the end",
  atEnd(observed) {
    const { payoutBank } = observed.providers;
    const ofPayout = firstProblem(observed.of(payouts).values(), (payout) => {
      const record = payoutBank.record(payout.tenant, slotOf(payout));
      const paid = record !== undefined && outSince(record) !== undefined;
      return paid === isOut(payout)
        ? undefined
        : `payout ${payout.id} is ${payout.status} and ${isOut(payout) ? "" : "not "}paid; at the bank it is ${record?.status}`;
    });
    if (ofPayout !== undefined) return ofPayout;
    return firstProblem(observed.of(balances), ([tenant]) => {
      const { out } = paidOut(observed, tenant);
      const paid = payoutBank.paid(tenant);
      return out === paid ? undefined : `${tenant}: payees have ${out} won in our books, ${paid} in the bank's`;
    });
  },
};

const modesNeverMeet: Invariant = {
  name: "test payouts and live payouts never meet",
  always: ({ providers }) => strayRecord(providers.payoutBank),
};

export const part: Part = {
  projections: [submissions],
  invariants: [submittedOnce, committedBeforeSubmitted, paidOnce, endsAsTheBankReports, sameAtEnd, modesNeverMeet],
};
