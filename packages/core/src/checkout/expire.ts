import { decideAndCommit } from "../commit/commit.ts";
import type { Context } from "../context.ts";
import type { Work } from "../work/work.ts";
import { intentRecord } from "../payment/intent.ts";
import { ok } from "../result.ts";
import { sessionRecord, sessionStatusAt } from "../session/session.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { endLink } from "./end-link.ts";

export const sessionWork: Work<Context> = { kind: sessionRecord.name, limit: 100, run: expireSession };

async function expireSession(context: Context, tenant: Tenant, id: string): Promise<unknown> {
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
      return { answer, changes: { writes: endLink({ session, intent }, "expire") } };
    },
  });
}
