import type { Change } from "../commit/record.ts";
import { advance } from "../commit/state-table.ts";
import { intentRecord, intentStates } from "../payment/intent.ts";
import { sessionRecord, sessionStates } from "../session/session.ts";
import type { Linked } from "./redirect.ts";

/** Ends a link together with its payment, which frees the order. */
export function endLink({ session, intent }: Linked, event: "expire" | "give-up"): readonly Change[] {
  return [
    sessionRecord.write({ ...session, status: advance(sessionStates, session.status, event) }),
    intentRecord.write({ ...intent, status: advance(intentStates, intent.status, event) }),
  ];
}
