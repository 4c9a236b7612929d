import { z } from "zod";
import { withoutDialect, jsonSchemaOf } from "../request/parameters.ts";
import { errorCatalog, type ErrorCode } from "@wonflow/core";
import { errorObjectOf } from "../error-object.ts";
import { requestHeaders } from "../request/headers.ts";

type Direction = "input" | "output";

/** The schemas of a document, each printed once under the id in its metadata. */
export interface Components {
  readonly name: (schema: z.ZodType, direction: Direction) => Reference;
  readonly schemas: () => Readonly<Record<string, unknown>>;
}

const referenceTo = (id: string) => `#/components/schemas/${id}`;

export function createComponents(): Components {
  const named = { input: z.registry<{ id: string }>(), output: z.registry<{ id: string }>() };
  function name(schema: z.ZodType, direction: Direction): Reference {
    const id = schema.meta()?.id;
    if (id === undefined) throw new Error("a schema of a route has no id in its metadata");
    if (!named[direction].has(schema)) named[direction].add(schema, { id });
    for (const part of partsOf(schema)) if (part.meta()?.id !== undefined) name(part, direction);
    return { $ref: referenceTo(id) };
  }
  return {
    name,
    schemas: () => ({ ...printed(named, "input"), ...printed(named, "output") }),
  };
}

/** The parts of a list or union, which may have ids of their own. */
function partsOf(schema: z.ZodType): readonly z.ZodType[] {
  if (schema instanceof z.ZodArray) return [schema.element as z.ZodType];
  return schema instanceof z.ZodUnion ? (schema.options as readonly z.ZodType[]) : [];
}

type Registry = z.core.$ZodRegistry<{ id: string }>;

function printed(named: Readonly<Record<Direction, Registry>>, io: Direction): Record<string, unknown> {
  const { schemas } = z.toJSONSchema(named[io], { io, uri: referenceTo, override: (part) => asDocumented(io, part) });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, withoutDialect(schema)]));
}

interface Printed {
  readonly zodSchema: z.core.$ZodType;
  readonly jsonSchema: z.core.JSONSchema.BaseSchema;
}

/** Requests have known fields only, while responses may gain fields. The bounds of safe integers are dropped. */
function asDocumented(io: Direction, { zodSchema, jsonSchema }: Printed): void {
  if (zodSchema instanceof z.ZodObject && zodSchema.def.catchall === undefined) {
    if (io === "input") jsonSchema.additionalProperties = false;
    else delete jsonSchema.additionalProperties;
  }
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

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

const sharedParameters = {
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
