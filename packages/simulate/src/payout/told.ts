import type { ChangeSet } from "@wonflow/core";
import type { Payout } from "@wonflow/core/records";
import type { Invariant, Projection } from "../observation/invariant.ts";
import { writtenIn } from "../observation/observed-records.ts";
import type { Part } from "../part.ts";
import { payoutKeyOf, payouts } from "./records.ts";

interface Told {
  readonly known: Map<string, Payout>;
  readonly flaggedBy: Map<string, readonly string[]>;
  readonly flagged: Map<string, number>;
  readonly told: Map<string, number>;
  /** Flags that a process knows to be committed: it must notify people of them by the end of the step. */
  mustBeTold: readonly string[];
}

const flags: Projection<Told> = {
  start: () => ({ known: new Map(), flaggedBy: new Map(), flagged: new Map(), told: new Map(), mustBeTold: [] }),
  onCommit(value, changeSet, observed) {
    for (const { id, record: payout } of writtenIn(payouts, changeSet, observed)) {
      const name = nameOf(payout.tenant, payoutKeyOf(id));
      const isNew = payout.reconciliationRequired && isFlaggedAnew(value.known.get(name), payout);
      value.known.set(name, payout);
      if (!isNew) continue;
      value.flagged.set(name, (value.flagged.get(name) ?? 0) + 1);
      value.flaggedBy.set(changeSet.id, [...(value.flaggedBy.get(changeSet.id) ?? []), name]);
    }
  },
  onEvent(value, event) {
    if (event.kind === "stored") value.mustBeTold = [...value.mustBeTold, ...flaggedIn(value, event.changeSet)];
    if (event.kind !== "notice" || event.notice.kind !== "attempt-flagged") return;
    const name = nameOf(event.notice.tenant, event.notice.attempt);
    value.told.set(name, (value.told.get(name) ?? 0) + 1);
  },
};

function nameOf(tenant: string, key: string): string {
  return `${tenant} ${key}`;
}

function isFlaggedAnew(before: Payout | undefined, after: Payout): boolean {
  if (before?.reconciliationRequired !== true) return true;
  return before.paidAt !== after.paidAt || before.returnedAt !== after.returnedAt;
}

function flaggedIn({ flaggedBy }: Told, { id }: ChangeSet): readonly string[] {
  return flaggedBy.get(id) ?? [];
}

const toldOfPayouts: Invariant = {
  name: "people are notified of a flagged payout",
  always(observed) {
    const value = observed.of(flags);
    const untold = value.mustBeTold.find((name) => (value.told.get(name) ?? 0) === 0);
    value.mustBeTold = [];
    if (untold !== undefined) return `${untold} is flagged, and people were not told`;
    const [often] =
      [...value.told].find(([name, times]) => value.known.has(name) && times > (value.flagged.get(name) ?? 0)) ?? [];
    return often && `people were told more often of ${often} than it was flagged`;
  },
};

export const part: Part = { projections: [flags], invariants: [toldOfPayouts] };
