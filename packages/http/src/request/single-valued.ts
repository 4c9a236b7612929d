import { ok, refuseField, type Result } from "@wonflow/core";
import { requestHeaders } from "./headers.ts";

/**
 * Headers with one value, which never contains a comma. HTTP lets every hop join the lines of a repeated header by
 * commas, and fetch's `Headers` does so: a comma says that the header came more than once.
 */
const singleValued = ["Authorization", "Content-Type", "Origin", "Sec-Fetch-Site", "X-CSRF-Token"] as const;

/** Single-valued too, and read by few operations. These refuse a comma with a code of their own. */
const optionHeaders = Object.keys(requestHeaders);

/** A foreign scheme, such as Digest, has commas of its own. */
const ownScheme = /^(?:basic|bearer)\b/i;

/** The different values of a header that came more than once; none of any other. */
function valuesOf(headers: Headers, name: string): readonly string[] {
  const joined = headers.get(name);
  if (joined?.includes(",") !== true || (name === "Authorization" && !ownScheme.test(joined))) return [];
  return [...new Set(joined.split(",").map((value) => value.trim()))];
}

/**
 * Takes equal values of a repeated header for one: a retry layer that appends a header instead of replacing it sends
 * `Idempotency-Key: k, k`, which must not become another key. Different values are refused, as neither can be trusted.
 */
export function withSingleValues(request: Request): Result<Request, "INVALID_REQUEST"> {
  let single: Headers | undefined;
  for (const name of [...singleValued, ...optionHeaders]) {
    const [value, ...others] = valuesOf(request.headers, name);
    if (value === undefined) continue;
    if (others.length === 0) {
      single ??= new Headers(request.headers);
      single.set(name, value);
    } else if (!optionHeaders.includes(name)) {
      return refuseField("INVALID_REQUEST", name, "came more than once with different values; send it once");
    }
  }
  return ok(single === undefined ? request : withHeaders(request, single));
}

function withHeaders(request: Request, headers: Headers): Request {
  const { method, signal, bodyUsed, body } = request;
  const unread = bodyUsed || body?.locked === true ? null : body;
  return new Request(request.url, { method, headers, signal, body: unread, duplex: "half" });
}
