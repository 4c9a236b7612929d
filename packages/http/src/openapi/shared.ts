import { errorCatalog, type ErrorCode } from "@wonflow/core";
import { errorObjectOf } from "../error-object.ts";
import { jsonSchemaOf } from "../json-schema.ts";
import { requestHeaders } from "../request/headers.ts";

export interface Reference {
  readonly $ref: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly description: string;
  readonly schema: unknown;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

export const sharedParameters = {
  IdempotencyKey: headerOf("Idempotency-Key"),
  PaymentsTestCode: headerOf("Payments-Test-Code"),
  CsrfToken: optional("X-CSRF-Token", "With an operator's session: the csrfToken that GET /operator/session answers"),
  IfNoneMatch: optional(
    "If-None-Match",
    "The ETag of the answer that the caller has; answered with 304 while that is current",
  ),
};

function optional(name: string, description: string): Parameter {
  return { name, in: "header", required: false, description, schema: { type: "string" } };
}

function headerOf(name: keyof typeof requestHeaders): Parameter {
  const { description, schema, example } = requestHeaders[name];
  return { name, in: "header", required: false, description, schema: jsonSchemaOf(schema), example };
}

function sent(name: string, description: string, schema: unknown = { type: "string" }) {
  return { name, description, schema };
}

const sharedHeaders = {
  TraceId: sent("Trace-Id", "Names this request; quote it when you ask for help"),
  RetryAfter: sent("Retry-After", "Seconds to wait before asking again; for codes where waiting helps", {
    type: "integer",
    minimum: 1,
  }),
  ContentLanguage: sent("Content-Language", "The language of message: ko, or en if Accept-Language prefers it", {
    enum: ["ko", "en"],
  }),
  Challenge: sent("WWW-Authenticate", "The authentication that the operation needs"),
};

type SharedHeader = keyof typeof sharedHeaders;

export function headersNamed(...names: readonly SharedHeader[]): Readonly<Record<string, Reference>> {
  return Object.fromEntries(names.map((name) => [sharedHeaders[name].name, { $ref: `#/components/headers/${name}` }]));
}

export function parameterNamed(name: keyof typeof sharedParameters): Reference {
  return { $ref: `#/components/parameters/${name}` };
}

const traceId = "0d5f6c1e-8a34-4b7d-9c2f-6e1b3a5d7f90";

function exampleOfError(code: ErrorCode) {
  const { en, action } = errorCatalog[code];
  return {
    summary: en,
    description: action,
    value: errorObjectOf({ code }, { traceId, language: "ko" }),
  };
}

export function sharedParts(codes: Iterable<ErrorCode>) {
  const headers = Object.entries(sharedHeaders).map(([key, { name: _sentAs, ...header }]) => [key, header] as const);
  return {
    headers: Object.fromEntries(headers),
    parameters: sharedParameters,
    examples: Object.fromEntries([...codes].map((code) => [code, exampleOfError(code)])),
  };
}
