import type { Concept } from "../concept.ts";
import { backOffice } from "./commands.ts";
import { askedBatches, knownAvailable, knownPayouts, nextPage } from "./knowledge.ts";
import { payoutBatches, payouts, statements } from "./records.ts";
import { statementSchedules } from "./statement-schedules.ts";

export const payout: Concept = {
  records: [payouts, payoutBatches, statements],
  projections: [statementSchedules],
  knowledge: [askedBatches, knownPayouts, knownAvailable, nextPage],
  backOffice,
};
