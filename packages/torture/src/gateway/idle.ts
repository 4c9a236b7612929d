import { setTimeout as pause } from "node:timers/promises";

import { z } from "zod";

import { administer } from "../databases.ts";
import type { OwnService } from "./own-service.ts";

/** A card whose token is unknown can't be released: its attempt is flagged and retried without end. */
const withoutToken = `body->>'kind' in ('card-release', 'token-release') and body->>'token' is null
  and (body->>'flagged')::boolean`;

/** Work that is overdue for longer than this is not being done. */
const overdueMs = 15_000;

const statement = (now: number) => `
  select kind, id, coalesce(body->>'status', 'due') as status from wonflow.records
  where kind in ('attempt', 'bankAttempt') and body->>'status' in ('OPEN', 'UNKNOWN') and not (${withoutToken})
    or kind = 'intent' and body->>'status' = 'IN_PROGRESS'
    or due_at < ${now - overdueMs}`;

const rowsSchema = z.array(z.object({ kind: z.string(), id: z.string(), status: z.string() }));

/** The calls without an outcome, the payments in progress and the overdue work. */
export async function unfinishedWork({ databaseUrl, now }: OwnService): Promise<readonly string[]> {
  const rows = rowsSchema.parse(await administer(databaseUrl, statement(now())));
  return rows.map(({ kind, id, status }) => `unfinished: ${kind} ${id} is ${status}`);
}

/** Waits until the service's processes have no work left, or for `withinMs`. Returns the seconds waited. */
export async function waitUntilIdle(
  own: OwnService,
  { withinMs, signal }: { readonly withinMs: number; readonly signal?: AbortSignal | undefined },
): Promise<number> {
  const began = performance.now();
  const passed = () => performance.now() - began;
  while ((await unfinishedWork(own)).length > 0 && passed() < withinMs && signal?.aborted !== true) await pause(1_000);
  return Math.round(passed() / 1_000);
}

const aMinuteMs = 60_000;
const mostMinutes = 60;

/** Does the due work in place of the processes, moving the clock minute by minute. */
export async function moveUntilIdle(own: OwnService): Promise<void> {
  for (let minute = 0; minute < mostMinutes; minute += 1) {
    await own.workOff();
    if ((await unfinishedWork(own)).length === 0) return;
    own.move(aMinuteMs);
  }
}
