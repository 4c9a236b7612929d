import { errorCatalog, type ErrorCode } from "@wonflow/core";
import { errorObjectSchema, saysWhen } from "../error-object.ts";
import { bodyLimit } from "../request/body.ts";
import type { Route, Example } from "../route.ts";
import { type Components, headersNamed, type Parameter, type Reference, parameterNamed } from "./components.ts";
import type { z } from "zod";
import { jsonSchemaOf } from "../request/parameters.ts";
import type { RequestHeader } from "../request/headers.ts";

const inDocument = {
  "Idempotency-Key": "IdempotencyKey",
  "Payments-Test-Code": "PaymentsTestCode",
} as const satisfies Record<RequestHeader, string>;

function parametersOf(route: Route): readonly (Parameter | Reference)[] {
  const { params, query, headers = [], method, errors, ifNoneMatch } = route;
  const asksForCsrfToken = method !== "GET" && errors.includes("INVALID_CSRF_TOKEN");
  return [
    ...parametersIn("path", params, examplesIn(route, "params")),
    ...parametersIn("query", query, examplesIn(route, "query")),
    ...headers.map((name) => parameterNamed(inDocument[name])),
    ...(asksForCsrfToken ? [parameterNamed("CsrfToken")] : []),
    ...(ifNoneMatch === true ? [parameterNamed("IfNoneMatch")] : []),
  ];
}

type Values = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

function examplesIn({ examples }: Route, place: "params" | "query"): Values {
  return Object.fromEntries(Object.entries(examples).map(([name, example]) => [name, { ...Object(example[place]) }]));
}

function parametersIn(place: "path" | "query", schema: z.ZodType | undefined, examples: Values): readonly Parameter[] {
  const { properties = {}, required = [] } = schema === undefined ? {} : jsonSchemaOf(schema);
  return Object.entries(properties).map(([name, property]) => {
    const { description = name, ...rest } = typeof property === "boolean" ? {} : property;
    const shown = examplesOf(name, examples, rest.type === "integer" || rest.type === "number");
    return { name, in: place, required: required.includes(name), description, schema: rest, ...shown };
  });
}

function examplesOf(name: string, examples: Values, isNumber: boolean): Pick<Parameter, "example" | "examples"> {
  const values = Object.entries(examples).flatMap(([example, { [name]: text }]) =>
    text === undefined ? [] : [[example, isNumber ? Number(text) : text] as const],
  );
  const distinct = new Map(values.toReversed().map(([example, value]) => [value, example]));
  const [first] = values;
  if (first === undefined) return {};
  if (distinct.size === 1) return { example: first[1] };
  const named = [...distinct].toReversed().map(([value, example]) => [example, { value }] as const);
  return { examples: Object.fromEntries(named) };
}

interface ShownExample {
  readonly summary: string;
  readonly value: unknown;
}

interface Media {
  readonly schema: unknown;
  readonly examples: Readonly<Record<string, ShownExample | Reference>>;
}

type MediaType = "application/json" | NonNullable<Route["answerType"]>;

/** One media type with its schema. */
type Content = Readonly<Partial<Record<MediaType, Media>>>;

interface Answer {
  readonly description: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly content?: Content;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly description: string; readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Answer>>;
}

export function operationOf(route: Route, components: Components): Operation {
  const { operationId, summary, description, tag, caller, request } = route;
  const body =
    request &&
    jsonContent(
      components.name(request, "input"),
      examplesBy(route, ({ request: sent }) => sent),
    );
  return {
    operationId,
    summary,
    description,
    tags: [tag],
    security: securityOf(caller),
    parameters: parametersOf(route),
    ...(body && { requestBody: { description: `At most ${bodyLimit} bytes`, required: true, content: body } }),
    responses: { ...successes(route, components), ...notModified(route), ...failures(route, components) },
  };
}

function jsonContent(schema: unknown, examples: Media["examples"]): Content {
  return { "application/json": { schema, examples } };
}

function examplesBy({ examples }: Route, part: (example: Example) => unknown): Readonly<Record<string, ShownExample>> {
  const shown = Object.entries(examples).flatMap(([name, example]) => {
    const value = part(example);
    return value === undefined ? [] : [[name, { summary: example.summary, value }] as const];
  });
  return Object.fromEntries(shown);
}

function securityOf({ credentials, optional }: Route["caller"]): Operation["security"] {
  const ways = credentials.map(({ name }) => ({ [name]: [] }));
  return optional === true ? [{}, ...ways] : ways;
}

function successes(route: Route, components: Components): Record<string, Answer> {
  const { statuses, response, summary: description, answerType = "application/json" } = route;
  const headers = successHeaders(route);
  const schema = components.name(response, "output");
  return Object.fromEntries(
    statuses.map((status) => {
      const examples = examplesBy(route, (example) =>
        (example.status ?? statuses[0]) === status ? example.answer : undefined,
      );
      return [status, { description, headers, content: { [answerType]: { schema, examples } } }];
    }),
  );
}

function successHeaders({ answerHeaders = {} }: Route): Answer["headers"] {
  const own = Object.entries(answerHeaders).map(
    ([name, description]) => [name, { description, schema: { type: "string" } }] as const,
  );
  return { ...headersNamed("TraceId"), ...Object.fromEntries(own) };
}

function notModified(route: Route): Record<string, Answer> {
  if (route.ifNoneMatch !== true) return {};
  return { 304: { description: "The caller has the current answer", headers: successHeaders(route) } };
}

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
  const schema = {
    allOf: [error, { type: "object", properties: { statusCode: { const: status }, code: { enum: codes } } }],
  };
  const examples = codes.map((code) => [code, { $ref: `#/components/examples/${code}` }] as const);
  return {
    description: codes.map((code) => `${code}: ${errorCatalog[code].en}`).join("\n\n"),
    headers: {
      ...headersNamed("TraceId", "ContentLanguage"),
      ...(codes.some(saysWhen) && headersNamed("RetryAfter")),
      ...(status === 401 && headersNamed("Challenge")),
    },
    content: jsonContent(schema, Object.fromEntries(examples)),
  };
}
