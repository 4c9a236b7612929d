/**
 * Prints what the client knows of the interface, from the OpenAPI document and the catalog of errors:
 *
 *     pnpm print:client
 *
 * Git keeps `interface.generated.ts`, which runs. It does not keep `operations.generated.ts`, which has types alone:
 * `npm run setup` prints it, and the client's `api.md` shows every change of a type.
 */
import { writeFileSync } from "node:fs";
import path from "node:path";

import { errorCatalog, errorCodes, webhookEvents, type ErrorCode } from "@wonflow/core";
import { keyMistakes } from "@wonflow/core/internal";
import { openApiDocument } from "@wonflow/http";

import { comment, inBraces, inShortBraces, membersOf, nameIn, typeOf, type Schema } from "./json-schema.ts";

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly description: string;
    readonly schema: Schema;
  }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

interface Content {
  readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
}

/** The tags for a merchant's server; the others are for pages and operators. */
const tags = ["Checkout sessions", "Payments", "Billing", "Settlements", "Payouts", "Overview", "Webhooks", "Cards"];

/** An operation with its place, such as `POST /px/billing`. */
export interface PlacedOperation extends Operation {
  readonly place: string;
}

const document = JSON.parse(JSON.stringify(openApiDocument())) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: { readonly requestBody: Content } }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

/** What a reference of the document leads to; everything else is itself. */
function followed<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null || !("$ref" in value)) return value;
  const names = String(value.$ref).replace(/^#\//, "").split("/");
  return names.reduce<unknown>((place, name) => (place as Readonly<Record<string, unknown>>)[name], document) as Value;
}

/** An operation with its references resolved, except those to schemas. */
function whole(operation: Operation): Operation {
  const { parameters, requestBody, responses } = operation;
  const answers = Object.entries(responses).map(([status, answer]) => [status, followed(answer)] as const);
  return {
    ...operation,
    parameters: parameters.map(followed),
    ...(requestBody && { requestBody: followed(requestBody) }),
    responses: Object.fromEntries(answers),
  };
}

/** The operations that the client has. */
export const merchantOperations: readonly PlacedOperation[] = Object.entries(document.paths).flatMap(
  ([address, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.some((tag) => tags.includes(tag)))
      .map(([method, operation]) => ({ ...whole(operation), place: `${method.toUpperCase()} ${address}` })),
);

function schemaOf({ content }: Content): Schema {
  const [media] = Object.values(content);
  if (media === undefined) throw new Error("an answer has no media type");
  return media.schema;
}

function answerOf({ operationId, responses }: Operation): Schema {
  const [status] = Object.keys(responses).filter((one) => one.startsWith("2"));
  const answer = responses[status ?? ""];
  if (answer === undefined) throw new Error(`${operationId} has no answer`);
  return schemaOf(answer);
}

/** The parameters of a query as the schema of an object. The client leaves one out that is null. */
function querySchema({ parameters }: Operation): Schema | undefined {
  const found = parameters.filter((parameter) => parameter.in === "query");
  if (found.length === 0) return undefined;
  const properties = found.map(({ name, description, schema, required }) => {
    const given = required ? schema : { anyOf: [schema, { type: "null" }] };
    return [name, { ...given, description }] as const;
  });
  const required = found.filter((one) => one.required).map(({ name }) => name);
  return { type: "object", properties: Object.fromEntries(properties), required };
}

/** The open parts of a path, which are texts. */
function pathTypes({ parameters }: Operation): readonly string[] {
  const names = parameters.filter((parameter) => parameter.in === "path").map(({ name }) => `"${name}"`);
  return names.length === 0 ? [] : [`readonly path: Readonly<Record<${names.join(" | ")}, string>>`];
}

function takesKey({ parameters }: Operation): boolean {
  return parameters.some(({ name }) => name === "Idempotency-Key");
}

function operationType(operation: PlacedOperation): string {
  const { operationId, summary, requestBody, place } = operation;
  if (takesKey(operation) && !place.startsWith("POST ")) {
    throw new Error(`${operationId}: the client sends a key with no other method than POST`);
  }
  const parts = {
    query: querySchema(operation),
    body: requestBody && schemaOf(requestBody),
    answer: answerOf(operation),
  };
  const shown = Object.entries(parts).flatMap(([name, schema]) =>
    schema === undefined ? [] : [`readonly ${name}: ${typeOf(schema)}`],
  );
  return `${comment({ description: summary })}readonly ${operationId}: ${inShortBraces([...pathTypes(operation), ...shown])};\n`;
}

/** The names of the schemas that these lead to, themselves and through others. */
function reached(roots: readonly unknown[]): ReadonlySet<string> {
  const names = new Set<string>();
  const queue = [...roots];
  while (queue.length > 0) {
    const value = queue.pop();
    if (typeof value !== "object" || value === null) continue;
    for (const [key, member] of Object.entries(value)) {
      if (key === "$ref" && typeof member === "string" && !names.has(nameIn(member))) {
        names.add(nameIn(member));
        queue.push(document.components.schemas[nameIn(member)]);
      } else {
        queue.push(member);
      }
    }
  }
  return names;
}

function declaration(name: string, schema: Schema): string {
  const head = comment(schema);
  return schema.properties === undefined
    ? `${head}export type ${name} = ${typeOf(schema)};\n`
    : `${head}export interface ${name} ${inBraces(membersOf(schema))}\n`;
}

/** The events of webhooks. An event's first word names its object: `payment.done` has a `payment`. */
const events = Object.entries(document.webhooks).map(([event, { post }]) => {
  const [object = ""] = event.split(".");
  const isNumbered = webhookEvents.find(({ name }) => name === event)?.bySubscription === true;
  return { event, object, type: typeOf(schemaOf(post.requestBody)), isNumbered };
});

/** The codes that an operation of the client may be refused with, wherever its answers name them. */
function codesOfOperations(): readonly ErrorCode[] {
  const words = new Set(JSON.stringify(merchantOperations.map(({ responses }) => responses)).match(/\b[A-Z_]+\b/g));
  return errorCodes.filter((code) => words.has(code));
}

/** What to do after a refusal; undefined if it is to correct the request, which the status already says. */
function nextActionAfter(code: ErrorCode): string | undefined {
  const { retry, action, status } = errorCatalog[code];
  if (retry !== "no") return retry === "later" ? "retry" : "look-up";
  if (action === errorCatalog.REJECT_CARD_COMPANY.action) return "another-card";
  return status >= 500 ? "correct" : undefined;
}

function printTypes(): string {
  const roots = merchantOperations.map((operation) => [operation.requestBody, answerOf(operation)]);
  const names = reached([...roots, document.webhooks]);
  const declarations = Object.entries(document.components.schemas).filter(([name]) => names.has(name));
  const codes = codesOfOperations().map((code) => `| "${code}"`);
  const number =
    "/** Counts the messages about this object, from 1: put them in order by it. */\nreadonly sequence: number;\n";
  const union = events.map(
    ({ event, object, type, isNumbered }) =>
      `| {\nreadonly event: "${event}";\n${isNumbered ? number : ""}readonly ${object}: ${type};\n}`,
  );
  return [
    ...declarations.map(([name, schema]) => declaration(name, schema)),
    `/** The input and the answer of each operation. */\nexport interface Operations {\n${merchantOperations.map(operationType).join("")}}\n`,
    `/** Every event, with its object as the interface has it. */\nexport type EventWithObject =\n${union.join("\n")};\n`,
    `/** Every code that the service may refuse a merchant's server with. */\nexport type ServiceErrorCode =\n${codes.join("\n")};\n`,
  ].join("\n");
}

function printValues(): string {
  const places = merchantOperations.map(({ operationId, place }) => `${operationId}: "${place}",\n`);
  const keyless = merchantOperations.filter((one) => one.place.startsWith("POST ") && !takesKey(one));
  const keylessNames = keyless.map(({ operationId }) => `"${operationId}"`);
  const objects = events.map(({ event, object }) => `"${event}": "${object}",\n`);
  const numbered = new Set(events.flatMap(({ object, isNumbered }) => (isNumbered ? `"${object}"` : [])));
  const groups = ["retry", "look-up", "another-card", "correct"].map((action) => {
    const codes = codesOfOperations().filter((code) => nextActionAfter(code) === action);
    return `"${action}": "${codes.join(" ")}",\n`;
  });
  const mistakes = Object.entries(keyMistakes).map(([type, ofType]) => {
    const lines = ofType.map(([pattern, problem]) => `[${String(pattern)}, ${JSON.stringify(problem)}],\n`);
    return `${type}Key: [\n${lines.join("")}],\n`;
  });
  return [
    `/** What is given in place of a key, and its problem; the first pattern that fits counts. */\nexport const keyMistakes: Readonly<Record<"secretKey" | "clientKey", readonly (readonly [RegExp, string])[]>> = {\n${mistakes.join("")}};\n`,
    `/** Where each operation is. */\nexport const addresses = {\n${places.join("")}} as const;\n`,
    `/** Operations that change something and take no idempotency key: they are sent once. */\nexport const keyless: readonly string[] = [${keylessNames.join(", ")}];\n`,
    `/** The member that holds an event's object. */\nexport const objectOfEvent = {\n${objects.join("")}} as const;\n`,
    `/** The objects whose events are numbered in webhook-id. */\nexport const numberedObjects: readonly string[] = [${[...numbered].join(", ")}];\n`,
    "/** What to do after a refusal with one of these codes; of any other, the status says it. */",
    `export const nextActions = {\n${groups.join("")}} as const;\n`,
  ].join("\n");
}

/** Two spaces for each line before that has opened a bracket and not closed it. */
function indented(text: string): string {
  let depth = 0;
  return text
    .split("\n")
    .map((line) => {
      const isText = line.startsWith("/**");
      const closes = !isText && /^[}\])]/.test(line) ? 1 : 0;
      const written = line === "" ? "" : `${"  ".repeat(depth - closes)}${line}`;
      if (!isText) depth += Math.sign((line.match(/[{[(]/g) ?? []).length - (line.match(/[}\])]/g) ?? []).length);
      return written;
    })
    .join("\n");
}

const head = "// Printed from the OpenAPI document and the catalog of errors by `pnpm print:client`.\n\n";

/** The files of `src` that are printed, by their names. */
export function printedFiles(): Readonly<Record<string, string>> {
  return {
    "interface.generated.ts": head + indented(printValues()),
    "operations.generated.ts": head + indented(printTypes()),
  };
}

if (import.meta.main) {
  for (const [file, text] of Object.entries(printedFiles())) {
    writeFileSync(path.join(import.meta.dirname, "../src", file), text);
  }
}
