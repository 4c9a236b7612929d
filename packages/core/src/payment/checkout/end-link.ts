import type { Change } from "../../engine/commit/record.ts";
import { advance } from "../../engine/commit/state-table.ts";
import { intentStates } from "../intent/intent.ts";
import { writeAndNotify, type StatusChange } from "../intent/webhook.ts";
import { sessionRecord, sessionStates } from "../intent/session.ts";
import type { Linked } from "./redirect.ts";

/** Ends a link together with its unpaid payment, whose order is free again. */
export function endLink(
  { session, intent }: Linked,
  event: "expire" | "give-up",
  at: Omit<StatusChange, "earning">,
): readonly Change[] {
  const ended = { ...intent, status: advance(intentStates, intent.status, event) };
  return [
    sessionRecord.write({ ...session, status: advance(sessionStates, session.status, event) }),
    ...writeAndNotify(ended, { ...at, earning: undefined }),
  ];
}
