import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import type { WebhookEvent } from "@wonflow/core";
import { describe, expect, expectTypeOf, test } from "vitest";

import type { EventWithObject } from "../src/operations.generated.ts";
import { typeOf } from "./json-schema.ts";
import { merchantOperations, printedFiles } from "./print-interface.ts";

const src = path.resolve(import.meta.dirname, "../src");

test.each(Object.entries(printedFiles()))("%s is what the OpenAPI document says", (file, printed) => {
  const written = readFileSync(path.join(src, file), "utf8");
  expect(written === printed, `${file} is out of date: run \`pnpm print:client\` and commit what git keeps of it`).toBe(
    true,
  );
});

test("every operation for a merchant's server is called somewhere", () => {
  const files = readdirSync(src).filter((file) => file.endsWith("-operations.ts"));
  const calls = files.map((file) => readFileSync(path.join(src, file), "utf8"));
  const names = merchantOperations.map(({ operationId }) => operationId);
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !calls.join().includes(`, "${name}", {`))).toEqual([]);
});

test("a webhook's event is the same type as core's", () => {
  expectTypeOf<WebhookEvent>().toExtend<EventWithObject>();
  expectTypeOf<WebhookEvent["event"]>().toEqualTypeOf<EventWithObject["event"]>();
  type Numbered<Event> = Extract<Event, { readonly sequence: number }>;
  expectTypeOf<Numbered<WebhookEvent>["event"]>().toEqualTypeOf<Numbered<EventWithObject>["event"]>();
});

describe("a schema becomes a type", () => {
  test.each([
    [{ type: "string", maxLength: 3, examples: ["a"] }, "string"],
    [{ type: ["integer", "null"] }, "number | null"],
    [{ const: "KRW", type: "string" }, '"KRW"'],
    [{ enum: ["a", 1, null] }, '"a" | 1 | null'],
    [{ anyOf: [{ $ref: "#/components/schemas/Seller" }, { type: "null" }] }, "Seller | null"],
    [{ allOf: [{ $ref: "#/x/A" }, { $ref: "#/x/B" }] }, "(A) & (B)"],
    [{ type: "array", items: { type: ["string", "null"] } }, "readonly (string | null)[]"],
    [
      { type: "array", prefixItems: [{ type: "number" }, { type: "string" }], items: false },
      "readonly [number, string]",
    ],
    [{ type: "object", additionalProperties: { type: "boolean" } }, "Readonly<Record<string, boolean>>"],
    [
      { type: "object", properties: { "a-b": { type: "string", description: "Ends */ here" } }, required: ["a-b"] },
      '{\n/** Ends * / here */\nreadonly "a-b": string;\n}',
    ],
    [
      { type: "object", properties: { a: { type: "array", items: { type: "string" }, minItems: 1, maxItems: 9 } } },
      "{\n/** 1 to 9 of them */\nreadonly a?: readonly (string)[] | undefined;\n}",
    ],
    [
      { type: "object", properties: { a: { anyOf: [{ type: "integer", minimum: 1 }, { type: "null" }] } } },
      "{\n/** at least 1 */\nreadonly a?: number | null | undefined;\n}",
    ],
    [{ type: "object", properties: { a: { type: "string" } } }, "{ readonly a?: string | undefined }"],
  ])("%j", (schema, type) => {
    expect(typeOf(schema)).toBe(type);
  });

  test("and one that says something else is not guessed at", () => {
    expect(() => typeOf({ type: "decimal" })).toThrow(/no type is known/);
    expect(() => typeOf({})).toThrow(/no type is known/);
  });
});
