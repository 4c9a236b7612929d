import { changeRecord, loadOnce } from "../../engine/commit/commit.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { askWindow, type GatewayContext } from "../../gateway/context.ts";
import type { Returned } from "../../gateway/window.ts";
import { ok, refuse } from "../../result.ts";
import { sessionStatusAt } from "../intent/session.ts";
import { concludeWindow, isAwaited } from "./conclude-window.ts";
import { linkRefusal } from "./read-session.ts";
import {
  failureRedirect,
  successRedirect,
  withParameters,
  type BuyerOptions,
  type CheckoutRedirect,
} from "./redirect.ts";
import {
  loadWindow,
  openingOfToken,
  windowRecord,
  type WindowAttempt,
  type WindowOfSession,
} from "./window-attempt.ts";

/**
 * Where a buyer who comes back from the window goes: to the shop, or to the checkout, which offers the choices again.
 * Without an address the outcome is not known yet: ask again.
 */
export type WindowReturn =
  | CheckoutRedirect
  | { readonly redirectUrl: string; readonly leadsTo: "checkout" }
  | { readonly redirectUrl: null; readonly leadsTo: null };

export interface ReturnOptions extends BuyerOptions {
  /** Of the link, where the buyer's browser has kept it; an opening's token reveals none. */
  readonly checkoutToken?: string | undefined;
}

export const returnErrors = ["NOT_FOUND_PAYMENT_SESSION", "CONCURRENT_REQUEST"] as const;

/** What a browser brought back, by the names of its fields. */
export type ReturnedFields = Readonly<Record<string, string>>;

/**
 * Takes a buyer's return from the window. It needs nothing but the token of its address, which may come in another
 * browser, twice, or from a stranger: only the gateway's answer authenticates. A return that finds no open attempt
 * changes nothing. Without fields it only looks where the buyer goes.
 */
export async function returnFromWindow(
  context: GatewayContext,
  token: string,
  { fields, checkoutToken, language }: ReturnOptions & { readonly fields: ReturnedFields | null },
) {
  const named = openingOfToken(token);
  if (named === undefined) return refuse("NOT_FOUND_PAYMENT_SESSION");
  const { tenant, key } = named;
  const tokenHash = await context.vault.hash(token);
  const loaded = await loadOnce(context, tenant, (read) => loadWindow(read, key));
  if (loaded === undefined || loaded.attempt.tokenHash !== tokenHash) return refuse("NOT_FOUND_PAYMENT_SESSION");
  if (fields !== null && isAwaited(loaded, context.clock.now())) {
    const returned = await context.vault.seal(JSON.stringify(fields));
    await keepReturn(context, tenant, { key, returned });
    const found = await askToFinish(context, tenant, { attempt: loaded.attempt, fields });
    const decided = await concludeWindow(context, tenant, { key, found, returned });
    if (!decided.ok) return decided;
  }
  const now = context.clock.now();
  const after = await loadOnce(context, tenant, (read) => loadWindow(read, key));
  if (after === undefined) return refuse("NOT_FOUND_PAYMENT_SESSION");
  const isPaying = after.session.status === "AUTHENTICATED" && linkRefusal(after, now) === undefined;
  if (isPaying) return ok<WindowReturn>(successRedirect(after));
  if (checkoutToken !== undefined && (await context.vault.hash(checkoutToken)) === after.attempt.sessionId) {
    const redirectUrl = withParameters(context.settings.checkoutUrl, { token: checkoutToken, lang: language });
    return ok<WindowReturn>({ redirectUrl, leadsTo: "checkout" });
  }
  return ok<WindowReturn>(withoutCheckout(after, { now, language }));
}

/** A browser that does not know the link, such as the one that a wallet's app opens, goes back to the shop. */
function withoutCheckout(
  { attempt, session, intent }: WindowOfSession,
  { now, language }: BuyerOptions & { readonly now: number },
): WindowReturn {
  const status = sessionStatusAt(session, now);
  const failure = session.opening?.failure ?? null;
  // In this opening, or in a newer one, the buyer may still authenticate.
  if (status === "IN_WINDOW" && failure === null) return { redirectUrl: null, leadsTo: null };
  // An order that belongs to a newer link has not failed.
  const isCanceled = status === "SUPERSEDED" || (failure ?? attempt.refusal) === "PAY_PROCESS_CANCELED";
  const code = isCanceled ? "PAY_PROCESS_CANCELED" : "PAY_PROCESS_ABORTED";
  return failureRedirect({ session, intent }, { code, language });
}

/** If this process dies while it asks the gateway, another one asks by what the browser brought. */
async function keepReturn(
  context: GatewayContext,
  tenant: Tenant,
  { key, returned }: { readonly key: string; readonly returned: string },
): Promise<void> {
  await changeRecord(context, tenant, {
    ref: windowRecord.ref(key),
    change(attempt, now) {
      if (attempt?.status !== "OPEN") return [];
      const lookUpAt = Math.min(now + context.settings.requestDeadlineMs, attempt.endsAt);
      return [windowRecord.write({ ...attempt, returned, lookUpAt })];
    },
  });
}

interface Finishing {
  readonly attempt: WindowAttempt;
  readonly fields: ReturnedFields;
}

function askToFinish(context: GatewayContext, tenant: Tenant, { attempt, fields }: Finishing) {
  const { method, amount } = attempt;
  return askWindow<Returned>(context, { tenant, attempt }, (window, question) =>
    window.finish({ ...question, purpose: "payment", method, amount, fields }),
  );
}
