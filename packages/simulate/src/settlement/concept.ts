import type { Concept } from "../concept.ts";
import { invariants as answers, projections as answerProjections } from "./answers.ts";
import { leastPerThousand, projections as cancellations } from "./cancellations.ts";
import { commands } from "./commands.ts";
import { invariants as dueDays, projections as dueDayProjections } from "./due-days.ts";
import { invariants } from "./invariants.ts";
import { scheduledAt, settlementIds } from "./knowledge.ts";
import { earnings, settlements } from "./records.ts";
import { schedules } from "./schedules.ts";
import { settledLines } from "./settled-lines.ts";

export const settlement: Concept = {
  records: [earnings, settlements],
  projections: [schedules, settledLines, ...dueDayProjections, ...answerProjections, ...cancellations],
  knowledge: [settlementIds, scheduledAt],
  commands,
  invariants: [...invariants, ...dueDays, ...answers],
  leastPerThousand,
};
