import { createCheckoutPage } from "@wonflow/checkout";
import type { Payments } from "@wonflow/core";
import { createHttpHandler, type HttpSettings } from "@wonflow/http";

import { sdkScriptResponse } from "./sdk-script.ts";
import { zlibCompressions } from "./zlib-compressions.ts";

/**
 * The whole service as one fetch handler: the interface, the hosted checkout at `/checkout`, and the
 * SDK's script at `/payments-sdk/v1`. `settings.checkoutUrl` of the payments must lead there.
 *
 * @example
 * const handler = createHandler(payments);
 * const response = await handler(new Request("http://localhost/healthz"));
 */
export function createHandler(
  payments: Payments,
  settings: HttpSettings = {},
): (request: Request) => Promise<Response> {
  const api = createHttpHandler(payments, { compressions: zlibCompressions, ...settings });
  const { report } = settings;
  const page = createCheckoutPage(payments, report && { report: (error) => report(error, "checkout") });
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/checkout" || pathname.startsWith("/checkout/assets/")) return page(request);
    return pathname === "/payments-sdk/v1" ? sdkScriptResponse(request) : api(request);
  };
}
