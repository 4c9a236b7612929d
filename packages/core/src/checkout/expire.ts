import { decideAndCommit } from "../commit.ts";
import type { Context } from "../context.ts";
import type { Work } from "../due-work.ts";
import { intentRecord, intentStates, intentWrite } from "../payment/intent.ts";
import { ok } from "../result.ts";
import { sessionRecord, sessionStates, sessionStatusAt, sessionWrite } from "../session/session.ts";
import { advance } from "../state-table.ts";
import type { TenantId } from "../tenant.ts";

/** Records that checkout links' time is over, and their payments' with them. */
export const sessionWork: Work<Context> = { kind: sessionRecord.name, limit: 100, run: expireSession };

async function expireSession(context: Context, tenant: TenantId, id: string): Promise<unknown> {
  return decideAndCommit(context, {
    tenant,
    lane: id,
    async load(read) {
      const [session] = await read(sessionRecord.ref(id));
      const [intent] = await read(session === undefined ? undefined : intentRecord.ref(session.intentKey));
      return { session, intent };
    },
    decide: ({ session, intent }, now) => {
      const answer = ok(undefined);
      if (session === undefined || intent === undefined) return { answer };
      if (session.status !== "OPEN" || sessionStatusAt(session, now) !== "EXPIRED") return { answer };
      const over = sessionWrite({ ...session, status: advance(sessionStates, session.status, "expire") });
      const unpaid = intentWrite({ ...intent, status: advance(intentStates, intent.status, "expire") });
      return { answer, changes: { writes: [over, unpaid] } };
    },
  });
}
