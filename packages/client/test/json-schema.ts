/** What an OpenAPI document has of a schema, as far as a type can say it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema | boolean;
  readonly prefixItems?: readonly Schema[];
  readonly description?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMaximum?: number;
}

/** The last part of a reference: a schema's name. */
export function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}

/** A schema as a TypeScript type. Throws where it says something that this does not know, rather than guess. */
export function typeOf(schema: Schema): string {
  const { $ref, anyOf, oneOf, allOf, enum: values, type } = schema;
  if ($ref !== undefined) return nameIn($ref);
  if ("const" in schema) return JSON.stringify(schema.const);
  if (values !== undefined) return union(values.map((value) => JSON.stringify(value)));
  const choice = anyOf ?? oneOf;
  if (choice !== undefined) return union(choice.map(typeOf));
  if (allOf !== undefined) return allOf.map((part) => `(${typeOf(part)})`).join(" & ");
  if (typeof type === "object") return union(type.map((one) => typeOf({ ...schema, type: one })));
  if (type === "object") return objectType(schema);
  if (type === "array") return arrayType(schema);
  const plain = type === "integer" ? "number" : type;
  if (plain === undefined || !["string", "number", "boolean", "null"].includes(plain)) {
    throw new Error(`no type is known for the schema ${JSON.stringify(schema)}`);
  }
  return plain;
}

/** The limits that a type can't express: lengths, amounts, characters. */
function boundsOf(schema: Schema): readonly string[] {
  const { pattern = "", minLength, maxLength, minItems, maxItems, prefixItems } = schema;
  const { minimum = -Infinity, maximum = Infinity, exclusiveMaximum } = schema;
  const isReadable = pattern !== "" && pattern.length <= 40;
  return [
    isReadable ? `matches \`${pattern}\`` : "",
    isReadable && pattern.includes("{") ? "" : range(minLength, maxLength, "characters"),
    prefixItems === undefined ? range(minItems, maxItems, "of them") : "",
    Number.isSafeInteger(minimum) && minimum > -Number.MAX_SAFE_INTEGER ? `at least ${minimum}` : "",
    maximum < Number.MAX_SAFE_INTEGER ? `at most ${maximum}` : "",
    exclusiveMaximum === undefined ? "" : `below ${exclusiveMaximum}`,
  ].filter((bound) => bound !== "");
}

function range(least = 0, most: number | undefined, what: string): string {
  if (most === undefined) return "";
  if (least === most) return `${most} ${what}`;
  return `${least === 0 ? "at most" : `${least} to`} ${most} ${what}`;
}

/** The description of a schema or an operation as a comment on its own line. */
export function comment(schema: Schema): string {
  const choices = [schema, ...(schema.anyOf ?? [])];
  const text = [schema.description ?? "", ...choices.flatMap(boundsOf)].filter((part) => part !== "").join("; ");
  return text === "" ? "" : `/** ${text.replaceAll("*/", "* /").replaceAll(/\s*\n\s*/g, " ")} */\n`;
}

export function membersOf({ properties = {}, required = [] }: Schema): readonly string[] {
  return Object.entries(properties).map(([name, property]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    const type = typeOf(property);
    const member = required.includes(name) ? `${key}: ${type}` : `${key}?: ${type} | undefined`;
    return `${comment(property)}readonly ${member}`;
  });
}

export function inBraces(members: readonly string[]): string {
  return `{\n${members.map((member) => `${member};\n`).join("")}}`;
}

/** On one line where they are short and have no comments. */
export function inShortBraces(members: readonly string[]): string {
  const short = `{ ${members.join("; ")} }`;
  return short.length > 90 || short.includes("\n") ? inBraces(members) : short;
}

function objectType(schema: Schema): string {
  const { properties, additionalProperties } = schema;
  if (properties !== undefined) return inShortBraces(membersOf(schema));
  const value = typeof additionalProperties === "object" ? typeOf(additionalProperties) : "unknown";
  return `Readonly<Record<string, ${value}>>`;
}

function arrayType({ items, prefixItems }: Schema): string {
  if (prefixItems !== undefined) return `readonly [${prefixItems.map(typeOf).join(", ")}]`;
  return typeof items === "object" ? `readonly (${typeOf(items)})[]` : "readonly unknown[]";
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(" | ");
}
