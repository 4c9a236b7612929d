import { z } from "zod";

import { decideAndCommit } from "../../engine/commit/commit.ts";
import { ok, type Answer } from "../../result.ts";
import { platform } from "../../engine/tenant/tenant.ts";
import { validate } from "../../engine/request/validate.ts";
import { closedDaysRecord, closedDaysRef, type CalendarContext } from "./calendar.ts";

const daySchema = z.object({ day: z.iso.date("must be a day of the calendar, YYYY-MM-DD") });

export const closeDayErrors = ["INVALID_REQUEST", "CONCURRENT_REQUEST"] as const;

/** The days that operators have closed, the earliest first. */
export interface ClosedDays {
  readonly days: readonly string[];
}

/** Adds a closed day, or takes it away again. Idempotent. */
export async function setClosed(
  context: CalendarContext,
  { day, closed }: { readonly day: string; readonly closed: boolean },
): Answer<ClosedDays, typeof closeDayErrors> {
  const valid = validate(daySchema, { day });
  if (!valid.ok) return valid;
  const changed = await decideAndCommit(context, {
    tenant: platform,
    lane: closedDaysRecord.name,
    load: (read) => read(closedDaysRef),
    decide: ([record]) => {
      const others = (record?.days ?? []).filter((each) => each !== day);
      const days = closed ? [...others, day].toSorted() : others;
      const answer = ok<ClosedDays>({ days });
      return { answer, changes: { writes: [closedDaysRecord.write(closedDaysRef.id, { ...record, days })] } };
    },
  });
  if (changed.ok) await context.calendar.refresh(context);
  return changed;
}
