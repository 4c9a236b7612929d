import { z } from "zod";
import { withoutDialect } from "../json-schema.ts";
import type { Reference } from "./shared.ts";

type Direction = "input" | "output";

/** The schemas of a document, each printed once under the id in its metadata. */
export interface Components {
  readonly name: (schema: z.ZodType, direction: Direction) => Reference;
  readonly schemas: () => Readonly<Record<string, unknown>>;
}

const referenceTo = (id: string) => `#/components/schemas/${id}`;

export function createComponents(): Components {
  const named = { input: z.registry<{ id: string }>(), output: z.registry<{ id: string }>() };
  function name(schema: z.ZodType, direction: Direction): Reference {
    const id = schema.meta()?.id;
    if (id === undefined) throw new Error("a schema of a route has no id in its metadata");
    if (!named[direction].has(schema)) named[direction].add(schema, { id });
    for (const part of partsOf(schema)) if (part.meta()?.id !== undefined) name(part, direction);
    return { $ref: referenceTo(id) };
  }
  return {
    name,
    schemas: () => ({ ...printed(named, "input"), ...printed(named, "output") }),
  };
}

/** The parts of a list or union, which may have ids of their own. */
function partsOf(schema: z.ZodType): readonly z.ZodType[] {
  if (schema instanceof z.ZodArray) return [schema.element as z.ZodType];
  return schema instanceof z.ZodUnion ? (schema.options as readonly z.ZodType[]) : [];
}

type Registry = z.core.$ZodRegistry<{ id: string }>;

function printed(named: Readonly<Record<Direction, Registry>>, io: Direction): Record<string, unknown> {
  const { schemas } = z.toJSONSchema(named[io], { io, uri: referenceTo, override: (part) => asDocumented(io, part) });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, withoutDialect(schema)]));
}

interface Printed {
  readonly zodSchema: z.core.$ZodType;
  readonly jsonSchema: z.core.JSONSchema.BaseSchema;
}

/** Requests have known fields only, while responses may gain fields. The bounds of safe integers are dropped. */
function asDocumented(io: Direction, { zodSchema, jsonSchema }: Printed): void {
  if (zodSchema instanceof z.ZodObject && zodSchema.def.catchall === undefined) {
    if (io === "input") jsonSchema.additionalProperties = false;
    else delete jsonSchema.additionalProperties;
  }
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}
