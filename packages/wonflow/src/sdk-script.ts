import { gzipSync } from "node:zlib";

import { etag, script } from "@wonflow/sdk/script";

const zipped = gzipSync(script, { level: 9 });

/** A page asks again after this many seconds, and is told in a few bytes that nothing has changed. */
const freshSeconds = 600;

/**
 * Answers `GET /payments-sdk/v1`: the script that merchants' pages load (interface: Client SDK). Any
 * page may load it, also with an `integrity` attribute.
 *
 * @example
 * const response = sdkScriptResponse(new Request("http://localhost:4242/payments-sdk/v1"));
 */
export function sdkScriptResponse(request: Request): Response {
  const headers = new Headers({
    "Content-Type": "text/javascript; charset=utf-8",
    "Cache-Control": `public, max-age=${freshSeconds}`,
    "Access-Control-Allow-Origin": "*",
    "Cross-Origin-Resource-Policy": "cross-origin",
    "X-Content-Type-Options": "nosniff",
    ETag: etag,
    Vary: "Accept-Encoding",
  });
  if (request.method !== "GET" && request.method !== "HEAD") {
    return new Response(null, { status: 405, headers: { Allow: "GET, HEAD" } });
  }
  if (request.headers.get("If-None-Match") === etag) return new Response(null, { status: 304, headers });
  const acceptsGzip = /\bgzip\b/.test(request.headers.get("Accept-Encoding") ?? "");
  if (acceptsGzip) headers.set("Content-Encoding", "gzip");
  const body = acceptsGzip ? new Uint8Array(zipped) : script;
  return new Response(request.method === "HEAD" ? null : body, { headers });
}
