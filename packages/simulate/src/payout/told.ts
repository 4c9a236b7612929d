import type { Payout } from "@wonflow/core/records";
import type { Invariant, Projection } from "../observation/invariant.ts";
import { writtenIn } from "../observation/observed-records.ts";
import { createTold, enterStored, enterTold, giveReason, type Told, toldProblem } from "../observation/told.ts";
import type { Part } from "../part.ts";
import { payoutKeyOf, payouts } from "./records.ts";

interface Flags {
  readonly known: Map<string, Payout>;
  readonly told: Told;
}

const flags: Projection<Flags> = {
  start: () => ({ known: new Map(), told: createTold() }),
  onCommit({ known, told }, changeSet, observed) {
    for (const { id, record: payout } of writtenIn(payouts, changeSet, observed)) {
      const name = `${payout.tenant} ${payoutKeyOf(id)}`;
      const isNew = payout.reconciliationRequired && isFlaggedAnew(known.get(name), payout);
      known.set(name, payout);
      if (isNew) giveReason(told, name, changeSet);
    }
  },
  onEvent({ known, told }, event) {
    if (event.kind === "stored") enterStored(told, event.changeSet);
    if (event.kind !== "notice" || event.notice.kind !== "attempt-flagged") return;
    const name = `${event.notice.tenant} ${event.notice.attempt}`;
    if (known.has(name)) enterTold(told, name);
  },
};

function isFlaggedAnew(before: Payout | undefined, after: Payout): boolean {
  if (before?.reconciliationRequired !== true) return true;
  return before.paidAt !== after.paidAt || before.returnedAt !== after.returnedAt;
}

const toldOfPayouts: Invariant = {
  name: "people are notified of a flagged payout",
  always: (observed) => toldProblem(observed.of(flags).told, "flagged"),
};

export const part: Part = { projections: [flags], invariants: [toldOfPayouts] };
