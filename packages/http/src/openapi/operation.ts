import { errorCatalog, type ErrorCode } from "@wonflow/core";
import { errorObjectSchema, saysWhen } from "../error-object.ts";
import { bodyLimit } from "../request/body.ts";
import type { Route } from "../route.ts";
import type { Components } from "./components.ts";
import type { Example } from "../examples/example.ts";
import { parametersOf } from "./parameters.ts";
import { headersNamed, type Parameter, type Reference } from "./shared.ts";

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
