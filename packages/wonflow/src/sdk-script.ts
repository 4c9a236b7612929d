import { ok } from "@wonflow/core";
import { Kept, type Endpoint } from "@wonflow/http";
import { integrity, script } from "@wonflow/sdk/script";

/** A page asks again after this many seconds, and is told in a few bytes that nothing has changed. */
const freshSeconds = 600;

const kept = new Kept(
  {
    version: integrity,
    contentType: "text/javascript; charset=utf-8",
    text: () => script,
  },
  { "Cache-Control": `public, max-age=${freshSeconds}`, "Cross-Origin-Resource-Policy": "cross-origin" },
);

/**
 * `GET /payments-sdk/v1`: the script that merchants' pages load (interface: Client SDK). Any page may load
 * it, also with an `integrity` attribute.
 */
export const sdkScript: Endpoint = {
  method: "GET",
  path: "/payments-sdk/v1",
  crossOrigin: true,
  answer: async () => ok(kept),
};
