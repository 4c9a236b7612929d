import { openApiDocument } from "@wonflow/http";

/** The parts of a JSON Schema of the document that requests need. */
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
  readonly maxProperties?: number;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
}

/** Follows a reference to a part of the document. */
export function resolved<Part extends { readonly $ref?: string }>(part: Part): Part {
  const { $ref } = part;
  if ($ref === undefined) return part;
  const steps = $ref.replace(/^#\//, "").split("/");
  const found = steps.reduce<unknown>(
    (within, step) => (within as Readonly<Record<string, unknown>> | undefined)?.[step],
    openApiDocument(),
  );
  if (typeof found !== "object" || found === null) throw new Error(`the document has no ${$ref}`);
  return resolved(found as Part);
}

/** The schema of a part of a value; undefined if the document has none. */
export function schemaWithin(schema: Schema | undefined, step: string): Schema | undefined {
  if (schema === undefined) return undefined;
  const { properties, items, additionalProperties, anyOf = [], oneOf = [], allOf = [] } = resolved(schema);
  if (step === "*") {
    if (items !== undefined) return items;
  } else if (properties !== undefined && Object.hasOwn(properties, step)) return properties[step];
  else if (typeof additionalProperties === "object") return additionalProperties;
  const choices = [...anyOf, ...oneOf, ...allOf];
  return choices.map((choice) => schemaWithin(choice, step)).find((found) => found !== undefined);
}
