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
  CsrfToken: {
    name: "X-CSRF-Token",
    in: "header",
    required: false,
    description: "With an operator's session: the csrfToken that GET /operator/session answers",
    schema: { type: "string" },
  },
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    required: false,
    description: "The ETag of the answer that the caller has; answered with 304 while that is current",
    schema: { type: "string" },
  },
} as const satisfies Readonly<Record<string, Parameter>>;

function headerOf(name: keyof typeof requestHeaders): Parameter {
  const { description, schema, example } = requestHeaders[name];
  return { name, in: "header", required: false, description, schema: jsonSchemaOf(schema), example };
}

const sharedHeaders = {
  TraceId: {
    name: "Trace-Id",
    description: "Names this request; quote it when you ask for help",
    schema: { type: "string" },
  },
  RetryAfter: {
    name: "Retry-After",
    description: "Seconds to wait before asking again; for codes where waiting helps",
    schema: { type: "integer", minimum: 1 },
  },
  ContentLanguage: {
    name: "Content-Language",
    description: "The language of message: ko, or en if Accept-Language prefers it",
    schema: { enum: ["ko", "en"] },
  },
  Challenge: {
    name: "WWW-Authenticate",
    description: "The authentication that the operation needs",
    schema: { type: "string" },
  },
} as const;

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
