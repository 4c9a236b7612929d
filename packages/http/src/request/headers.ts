import {
  errorCodes,
  idempotencyKeySchema,
  type RequestOptions,
  type Language,
  ok,
  refuseField,
  type Result,
} from "@wonflow/core";
import { z } from "zod";
import { parseAccept } from "hono/utils/accept";

interface HeaderText {
  readonly option: keyof RequestOptions;
  readonly description: string;
  readonly schema: z.ZodType;
  readonly example: string;
}

export const requestHeaders = {
  "Idempotency-Key": {
    option: "idempotencyKey",
    description: "For 15 days the same key and request get the same answer; a new request needs a new key",
    schema: idempotencyKeySchema,
    example: "5b1f0c2e-order-20261120-0001",
  },
  "Payments-Test-Code": {
    option: "testCode",
    description:
      "With a test key: an error code to be answered, with its status, and nothing happens. Any code of the service is taken, also one that this operation never answers otherwise and does not list",
    schema: z.enum(errorCodes),
    example: "REJECT_CARD_PAYMENT",
  },
} as const satisfies Record<string, HeaderText>;

export type RequestHeader = keyof typeof requestHeaders;

export function optionsIn(headers: Headers, taken: readonly RequestHeader[]): RequestOptions {
  return Object.fromEntries(taken.map((name) => [requestHeaders[name].option, headers.get(name) ?? undefined]));
}

/** The weight of each value in an Accept-Language or Accept-Encoding header, from 0 to 1. */
export function weightsIn(header: string | null): ReadonlyMap<string, number> {
  const readable = parseAccept(header ?? "").filter(({ params }) => Number.isFinite(Number(params["q"] ?? 1)));
  return new Map(readable.map(({ type, q }) => [type.toLowerCase(), q]));
}

/**
 * The language of an answer: English if Accept-Language prefers it to Korean, else Korean.
 *
 * @example
 * languageOf(new Headers({ "Accept-Language": "en-US,en;q=0.9,ko;q=0.8" })); // "en"
 */
export function languageOf(headers: Headers): Language {
  const weights = [...weightsIn(headers.get("Accept-Language"))];
  const weightOf = (language: Language) =>
    Math.max(0, ...weights.flatMap(([range, weight]) => (range.split("-")[0] === language ? [weight] : [])));
  return weightOf("en") > weightOf("ko") ? "en" : "ko";
}

/** By Sec-Fetch-Site, which no page can forge, or else by Origin. A client without both sends no cookies. */
export function isCrossSite({ headers, url }: Request): boolean {
  const site = headers.get("Sec-Fetch-Site");
  if (site !== null) return site !== "same-origin" && site !== "none";
  const origin = headers.get("Origin");
  if (origin === null) return false;
  return !URL.canParse(origin) || new URL(origin).host !== new URL(url).host;
}

const reading: readonly string[] = ["GET", "HEAD"];

/** Whether a request can change nothing. */
export function onlyReads({ method }: Request): boolean {
  return reading.includes(method);
}

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
