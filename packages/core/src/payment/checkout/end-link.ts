import type { Change } from "../../engine/commit/record.ts";
import { advance, nextStatus } from "../../engine/commit/state-table.ts";
import { intentStates, intentRecord, type Intent } from "../intent/intent.ts";
import { writeAndNotify, type StatusChange } from "../intent/webhook.ts";
import { sessionRecord, sessionStates, sessionStatusAt, type Session } from "../intent/session.ts";
import { failureRedirect, type Linked, type BuyerOptions } from "./redirect.ts";
import { decideAndCommit } from "../../engine/commit/commit.ts";
import type { Context } from "../../context.ts";
import type { Work } from "../../engine/due-work/work.ts";
import { merchantRef } from "../../merchant/merchant.ts";
import { viewingOf } from "../intent/view.ts";
import { ok, refuse } from "../../result.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { decideOnLink, linkErrors, nameSession } from "./read-session.ts";

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
      if (session.status === "EXPIRED" || sessionStatusAt(session, now) !== "EXPIRED") return { answer };
      const at = { ...viewingOf(context, tenant), now, merchant };
      return { answer, changes: { writes: endLink({ session, intent }, "expire", at) } };
    },
  });
}

export const giveUpErrors = [...linkErrors, "ALREADY_PROCESSED_PAYMENT", "CONCURRENT_REQUEST"] as const;

/**
 * The buyer gives up: the browser goes to failUrl. An open link stays open, but an opening of the window that has not
 * returned can't pay any more. An authenticated payment ends, so that it can't be confirmed any more; a payment whose
 * confirmation is in progress stays.
 */
export async function giveUpCheckout(context: Context, token: string, { language }: BuyerOptions = {}) {
  const named = await nameSession(context, token);
  if (!named.ok) return named;
  return decideOnLink(context, named.value, (opened, now) => {
    const { session, intent, merchant } = opened;
    if (intent.openAttempt !== null || intent.approvedAt !== null) {
      return { answer: refuse("ALREADY_PROCESSED_PAYMENT") };
    }
    const answer = ok(failureRedirect(opened, { code: "PAY_PROCESS_CANCELED", language }));
    if (session.status === "IN_WINDOW") {
      const status = advance(sessionStates, session.status, "close-window");
      return { answer, changes: { writes: [sessionRecord.write({ ...session, status, opening: null })] } };
    }
    if (session.status !== "AUTHENTICATED") return { answer };
    const at = { ...viewingOf(context, named.value.tenant), now, merchant };
    return { answer, changes: { writes: endLink(opened, "give-up", at) } };
  });
}
