import { confirmSchema, errorCatalog, type ErrorCode } from "@wonflow/core";
import { errorObjectSchema } from "../error-object.ts";
import { bodyLimit } from "../request/json-body.ts";
import type { RequestHeader, Route } from "../route.ts";
import { jsonSchemaOf, type Components, type Reference } from "./components.ts";

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly description: string;
  readonly schema: unknown;
}

interface Answer {
  readonly description: string;
  readonly headers?: unknown;
  readonly content: { readonly "application/json": { readonly schema: unknown } };
}

/** One operation of an OpenAPI document. */
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: unknown;
  readonly responses: Readonly<Record<string, Answer>>;
}

const security = {
  "secret-key": [{ secretKey: [] }],
  "client-key": [{ clientKey: [] }],
  "checkout-token": [{ checkoutToken: [] }],
  "any-key": [{}, { secretKey: [] }, { clientKey: [] }],
  none: [],
} satisfies Record<Route["authentication"], Operation["security"]>;

const headerParameters: Readonly<Record<RequestHeader, Parameter>> = {
  "Idempotency-Key": {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description: "The same key and request give the same answer for 15 days; a new request needs a new key",
    schema: { type: "string", minLength: 1, maxLength: 300, pattern: "^[\\x20-\\x7e]+$" },
  },
  "Payments-Test-Code": {
    name: "Payments-Test-Code",
    in: "header",
    required: false,
    description: "With a test key: any error code, which is then answered, with its status, and nothing happens",
    schema: { type: "string", enum: Object.keys(errorCatalog) },
  },
};

/** The open parts of paths, as the interface's own schemas have them. */
const pathTexts: Readonly<Record<string, Pick<Parameter, "description" | "schema">>> = {
  intentKey: { description: "The payment's key", schema: jsonSchemaOf(confirmSchema.shape.intentKey) },
  orderId: { description: "The merchant's order number", schema: jsonSchemaOf(confirmSchema.shape.orderId) },
  bin: {
    description: "The first digits of a card, 6 or more; a whole number is taken, and no digit of it is kept",
    schema: { type: "string", pattern: "^\\d{6,}$" },
  },
};

const traceHeader = { "Trace-Id": { description: "Names this request", schema: { type: "string" } } };

/** A route as an operation of the document. */
export function operationOf(route: Route, components: Components): Operation {
  const { operationId, summary, tag, authentication, request } = route;
  const body = request && { required: true, ...jsonContent(components.name(request, "input")) };
  return {
    operationId,
    summary,
    tags: [tag],
    security: security[authentication],
    parameters: parametersOf(route),
    ...(body && { requestBody: { description: `At most ${bodyLimit} bytes`, ...body } }),
    responses: { ...successes(route, components), ...failures(route, components) },
  };
}

function jsonContent(schema: unknown) {
  return { content: { "application/json": { schema } } };
}

function parametersOf({ path, headers, query = {} }: Route): readonly Parameter[] {
  const open = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path" as const,
    required: true,
    ...(pathTexts[name] ?? { description: name, schema: {} }),
  }));
  const inQuery = Object.entries(query).map(([name, { description, schema, required = false }]) => ({
    name,
    in: "query" as const,
    required,
    description,
    schema: jsonSchemaOf(schema),
  }));
  return [...open, ...inQuery, ...headers.map((header) => headerParameters[header])];
}

function successes({ responses, summary, answerHeaders = {} }: Route, components: Components): Record<string, Answer> {
  const answers = Object.entries(responses).map(([status, schema]) => {
    const headers = { ...traceHeader, ...headersOf(answerHeaders) };
    const answer = { description: summary, headers, ...jsonContent(components.name(schema, "output")) };
    return [status, answer] as const;
  });
  return Object.fromEntries(answers);
}

function headersOf(texts: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(texts).map(([name, description]) => [name, { description, schema: { type: "string" } }]),
  );
}

/** For each status the codes that it may come with. */
function failures({ errors }: Route, components: Components): Record<string, Answer> {
  const error = components.name(errorObjectSchema, "output");
  const statusOf = (code: ErrorCode): number => errorCatalog[code].status;
  const statuses = [...new Set(errors.map(statusOf))];
  return Object.fromEntries(
    statuses.map((status) => {
      const codes = errors.filter((code) => statusOf(code) === status);
      return [status, failure(error, status, codes)];
    }),
  );
}

function failure(error: Reference, status: number, codes: readonly ErrorCode[]): Answer {
  return {
    description: codes.map((code) => `${code}: ${errorCatalog[code].en}`).join("\n\n"),
    headers: traceHeader,
    ...jsonContent({
      allOf: [error, { type: "object", properties: { statusCode: { const: status }, code: { enum: codes } } }],
    }),
  };
}
