import { decideAndCommit } from "../commit.ts";
import type { Context } from "../context.ts";
import type { TenantId } from "../tenant.ts";
import { intentRef, intentStates, intentWrite } from "../payment/intent.ts";
import { ok, type Result } from "../result.ts";
import { advance } from "../state-table.ts";
import { sessionRef, sessionStates, sessionStatusAt, sessionWrite } from "../session/session.ts";

/** Records that a checkout link's time is over, and its payment's with it. Answers whether it changed anything. */
export async function expireSession(context: Context, tenant: TenantId, id: string): Promise<Result<boolean>> {
  return decideAndCommit(context, {
    tenant,
    lane: id,
    load: async (read) => {
      const [session] = await read(sessionRef(id));
      const [intent] = session === undefined ? [undefined] : await read(intentRef(session.intentKey));
      return { session, intent };
    },
    decide: ({ session, intent }, now) => {
      if (session === undefined || intent === undefined) return { answer: ok(false) };
      if (session.status !== "OPEN" || sessionStatusAt(session, now) !== "EXPIRED") {
        return { answer: ok(false) };
      }
      const over = sessionWrite({ ...session, status: advance(sessionStates, session.status, "expire") });
      const unpaid = intentWrite({ ...intent, status: advance(intentStates, intent.status, "expire") });
      return { answer: ok(true), changes: { writes: [over, unpaid] } };
    },
  });
}
