import type { Concept } from "../concept.ts";
import { invariants as answers } from "./answers.ts";
import { backOffice } from "./commands.ts";
import { leastPerThousand, projections as coverage } from "./coverage.ts";
import { payoutHistory } from "./history.ts";
import { invariants, projections } from "./invariants.ts";
import { askedBatches, knownAvailable, knownPayouts, nextPage } from "./knowledge.ts";
import { payoutBatches, payouts, statements } from "./records.ts";
import { invariants as refusals } from "./refusals.ts";
import { statementSchedules } from "./statement-schedules.ts";
import { invariants as told, projections as toldProjections } from "./told.ts";

export const payout: Concept = {
  records: [payouts, payoutBatches, statements],
  projections: [statementSchedules, payoutHistory, ...projections, ...toldProjections, ...coverage],
  knowledge: [askedBatches, knownPayouts, knownAvailable, nextPage],
  backOffice,
  invariants: [...invariants, ...answers, ...refusals, ...told],
  leastPerThousand,
};
