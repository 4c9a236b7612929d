import type { GatewayContext } from "../../gateway/context.ts";
import { prepareIdempotency, replay, type Requested, type Replay } from "../../engine/idempotency/idempotency.ts";
import { ok, refuse, refuseField } from "../../result.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { validate } from "../../engine/request/validate.ts";
import {
  storeNewSession,
  createSessionSchema,
  openCheckoutSchema,
  type CreateAnswer,
  type CreateSessionInput,
  type Creating,
  type OpenCheckoutInput,
} from "./new-session.ts";
import type { z } from "zod";
import { isOverdue } from "../confirm/confirm-window.ts";
import { canBePaid } from "../intent/session.ts";

export const openCheckoutErrors = [
  "INVALID_REQUEST",
  "INVALID_CUSTOMER_ID",
  "INVALID_ORDER_ID",
  "INVALID_AMOUNT",
  "INVALID_URL",
  "FORBIDDEN_REQUEST",
  "BELOW_MINIMUM_AMOUNT",
  "EXCEED_MAX_AMOUNT",
  "DUPLICATED_ORDER_ID",
  "FORBIDDEN_CONSECUTIVE_REQUEST",
  "CONCURRENT_REQUEST",
] as const;

export const createSessionErrors = [
  ...openCheckoutErrors,
  "INVALID_METADATA",
  "INVALID_IDEMPOTENCY_KEY",
  "IDEMPOTENCY_KEY_REUSED",
  "KYC_NOT_AGREED",
] as const;

export async function createSession(
  context: GatewayContext,
  tenant: Tenant,
  { input, options = {} }: Requested<CreateSessionInput>,
) {
  const order = validate(createSessionSchema, input);
  if (!order.ok) return order;
  const request = await prepareIdempotency(context, ["create-session", order.value], options);
  if (!request.ok) return request;
  return storeNewSession(context, tenant, {
    order: order.value,
    openedBy: "server",
    request: request.value,
    rules({ merchant, record }) {
      const earlier = replay(request.value, record);
      if (earlier !== undefined) return "ok" in earlier ? earlier : sealedAnswer(earlier);
      if (order.value.kyc !== undefined && !merchant.contracts.kyc) return refuse("KYC_NOT_AGREED");
      return undefined;
    },
  });
}

/** A session is created in one commit, so its answer is stored with the idempotency key. */
function sealedAnswer(earlier: Replay) {
  if (!("answer" in earlier)) throw new Error("a session is remembered by an attempt");
  return ok<CreateAnswer>({ sealed: earlier.answer });
}

export interface OpenCheckoutOptions {
  /** The page's origin as its browser sent it: `https://shop.example`. */
  readonly origin: string;
}

/** Opens a checkout from a merchant's page, which knows only the client key. */
export async function openCheckout(
  context: GatewayContext,
  tenant: Tenant,
  { input, origin }: OpenCheckoutOptions & { readonly input: OpenCheckoutInput },
) {
  const order = validate(openCheckoutSchema, input);
  if (!order.ok) return order;
  return storeNewSession(context, tenant, {
    order: { ...order.value, metadata: undefined, kyc: undefined, taxFreeAmount: undefined, methods: undefined },
    openedBy: "browser",
    request: undefined,
    rules: (creating) => pageRules(tenant, { origin, order: order.value }, creating),
  });
}

/**
 * Limits of a page, as anyone has the client key and may guess an order id. It may not replace a session of the
 * merchant's server, nor a payment that a buyer has authenticated and that may still be confirmed. In live mode it may
 * open, and lead to, registered origins only.
 */
function pageRules({ mode }: Tenant, { origin, order }: OpenedPage, creating: Creating) {
  const { merchant, current, currentSession, now } = creating;
  if (mode === "live") {
    const places = { origin, successUrl: originOf(order.successUrl), failUrl: originOf(order.failUrl) };
    const wrong = Object.entries(places).find(([, each]) => !merchant.origins.includes(each));
    if (wrong !== undefined) {
      const problem = `must be of an origin that is registered for this merchant; ${wrong[1]} is not`;
      return refuseField("FORBIDDEN_REQUEST", wrong[0], problem);
    }
  }
  if (current === undefined || currentSession === undefined) return undefined;
  const authenticated = current.status === "IN_PROGRESS" && !isOverdue(current, now);
  if (currentSession.openedBy === "server" && (authenticated || canBePaid(currentSession, now))) {
    const problem = "has a checkout session made by the merchant's server: open its checkoutUrl";
    return refuseField("FORBIDDEN_REQUEST", "orderId", problem);
  }
  if (!authenticated) return undefined;
  const problem =
    "has a payment that its buyer has authenticated: confirm it, cancel it, or wait until its time is over";
  return refuseField("FORBIDDEN_CONSECUTIVE_REQUEST", "orderId", problem);
}

interface OpenedPage {
  readonly origin: string;
  readonly order: z.output<typeof openCheckoutSchema>;
}

/** Scheme, host and a port that is not the scheme's own, of a URL as the schema normalises it. */
function originOf(url: string): string {
  return /^https?:\/\/[^/?#]+/.exec(url)?.[0] ?? "";
}
