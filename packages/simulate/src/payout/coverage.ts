import { codeOf } from "../client/request.ts";
import type { Projection } from "../observation/projection.ts";
import { itemsIn } from "./knowledge.ts";
import { payouts } from "./records.ts";

/** What became of a payout beside its statuses, as far as it was counted already. */
type Counted = Map<string, Set<string>>;

/** Counts what payouts went through, and what requests for them were answered. */
const payoutCoverage: Projection<Counted> = {
  start: () => new Map(),
  onCommit(counted, { tenant, writes }, observed) {
    for (const { key } of writes) {
      const payout = key.kind === payouts.kind ? observed.of(payouts).get(tenant, key.id) : undefined;
      if (payout === undefined) continue;
      const { status, destination, paidAt, returnedAt, reconciliationRequired } = payout;
      const isEnded = status === "FAILED" || status === "CANCELED";
      const seen: Readonly<Record<string, boolean>> = {
        "payout is a daily transfer": destination.type === "MERCHANT",
        "payout flagged": reconciliationRequired,
        "payout paid after its end": isEnded && paidAt !== null,
        "payout returned": returnedAt !== null,
      };
      const name = `${tenant} ${key.id}`;
      const own = counted.get(name) ?? new Set();
      counted.set(name, own);
      for (const [what, isSo] of Object.entries(seen)) {
        if (!isSo || own.has(what)) continue;
        own.add(what);
        observed.coverage.count(what);
      }
    }
  },
  onAnswer(_, { arrival, answer }, { coverage }) {
    if (itemsIn(arrival.request) === undefined) return;
    const success = answer.status === 201 ? "made" : "there already";
    coverage.count(`batch ${codeOf(answer) ?? success}`);
  },
};

export const projections: readonly Projection<unknown>[] = [payoutCoverage];
