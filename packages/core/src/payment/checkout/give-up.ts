import type { Context } from "../../context.ts";
import { ok, refuse } from "../../result.ts";

import { viewingOf } from "../intent/view.ts";
import { endLink } from "./end-link.ts";
import { decideOnLink, linkErrors, nameSession } from "./read-session.ts";
import { failureRedirect, type BuyerOptions } from "./redirect.ts";

export const giveUpErrors = [...linkErrors, "ALREADY_PROCESSED_PAYMENT", "CONCURRENT_REQUEST"] as const;

/**
 * The buyer gives up: the browser goes to failUrl. An open link stays open. An authenticated payment ends, so that it
 * can't be confirmed any more; a payment whose confirmation is in progress stays.
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
    if (session.status !== "AUTHENTICATED") return { answer };
    const at = { ...viewingOf(context, named.value.tenant), now, merchant };
    return { answer, changes: { writes: endLink(opened, "give-up", at) } };
  });
}
