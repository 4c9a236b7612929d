import { z } from "zod";

import { seoulTime } from "../calendar/seoul-time.ts";
import { loadOnce, type Read } from "../commit.ts";
import type { Context } from "../context.ts";
import { merchantRef, type Merchant } from "../merchant/merchant.ts";
import { intentRecord, intentStatusAt, type Intent } from "../payment/intent.ts";
import { ok, refuse } from "../result.ts";
import { sessionRecord, sessionStatusAt, type Session, type SessionStatus } from "../session/session.ts";
import { tenantOfToken } from "../tenant-token.ts";
import { tenantId, type Tenant } from "../tenant.ts";
import { withParameters } from "./redirect.ts";

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
export async function nameSession(context: Context, token: string) {
  const tenant = tenantOfToken(token);
  if (tenant === undefined) return refuse("NOT_FOUND_PAYMENT_SESSION");
  return ok<NamedSession>({ tenant, id: await context.vault.hash(token) });
}

/** The codes of a link that leads nowhere, or nowhere any more. */
export const linkErrors = [
  "NOT_FOUND_PAYMENT_SESSION",
  "EXPIRED_PAYMENT_SESSION",
  "INVALIDATED_PAYMENT_SESSION",
] as const;

export async function loadSession(read: Read, id: string): Promise<OpenedSession | undefined> {
  const [session, merchant] = await read(sessionRecord.ref(id), merchantRef);
  if (session === undefined || merchant === undefined) return undefined;
  const [intent] = await read(intentRecord.ref(session.intentKey));
  return intent === undefined ? undefined : { session, intent, merchant };
}

/**
 * The status of a link at a moment. What ends a payment ends its link with it, also after the buyer has
 * authenticated: a payment whose place was taken, whose time is over, that was aborted, or canceled before
 * it was confirmed. A link whose payment was confirmed stays, whatever became of the payment.
 */
function linkStatusAt({ session, intent }: Pick<OpenedSession, "session" | "intent">, now: number): SessionStatus {
  const status = sessionStatusAt(session, now);
  if (status !== "AUTHENTICATED" || intent.approvedAt !== null) return status;
  if (intent.superseded) return "SUPERSEDED";
  return intentStatusAt(intent, now) === "IN_PROGRESS" ? status : "EXPIRED";
}

/** Why a link cannot be paid through any more; undefined while it can, or when it has been authenticated. */
export function linkRefusal(opened: Pick<OpenedSession, "session" | "intent">, now: number) {
  const status = linkStatusAt(opened, now);
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

/** Reads the session of a checkout link, for the page that it opens. */
export async function readCheckout(context: Context, token: string) {
  const named = await nameSession(context, token);
  if (!named.ok) return named;
  const { tenant, id } = named.value;
  // Before it is read: a link that was used while the answer was on its way has not expired meanwhile.
  const now = context.clock.now();
  const opened = await loadOnce(context, tenantId(tenant), (read) => loadSession(read, id));
  if (opened === undefined) return refuse("NOT_FOUND_PAYMENT_SESSION");
  const { session, intent, merchant } = opened;
  const refusal = linkRefusal(opened, now);
  if (refusal !== undefined) return refuse(refusal);
  return ok<CheckoutView>({
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
  if (tenant.mode === "test") return ["*"];
  const [merchant] = await loadOnce(context, tenantId(tenant), (read) => read(merchantRef));
  return merchant?.origins ?? [];
}
