import { html } from "hono/html";

import type { Resolve, SchemaObject } from "./document.ts";
import { inline, type Markup } from "./paragraphs.ts";
import type { Reader } from "./words/words.ts";

/** The fields of a schema, each with type, bounds and description, and its own fields below. */
export function fieldsOf(schema: SchemaObject, reader: Reader): Markup {
  const { resolve, words } = reader;
  const shown = resolve<SchemaObject>(schema);
  const { properties, required = [] } = shown;
  if (properties !== undefined) {
    const rows = Object.entries(properties).map(([name, property]) =>
      field({ name, property: resolve(property), isRequired: required.includes(name) }, reader),
    );
    return html`<ul class="fields">
      ${rows}
    </ul>`;
  }
  const choices = choicesOf(shown, resolve);
  if (choices.length > 1) {
    return html`<ul class="fields">
      ${choices.map((choice) => html`<li><span class="type">${words.either}</span>${fieldsOf(choice, reader)}</li>`)}
    </ul>`;
  }
  const [only] = choices;
  if (only !== undefined) return fieldsOf(only, reader);
  if (typeof shown.items === "object") return fieldsOf(shown.items, reader);
  return html``;
}

interface Field {
  readonly name: string;
  readonly property: SchemaObject;
  readonly isRequired: boolean;
}

function field({ name, property, isRequired }: Field, reader: Reader): Markup {
  const needed = isRequired ? html`` : html` <span class="type">${reader.words.optional}</span>`;
  return html`<li>
    <code>${name}</code> <span class="type">${typeOf(property, reader)}</span>${needed}
    ${note({ description: property.description, bounds: boundsOf(property, reader) })}
    ${hasFields(property, reader.resolve) ? fieldsOf(property, reader) : undefined}
  </li>`;
}

/** A value's description and bounds, in a line; undefined without either. */
export function note({ description = "", bounds }: Noted): Markup | undefined {
  if (description === "" && bounds === "") return undefined;
  const between = description === "" || bounds === "" ? "" : " · ";
  return html`<span class="note">${inline(description)}${between}${bounds}</span>`;
}

interface Noted {
  readonly description?: string | undefined;
  readonly bounds: string;
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
export function typeOf(schema: SchemaObject, reader: Reader): string {
  const { resolve, words } = reader;
  const { type, items, anyOf = [], oneOf = [], format } = schema;
  const choices = [...anyOf, ...oneOf];
  if (choices.length > 0) {
    return [...new Set(choices.map((choice) => typeOf(resolve(choice), reader)))].join(` ${words.or} `);
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (type === "array") return typeof items === "object" ? `${typeOf(resolve(items), reader)}[]` : "array";
  const named = type === undefined ? words.any : [type].flat().join(` ${words.or} `);
  return format === undefined ? named : `${named} (${format})`;
}

/** The bounds of a value. */
export function boundsOf(schema: SchemaObject, reader: Reader): string {
  const [only, ...others] = choicesOf(schema, reader.resolve);
  if (only !== undefined) return others.length === 0 ? boundsOf(only, reader) : "";
  const { minimum, maximum, exclusiveMaximum, minLength, maxLength, minItems, maxItems, pattern, examples } = schema;
  const { bounds } = reader.words;
  const values = schema.enum ?? [];
  const parts = [
    schema.enum && (values.length > 20 ? bounds.many : bounds.oneOf(values.join(", "))),
    said(minimum, bounds.from),
    said(maximum, bounds.to),
    said(exclusiveMaximum, bounds.below),
    minLength === maxLength ? said(maxLength, bounds.exactly) : said(maxLength, bounds.atMost),
    minItems !== undefined && maxItems !== undefined ? bounds.items(minItems, maxItems) : undefined,
    pattern !== undefined && pattern.length < 60 ? bounds.like(pattern) : undefined,
    examples && bounds.such(examples.join(", ")),
  ];
  return parts.filter((part) => part !== undefined).join(" · ");
}

function said(bound: number | undefined, words: (bound: number) => string): string | undefined {
  return bound === undefined ? undefined : words(bound);
}
