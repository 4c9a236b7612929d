import { ok, refuse, refuseField } from "@wonflow/core";
import type { Call } from "../call.ts";
import { isCrossSite } from "../request/headers.ts";
import type { Caller } from "./caller.ts";

/**
 * Anyone except a page of another site: a developer's program, command or page of the service itself. A page elsewhere
 * could otherwise move the clock of a service on its visitor's machine, which can't be undone.
 */
export const developer: Caller<object> = {
  credentials: [],
  errors: ["CROSS_SITE_REQUEST"],
  limits: { address: "keylessByAddress" },
  shows: () => true,
  async identify(call) {
    if (isCrossSite(call.request)) return refuse("CROSS_SITE_REQUEST");
    return isOwnHost(call)
      ? ok({})
      : refuseField(
          "CROSS_SITE_REQUEST",
          "Host",
          "must be localhost, an IP address, or the host of the checkout's address",
        );
  },
};

/** Names that can't be registered, so that no stranger's name server can resolve one of them to this host. */
const unregistered = /^[^.]+$|\.(?:localhost|internal|test)$/;
const ipAddress = /^(?:\d+\.){3}\d+$|^\[/;

/**
 * Whether the request was sent to a name of this service. A page of a stranger's name that is made to lead here (DNS
 * rebinding) is of the same origin for its browser, but says its own name in Host.
 */
function isOwnHost({ request, payments }: Call): boolean {
  const { host, hostname } = new URL(request.url);
  return unregistered.test(hostname) || ipAddress.test(hostname) || host === new URL(payments.checkout.address).host;
}
