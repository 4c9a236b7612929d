import { z } from "zod";

import { loadOnce, type Read } from "../commit.ts";
import type { Context } from "../context.ts";
import type { ErrorCode } from "../errors.ts";
import { merchantRef, type Merchant } from "../merchant/merchant.ts";
import { parseTenantId, type Tenant } from "../tenant.ts";
import { intentRef, type Intent } from "../payment/intent.ts";
import { ok, refuse, type Result } from "../result.ts";
import { seoulTime } from "../calendar/seoul-time.ts";
import { withParameters } from "./redirect.ts";
import { sessionRef, sessionStatusAt, tenantOfToken, type Session } from "../session/session.ts";

/** A session with what its page shows. */
export interface OpenedSession {
  readonly session: Session;
  readonly intent: Intent;
  readonly merchant: Merchant;
}

/** Where a token leads: its tenant, and its session's id. */
export interface NamedSession {
  readonly tenant: Tenant;
  readonly id: string;
}

/** The session that a token names; `NOT_FOUND_PAYMENT_SESSION` where it is no token at all. */
export async function nameSession(context: Context, token: string): Promise<Result<NamedSession>> {
  const named = tenantOfToken(token);
  const tenant = named === undefined ? undefined : parseTenantId(named);
  if (tenant === undefined) return refuse("NOT_FOUND_PAYMENT_SESSION");
  return ok({ tenant, id: await context.vault.hash(token) });
}

export async function loadSession(read: Read, id: string): Promise<OpenedSession | undefined> {
  const [session, merchant] = await read(sessionRef(id), merchantRef);
  if (session === undefined || merchant === undefined) return undefined;
  const [intent] = await read(intentRef(session.intentKey));
  return intent === undefined ? undefined : { session, intent, merchant };
}

/** Why a session cannot be paid through any more; undefined while it can, or when it has been authenticated. */
export function sessionRefusal(session: Session, now: number): ErrorCode | undefined {
  const status = sessionStatusAt(session, now);
  if (status === "EXPIRED") return "EXPIRED_PAYMENT_SESSION";
  if (status === "SUPERSEDED") return "INVALIDATED_PAYMENT_SESSION";
  return undefined;
}

/** Where the browser goes after success: successUrl with `orderId`, `intentKey` and `amount`. */
export function successRedirect({ session, intent }: OpenedSession): { readonly redirectUrl: string } {
  const { orderId, intentKey, totalAmount } = intent;
  return { redirectUrl: withParameters(session.successUrl, { orderId, intentKey, amount: String(totalAmount) }) };
}

/** What the checkout page shows of a session. */
export const checkoutViewSchema = z
  .object({
    merchantName: z.string(),
    orderName: z.string(),
    amount: z.number().meta({ description: "Won" }),
    status: z
      .enum(["OPEN", "AUTHENTICATED", "PAID"])
      .meta({ description: "PAID once the merchant has confirmed, also when it was canceled afterwards" }),
    redirectUrl: z.string().optional().meta({ description: "Where the buyer goes on, once authenticated" }),
    expiresAt: z.string(),
    testMode: z.boolean().meta({ description: "True when no real payment happens" }),
  })
  .meta({ id: "CheckoutView" });

export type CheckoutView = z.output<typeof checkoutViewSchema>;

/**
 * Reads the session of a checkout link, for the page that it opens.
 *
 * Refusals: `NOT_FOUND_PAYMENT_SESSION`, `EXPIRED_PAYMENT_SESSION`, `INVALIDATED_PAYMENT_SESSION`.
 */
export async function readCheckout(context: Context, token: string): Promise<Result<CheckoutView>> {
  const named = await nameSession(context, token);
  if (!named.ok) return named;
  const { tenant, id } = named.value;
  const opened = await loadOnce(context, `${tenant.mId}:${tenant.mode}`, (read) => loadSession(read, id));
  if (opened === undefined) return refuse("NOT_FOUND_PAYMENT_SESSION");
  const { session, intent, merchant } = opened;
  const refusal = sessionRefusal(session, context.clock.now());
  if (refusal !== undefined) return refuse(refusal);
  return ok({
    merchantName: merchant.name,
    orderName: intent.orderName,
    amount: intent.totalAmount,
    status: intent.approvedAt !== null ? "PAID" : session.status === "AUTHENTICATED" ? "AUTHENTICATED" : "OPEN",
    ...(session.status === "AUTHENTICATED" ? successRedirect(opened) : {}),
    expiresAt: seoulTime(session.expiresAt),
    testMode: tenant.mode === "test",
  });
}

/**
 * The origins whose pages may frame the checkout of a token: any (`"*"`) in test mode, the merchant's
 * registered ones in live mode, none for what is no token. The session need not exist any more.
 */
export async function checkoutFrameOrigins(context: Context, token: string): Promise<readonly string[]> {
  const tenant = tenantOfToken(token);
  if (tenant === undefined) return [];
  if (tenant.endsWith(":test")) return ["*"];
  const [merchant] = await loadOnce(context, tenant, (read) => read(merchantRef));
  return merchant?.origins ?? [];
}
