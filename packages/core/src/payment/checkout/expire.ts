import { decideAndCommit } from "../../engine/commit/commit.ts";
import type { Context } from "../../context.ts";
import type { Work } from "../../engine/due-work/work.ts";
import { merchantRef } from "../../merchant/merchant.ts";
import { intentRecord } from "../intent/intent.ts";
import { viewingOf } from "../intent/view.ts";
import { ok } from "../../result.ts";
import { sessionRecord, sessionStatusAt } from "../intent/session.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { endLink } from "./end-link.ts";

export const sessionWork: Work<Context> = { kind: sessionRecord.name, limit: 100, run: expireSession };

async function expireSession(context: Context, tenant: Tenant, id: string): Promise<unknown> {
  return decideAndCommit(context, {
    tenant,
    lane: id,
    async load(read) {
      const [session] = await read(sessionRecord.ref(id));
      const [intent, merchant] = await read(session && intentRecord.ref(session.intentKey), merchantRef);
      return { session, intent, merchant };
    },
    decide: ({ session, intent, merchant }, now) => {
      const answer = ok(undefined);
      if (session === undefined || intent === undefined) return { answer };
      if (session.status !== "OPEN" || sessionStatusAt(session, now) !== "EXPIRED") return { answer };
      const at = { ...viewingOf(context, tenant), now, merchant };
      return { answer, changes: { writes: endLink({ session, intent }, "expire", at) } };
    },
  });
}
