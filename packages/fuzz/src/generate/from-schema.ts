import fc from "fast-check";

import { resolved, type Schema } from "../interface/schema.ts";

const known = new WeakMap<Schema, fc.Arbitrary<unknown>>();

/** Values that match a JSON Schema of the document. Rules that a schema cannot express may still refuse them. */
export function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  const found = known.get(schema) ?? madeFor(resolved(schema));
  known.set(schema, found);
  return found;
}

function madeFor(schema: Schema): fc.Arbitrary<unknown> {
  const { anyOf, oneOf, allOf, type } = schema;
  if ("const" in schema) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const choices = anyOf ?? oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map(valuesOf));
  if (allOf !== undefined)
    return fc.tuple(...allOf.map(valuesOf)).map((parts) => Object.assign({}, ...parts) as unknown);
  const types = Array.isArray(type) ? (type as readonly string[]) : [type];
  return fc.oneof(...types.map((one) => ofType(one as string | undefined, schema)));
}

function ofType(type: string | undefined, schema: Schema): fc.Arbitrary<unknown> {
  const made: Readonly<Record<string, () => fc.Arbitrary<unknown>>> = {
    string: () => textOf(schema),
    integer: () => numberOf(schema),
    number: () => numberOf(schema),
    boolean: () => fc.boolean(),
    null: () => fc.constant(null),
    array: () => listOf(schema),
    object: () => objectOf(schema),
  };
  return made[type ?? ""]?.() ?? fc.jsonValue({ maxDepth: 2 });
}

function listOf({ items, minItems = 0, maxItems = minItems + 3 }: Schema): fc.Arbitrary<unknown> {
  const entries = items === undefined ? fc.jsonValue() : valuesOf(items);
  return fc.array(entries, { minLength: minItems, maxLength: Math.min(maxItems, minItems + 3) });
}

function textOf({ pattern, format, minLength = 0, maxLength }: Schema): fc.Arbitrary<string> {
  if (format === "date") return fc.integer({ min: -40, max: 400 }).map((day) => dayOf(day));
  if (format === "date-time") return fc.integer({ min: -40, max: 400 }).map((day) => `${dayOf(day)}T01:02:03+09:00`);
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern), { size: "xsmall" });
  const most = Math.min(maxLength ?? 40, minLength + 40);
  return fc.string({ unit: "grapheme", minLength, maxLength: Math.max(minLength, most) });
}

/** Days around the one on which every service begins. */
function dayOf(day: number): string {
  return new Date(Date.UTC(2026, 10, 20) + day * 86_400_000).toISOString().slice(0, 10);
}

function numberOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Schema): fc.Arbitrary<number> {
  const min = minimum ?? (exclusiveMinimum === undefined ? Number.MIN_SAFE_INTEGER : exclusiveMinimum + 1);
  const max = maximum ?? (exclusiveMaximum === undefined ? Number.MAX_SAFE_INTEGER : exclusiveMaximum - 1);
  const near = fc.integer({ min, max: Math.min(max, Math.max(min, 0) + 20_000) });
  return fc.oneof({ weight: 3, arbitrary: near }, { weight: 1, arbitrary: fc.constantFrom(min, max) });
}

function objectOf({
  properties,
  required = [],
  additionalProperties,
  maxProperties = 5,
}: Schema): fc.Arbitrary<unknown> {
  if (properties === undefined) {
    const values = typeof additionalProperties === "object" ? valuesOf(additionalProperties) : fc.jsonValue();
    return fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), values, { maxKeys: maxProperties });
  }
  const parts = Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, valuesOf(part)]));
  return fc.record(parts, { requiredKeys: [...required] });
}
