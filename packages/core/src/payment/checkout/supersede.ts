import type { Change } from "../../engine/commit/record.ts";
import { advance, nextStatus } from "../../engine/commit/state-table.ts";
import { intentStates, type Intent } from "../intent/intent.ts";
import { writeAndNotify, type StatusChange } from "../intent/webhook.ts";
import { sessionRecord, sessionStates, type Session } from "../intent/session.ts";

interface Superseded {
  readonly current: Intent | undefined;
  readonly currentSession: Session | undefined;
}

/** Ends the order's earlier session and payment, in the commit that creates the new ones. */
export function supersede(
  { current, currentSession }: Superseded,
  at: Omit<StatusChange, "earning">,
): readonly Change[] {
  const writes: Change[] = [];
  if (current !== undefined && nextStatus(intentStates, current.status, "expire") !== undefined) {
    const status = advance(intentStates, current.status, "expire");
    writes.push(...writeAndNotify({ ...current, status, superseded: true }, { ...at, earning: undefined }));
  }
  if (currentSession !== undefined && nextStatus(sessionStates, currentSession.status, "supersede") !== undefined) {
    const status = advance(sessionStates, currentSession.status, "supersede");
    writes.push(sessionRecord.write({ ...currentSession, status }));
  }
  return writes;
}
