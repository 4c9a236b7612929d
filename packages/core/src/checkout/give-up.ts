import { decideAndCommit } from "../commit/commit.ts";
import type { Context } from "../context.ts";
import { intentStates, intentRecord } from "../payment/intent.ts";
import { ok, refuse } from "../result.ts";
import { sessionStates, sessionRecord } from "../session/session.ts";
import { advance } from "../commit/state-table.ts";

import { linkErrors, linkRefusal, loadSession, nameSession, type OpenedSession } from "./read-session.ts";
import { failureRedirect, type BuyerOptions } from "./redirect.ts";

export const giveUpErrors = [...linkErrors, "ALREADY_PROCESSED_PAYMENT", "CONCURRENT_REQUEST"] as const;

/**
 * The buyer gives up: the browser goes to failUrl. An open link stays open. An authenticated payment is taken back, so
 * that it can't be confirmed any more; a payment whose confirmation has begun is not given up.
 */
export async function giveUpCheckout(context: Context, token: string, { language }: BuyerOptions = {}) {
  const named = await nameSession(context, token);
  if (!named.ok) return named;
  const { tenant, id } = named.value;
  return decideAndCommit(context, {
    tenant,
    lane: id,
    load: (read) => loadSession(read, id),
    decide: (opened, now) => {
      if (opened === undefined) return { answer: refuse("NOT_FOUND_PAYMENT_SESSION") };
      const refusal = linkRefusal(opened, now);
      if (refusal !== undefined) return { answer: refuse(refusal) };
      const { session, intent } = opened;
      if (intent.openAttempt !== null || intent.approvedAt !== null) {
        return { answer: refuse("ALREADY_PROCESSED_PAYMENT") };
      }
      const answer = ok(failureRedirect(opened, { code: "PAY_PROCESS_CANCELED", language }));
      return session.status === "AUTHENTICATED" ? { answer, changes: { writes: takeBack(opened) } } : { answer };
    },
  });
}

function takeBack({ session, intent }: OpenedSession) {
  return [
    sessionRecord.write({ ...session, status: advance(sessionStates, session.status, "give-up") }),
    intentRecord.write({ ...intent, status: advance(intentStates, intent.status, "give-up") }),
  ];
}
