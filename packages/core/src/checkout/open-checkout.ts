import type { Context } from "../context.ts";
import { intentStatusAt } from "../payment/intent.ts";
import { refuseField } from "../result.ts";
import { sessionStatusAt } from "../session/session.ts";
import type { Tenant } from "../tenant.ts";
import { validate } from "../validate.ts";
import { storeNewSession, type Creating } from "./new-session.ts";
import { openCheckoutSchema, type OpenCheckoutInput } from "./session-request.ts";

/** Every code that opening a checkout from a page may refuse with. */
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

/** From where a page opens a checkout. */
export interface OpenCheckoutOptions {
  /** The page's origin as its browser sent it: `https://shop.example`. */
  readonly origin: string;
}

/** Opens a checkout from a merchant's page, which knows only the client key. */
export async function openCheckout(
  context: Context,
  tenant: Tenant,
  { input, origin }: OpenCheckoutOptions & { readonly input: OpenCheckoutInput },
) {
  const order = validate(openCheckoutSchema, input);
  if (!order.ok) return order;
  return storeNewSession(context, tenant, {
    order: { ...order.value, metadata: undefined, kyc: undefined },
    openedBy: "browser",
    request: undefined,
    rules: (creating) => pageRules(tenant, origin, creating),
  });
}

/** A page may not open what its merchant's server has opened; in live mode only registered origins may open at all. */
function pageRules({ mode }: Tenant, origin: string, { merchant, current, currentSession, now }: Creating) {
  if (mode === "live" && !merchant.origins.includes(origin)) {
    const problem = `must be an origin that is registered for this merchant; ${origin} is not`;
    return refuseField("FORBIDDEN_REQUEST", "origin", problem);
  }
  if (currentSession?.openedBy !== "server" || current === undefined) return undefined;
  const alive = sessionStatusAt(currentSession, now) === "OPEN" || intentStatusAt(current, now) === "IN_PROGRESS";
  if (!alive) return undefined;
  const problem = "has a checkout session made by the merchant's server: open its checkoutUrl";
  return refuseField("FORBIDDEN_REQUEST", "orderId", problem);
}
