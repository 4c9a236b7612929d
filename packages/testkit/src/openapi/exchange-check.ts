import addFormats from "ajv-formats";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";

import { closed, findOperation, pointerTo, type CheckedDocument, type FoundOperation, type Place } from "./document.ts";

export interface CheckedExchange {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly sent: {
    readonly headers: Headers;
    readonly body?: unknown;
  };
  readonly status: number;
  readonly headers: Headers;
  /** The JSON value, or the text of another media type; undefined for no body, or an unread one. */
  readonly body?: unknown;
}

/** Answers the problems of an exchange; none if the document describes it. */
type ExchangeCheck = (exchange: CheckedExchange) => readonly string[];

type Validate = (place: Place, value: unknown) => readonly string[];

const general =
  /^(?:access-control-.+|allow|cache-control|connection|content-length|content-security-policy|content-type|cross-origin-.+|date|keep-alive|referrer-policy|transfer-encoding|vary|x-content-type-options)$/;

const ofNoOperation: readonly unknown[] = ["NOT_FOUND_PATH", "METHOD_NOT_ALLOWED"];

/**
 * Checks exchanges against an OpenAPI 3.1 document. It must document each answer: status, headers, every field of the
 * body, every error code. It must allow each accepted request; a refused one may be anything. Pages and scripts at
 * undocumented paths are not checked.
 *
 * @example
 * const check = exchangeCheck(openApiDocument());
 * const [sent, headers] = [{ headers: new Headers() }, new Headers({ "Content-Type": "application/json" })];
 * check({ method: "GET", path: "/healthz", sent, status: 200, headers, body: { status: "alive" } }); // []
 */
export function exchangeCheck(document: CheckedDocument): ExchangeCheck {
  const asSent = validation(document);
  const asAnswered = validation({ ...document, components: { ...document.components, schemas: schemasOf(document) } });
  return (exchange) => {
    const { method, path, status } = exchange;
    if (method === "OPTIONS") return [];
    const { pathname } = new URL(path, "https://service.example");
    const found = findOperation(document, method === "HEAD" ? "GET" : method, pathname);
    const { code } = Object(exchange.body) as { readonly code?: unknown };
    const problems =
      found === undefined || ofNoOperation.includes(code)
        ? problemsOfNoOperation(exchange, asAnswered)
        : [
            ...problemsOfAnswer(exchange, { document, found, validate: asAnswered }),
            ...(status < 300 ? problemsOfRequest(exchange, { document, found, validate: asSent }) : []),
          ];
    return problems.map((problem) => `${method} ${path} → ${status}: ${problem}`);
  };
}

function schemasOf({ components }: CheckedDocument): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(components.schemas).map(([name, schema]) => [name, closed(schema)]));
}

function validation(document: CheckedDocument): Validate {
  const ajv = new Ajv2020({ allErrors: true, strict: false, validateSchema: false });
  addFormats.default(ajv);
  ajv.addSchema(document, "document");
  const compiled = new Map<string, ValidateFunction>();
  return (place, value) => {
    const pointer = pointerTo(place);
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `document${pointer}` });
    compiled.set(pointer, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message, params }) => {
      return `${instancePath} ${message} ${JSON.stringify(params)}`;
    });
  };
}

function problemsOfNoOperation({ status, body, headers }: CheckedExchange, validate: Validate): readonly string[] {
  const isJson = headers.get("Content-Type") === "application/json";
  if (!isJson || body === undefined) return [];
  if (status < 400) return ["the document has no such operation"];
  return validate(["components", "schemas", "Error"], body);
}

interface Held {
  readonly document: CheckedDocument;
  readonly found: FoundOperation;
  readonly validate: Validate;
}

function problemsOfAnswer(exchange: CheckedExchange, held: Held): readonly string[] {
  const { method, status, body, headers } = exchange;
  const { found, validate } = held;
  const answer = found.operation.responses[status];
  if (answer === undefined) return ["the document has no such status"];
  const problems = problemsOfHeaders(headers, Object.keys(answer.headers ?? {}));
  if (method === "HEAD") return problems;
  if (answer.content === undefined) return body === undefined ? problems : [...problems, "the answer has a body"];
  const [documented = ""] = Object.keys(answer.content);
  const type = headers.get("Content-Type");
  // JSON has no charset.
  const isDocumented = type === documented || (documented !== "application/json" && type?.startsWith(`${documented};`));
  if (isDocumented !== true) problems.push(`the body is ${type ?? "of no type"}`);
  if (body === undefined) return problems;
  const place = [...found.place, "responses", status, "content", documented, "schema"];
  return [...problems, ...validate(place, body)];
}

function problemsOfHeaders(headers: Headers, documented: readonly string[]): string[] {
  const known = documented.map((name) => name.toLowerCase());
  const surplus = [...new Set(headers.keys())].filter((name) => !general.test(name) && !known.includes(name));
  const problems = surplus.map((name) => `the document has no header ${name}`);
  return headers.has("Trace-Id") ? problems : [...problems, "the answer has no Trace-Id"];
}

function problemsOfRequest({ path, sent }: CheckedExchange, held: Held): readonly string[] {
  const { document, found, validate } = held;
  const { searchParams } = new URL(path, "https://service.example");
  const problems = (found.operation.parameters ?? []).flatMap((part, index) => {
    const { place, parameter } = resolved(document, part, [...found.place, "parameters", index]);
    const texts = {
      path: () => found.openParts[parameter.name],
      query: () => searchParams.get(parameter.name) ?? undefined,
      header: () => onceIn(sent.headers.get(parameter.name) ?? undefined),
    };
    const text = texts[parameter.in]();
    if (text === undefined) return parameter.required ? [`${parameter.name} is missing`] : [];
    // Only digits are a whole number: 1e3, 0x10 and 1.0 are ways to write one in other places.
    const value = parameter.schema.type === "integer" && /^-?\d+$/.test(text) ? Number(text) : text;
    return validate([...place, "schema"], value).map((problem) => `${parameter.name} ${problem}`);
  });
  if (sent.body === undefined || found.operation.requestBody === undefined) return problems;
  const place = [...found.place, "requestBody", "content", "application/json", "schema"];
  return [...problems, ...validate(place, sent.body).map((problem) => `the request: ${problem}`)];
}

/** Equal lines of a header, which arrive joined by commas, count as one. */
function onceIn(joined: string | undefined): string | undefined {
  const [value, ...others] = new Set(joined?.split(",").map((line) => line.trim()));
  return others.length === 0 ? value : joined;
}

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly schema: { readonly type?: unknown };
}

function resolved(document: CheckedDocument, part: unknown, place: Place) {
  const { $ref } = Object(part) as { readonly $ref?: string };
  const name = $ref?.replace("#/components/parameters/", "");
  if (name === undefined) return { place, parameter: part as Parameter };
  const parameter = document.components.parameters?.[name] as Parameter;
  return { place: ["components", "parameters", name], parameter };
}
