import { codeOf } from "../client/request.ts";
import type { Projection } from "../observation/invariant.ts";
import { writtenIn } from "../observation/observed-records.ts";
import type { Part } from "../part.ts";
import { countOnce } from "../observation/observed.ts";
import { itemsIn } from "./knowledge.ts";
import { payoutBatches, payouts } from "./records.ts";

/** About a third of what a thousand seeds reach. */
const leastPerThousand: Readonly<Record<string, number>> = {
  "batch made": 145,
  "batch there already": 50,
  "batch below the floor": 1,
  "batch DUPLICATE_REF_PAYOUT_ID": 2,
  "batch NOT_ENOUGH_AMOUNT": 48,
  "batch NOT_FOUND_SELLER": 60,
  "batch PAYOUT_PROVIDER_SLOT_CONFLICT": 100,
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

export const part: Part = { projections: [payoutCoverage], leastPerThousand };
