import { setTimeout as pause } from "node:timers/promises";

import { z } from "zod";

import { administer } from "../databases.ts";
import type { OwnService } from "./own-service.ts";

/** A card whose name was lost with its answer can't be given back: people were told, and it is asked again for ever. */
const withoutName = `body->>'kind' in ('card-release', 'token-release') and body->>'token' is null
  and (body->>'flagged')::boolean`;

/** Work that is due for longer than this is not being done. */
const overdueMs = 15_000;

const statement = (now: number) => `
  select kind, id, coalesce(body->>'status', 'due') as status from wonflow.records
  where kind in ('attempt', 'bankAttempt') and body->>'status' in ('OPEN', 'UNKNOWN') and not (${withoutName})
    or kind = 'intent' and body->>'status' = 'IN_PROGRESS'
    or due_at < ${now - overdueMs}`;

const rowsSchema = z.array(z.object({ kind: z.string(), id: z.string(), status: z.string() }));

/** The calls without an outcome, the payments under way and the work that is overdue. */
export async function restless({ databaseUrl, now }: OwnService): Promise<readonly string[]> {
  const rows = rowsSchema.parse(await administer(databaseUrl, statement(now())));
  return rows.map(({ kind, id, status }) => `not at rest: ${kind} ${id} is ${status}`);
}

/** Waits until the service's processes have nothing left to do, at most so long. Answers how long that was. */
export async function waitForRest(
  own: OwnService,
  { withinMs, signal }: { readonly withinMs: number; readonly signal?: AbortSignal | undefined },
): Promise<number> {
  const began = performance.now();
  const passed = () => performance.now() - began;
  while ((await restless(own)).length > 0 && passed() < withinMs && signal?.aborted !== true) await pause(1_000);
  return Math.round(passed() / 1_000);
}

const aMinuteMs = 60_000;
const mostMinutes = 60;

/** Does what is due in the processes' place, minute by minute of a clock that is moved. */
export async function passUntilRest(own: OwnService): Promise<void> {
  for (let minute = 0; minute < mostMinutes; minute += 1) {
    await own.workOff();
    if ((await restless(own)).length === 0) return;
    own.move(aMinuteMs);
  }
}
