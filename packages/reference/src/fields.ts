import { html } from "hono/html";

import type { Resolve, SchemaObject } from "./document.ts";
import type { Markup } from "./paragraphs.ts";

/** The fields of a schema, each with type, bounds and description, and its own fields below. */
export function fieldsOf(schema: SchemaObject, resolve: Resolve): Markup {
  const shown = resolve<SchemaObject>(schema);
  const { properties, required = [] } = shown;
  if (properties !== undefined) {
    const rows = Object.entries(properties).map(([name, property]) =>
      field({ name, property: resolve(property), isRequired: required.includes(name) }, resolve),
    );
    return html`<ul class="fields">
      ${rows}
    </ul>`;
  }
  const choices = choicesOf(shown, resolve);
  if (choices.length > 1) {
    return html`<ul class="fields">
      ${choices.map((choice) => html`<li><span class="type">either</span>${fieldsOf(choice, resolve)}</li>`)}
    </ul>`;
  }
  const [only] = choices;
  if (only !== undefined) return fieldsOf(only, resolve);
  if (typeof shown.items === "object") return fieldsOf(shown.items, resolve);
  return html``;
}

interface Field {
  readonly name: string;
  readonly property: SchemaObject;
  readonly isRequired: boolean;
}

function field({ name, property, isRequired }: Field, resolve: Resolve): Markup {
  const needed = isRequired ? html`` : html` <span class="type">optional</span>`;
  return html`<li>
    <code>${name}</code> <span class="type">${typeOf(property, resolve)}</span>${needed} ${note(property, resolve)}
    ${hasFields(property, resolve) ? fieldsOf(property, resolve) : undefined}
  </li>`;
}

function note(schema: SchemaObject, resolve: Resolve): Markup | undefined {
  const { description } = schema;
  const bounds = boundsOf(schema, resolve);
  const texts = [...(description === undefined ? [] : [description]), ...(bounds === "" ? [] : [bounds])];
  return texts.length === 0 ? undefined : html`<span class="note">${texts.join(" · ")}</span>`;
}

/** The alternatives, except null. */
function choicesOf({ anyOf = [], oneOf = [] }: SchemaObject, resolve: Resolve): readonly SchemaObject[] {
  return [...anyOf, ...oneOf].map((choice) => resolve<SchemaObject>(choice)).filter(({ type }) => type !== "null");
}

function hasFields(schema: SchemaObject, resolve: Resolve): boolean {
  const { properties, items } = schema;
  if (properties !== undefined) return true;
  if (typeof items === "object" && hasFields(resolve(items), resolve)) return true;
  return choicesOf(schema, resolve).some((choice) => hasFields(choice, resolve));
}

/** A type in a few words: `string`, `integer or null`, `object[]`. */
export function typeOf(schema: SchemaObject, resolve: Resolve): string {
  const { type, items, anyOf = [], oneOf = [], format } = schema;
  const choices = [...anyOf, ...oneOf];
  if (choices.length > 0) {
    return [...new Set(choices.map((choice) => typeOf(resolve(choice), resolve)))].join(" or ");
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (type === "array") return typeof items === "object" ? `${typeOf(resolve(items), resolve)}[]` : "array";
  const named = type === undefined ? "any" : [type].flat().join(" or ");
  return format === undefined ? named : `${named} (${format})`;
}

/** The bounds of a value. */
export function boundsOf(schema: SchemaObject, resolve: Resolve): string {
  const [only, ...others] = choicesOf(schema, resolve);
  if (only !== undefined) return others.length === 0 ? boundsOf(only, resolve) : "";
  const { minimum, maximum, exclusiveMaximum, minLength, maxLength, minItems, maxItems, pattern, examples } = schema;
  const many = (schema.enum?.length ?? 0) > 20;
  const parts: readonly (readonly [unknown, string])[] = [
    [schema.enum, many ? "one of many" : `one of ${(schema.enum ?? []).join(", ")}`],
    [minimum, `from ${minimum}`],
    [maximum, `to ${maximum}`],
    [exclusiveMaximum, `below ${exclusiveMaximum}`],
    [minLength === maxLength ? minLength : undefined, `exactly ${maxLength} characters`],
    [minLength === maxLength ? undefined : maxLength, `at most ${maxLength} characters`],
    [minItems, `${minItems} to ${maxItems} items`],
    [(pattern?.length ?? 100) < 60 ? pattern : undefined, `like ${pattern}`],
    [examples, `such as ${(examples ?? []).join(", ")}`],
  ];
  return parts.flatMap(([value, text]) => (value === undefined ? [] : [text])).join(" · ");
}
