import { errorCatalog, type ErrorCode } from "@wonflow/core";
import type { z } from "zod";
import { errorObjectSchema, saysWhen } from "../error-object.ts";
import { bodyLimit } from "../request/body-limit.ts";
import { requestHeaders } from "../request/headers.ts";
import type { Route } from "../route.ts";
import { jsonSchemaOf } from "../json-schema.ts";
import type { Components, Reference } from "./components.ts";

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

const retryHeader = {
  "Retry-After": {
    description: "Seconds after which it is worth asking again",
    schema: { type: "integer", minimum: 1 },
  },
};

const traceHeader = { "Trace-Id": { description: "Names this request", schema: { type: "string" } } };

/** A route as an operation of the document. */
export function operationOf(route: Route, components: Components): Operation {
  const { operationId, summary, tag, caller, request } = route;
  const body = request && { required: true, ...jsonContent(components.name(request, "input")) };
  return {
    operationId,
    summary,
    tags: [tag],
    security: securityOf(caller),
    parameters: parametersOf(route),
    ...(body && { requestBody: { description: `At most ${bodyLimit} bytes`, ...body } }),
    responses: { ...successes(route, components), ...failures(route, components) },
  };
}

function jsonContent(schema: unknown) {
  return { content: { "application/json": { schema } } };
}

/** Each way to be let in; an empty one where none is needed. */
function securityOf({ credentials, optional }: Route["caller"]): Operation["security"] {
  const ways = credentials.map(({ name }) => ({ [name]: [] }));
  return optional === true ? [{}, ...ways] : ways;
}

function parametersOf({ params, query, headers = [] }: Route): readonly Parameter[] {
  const inHeaders = headers.map((name) => {
    const { description, schema } = requestHeaders[name];
    return { name, in: "header" as const, required: false, description, schema: jsonSchemaOf(schema) };
  });
  return [...parametersIn("path", params), ...parametersIn("query", query), ...inHeaders];
}

function parametersIn(place: "path" | "query", schema: z.ZodType | undefined): readonly Parameter[] {
  const { properties = {}, required = [] } = schema === undefined ? {} : jsonSchemaOf(schema);
  return Object.entries(properties).map(([name, property]) => {
    const { description = name, ...rest } = typeof property === "boolean" ? {} : property;
    return { name, in: place, required: required.includes(name), description, schema: rest };
  });
}

function successes(route: Route, components: Components): Record<string, Answer> {
  const { statuses, response, summary, answerHeaders = {} } = route;
  const headers = { ...traceHeader, ...headersOf(answerHeaders) };
  const answer = { description: summary, headers, ...jsonContent(components.name(response, "output")) };
  return Object.fromEntries(statuses.map((status) => [status, answer]));
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
    headers: codes.some(saysWhen) ? { ...traceHeader, ...retryHeader } : traceHeader,
    ...jsonContent({
      allOf: [error, { type: "object", properties: { statusCode: { const: status }, code: { enum: codes } } }],
    }),
  };
}
