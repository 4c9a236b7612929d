import { createCheckoutPage } from "@wonflow/checkout";
import type { Payments } from "@wonflow/core";
import { createHttpHandler, type HttpSettings } from "@wonflow/http";

/**
 * The whole service as one fetch handler: the interface, and the hosted checkout at `/checkout`.
 * `settings.checkoutUrl` of the payments must lead there.
 *
 * @example
 * const handler = createHandler(payments);
 * const response = await handler(new Request("http://localhost/healthz"));
 */
export function createHandler(
  payments: Payments,
  settings: HttpSettings = {},
): (request: Request) => Promise<Response> {
  const api = createHttpHandler(payments, settings);
  const { report } = settings;
  const page = createCheckoutPage(payments, report && { report: (error) => report(error, "checkout") });
  return (request) => (isCheckoutPage(request) ? page(request) : api(request));
}

function isCheckoutPage(request: Request): boolean {
  return new URL(request.url).pathname === "/checkout";
}
