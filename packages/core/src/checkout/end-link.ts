import type { Change } from "../commit/record.ts";
import { advance } from "../commit/state-table.ts";
import { intentRecord, intentStates, type Intent } from "../payment/intent.ts";
import { sessionRecord, sessionStates, type Session } from "../session/session.ts";

/** Ends a link together with its payment, which frees the order. */
export function endLink(
  { session, intent }: { readonly session: Session; readonly intent: Intent },
  event: "expire" | "give-up",
): readonly Change[] {
  return [
    sessionRecord.write({ ...session, status: advance(sessionStates, session.status, event) }),
    intentRecord.write({ ...intent, status: advance(intentStates, intent.status, event) }),
  ];
}
