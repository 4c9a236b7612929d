import type { Context } from "../context.ts";
import type { Tenant } from "../tenant.ts";
import type { Result } from "../result.ts";
import { validate } from "../validate.ts";
import { makeSession } from "./make-session.ts";
import { openCheckoutSchema, type CreatedSession, type OpenCheckoutInput } from "./session-request.ts";

/**
 * Opens a checkout from a merchant's page, which knows only the client key (interface: Client SDK). It
 * never takes the place of a session that the merchant's server made.
 *
 * Refusals: as for `createSession`, and `FORBIDDEN_REQUEST` where the server's session of this order is
 * alive, or where the page's origin is not registered in live mode.
 *
 * @param origin the page's origin as the browser sent it
 *
 * @example
 * const opened = await payments.checkout.open(tenant, { input: order, origin: "https://shop.example" });
 */
export async function openCheckout(
  context: Context,
  tenant: Tenant,
  { input, origin }: { readonly input: OpenCheckoutInput; readonly origin: string },
): Promise<Result<CreatedSession>> {
  const order = validate(openCheckoutSchema, input);
  if (!order.ok) return order;
  return makeSession(context, tenant, {
    order: { ...order.value, metadata: undefined, kyc: undefined },
    opener: { by: "browser", origin },
    request: undefined,
  });
}
