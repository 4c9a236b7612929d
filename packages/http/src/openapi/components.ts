import { z } from "zod";

export interface Reference {
  readonly $ref: string;
}

/** The schemas of a document, each written down once under the id in its metadata. */
export interface Components {
  readonly schemas: Readonly<Record<string, unknown>>;
  /** Writes a schema down, as it is sent or as it is answered, and leads to it. */
  readonly name: (schema: z.ZodType, io: "input" | "output") => Reference;
}

/** A schema as JSON Schema, without what only a whole document has. */
export function jsonSchemaOf(schema: z.ZodType, io: "input" | "output"): Record<string, unknown> {
  const { $schema: _dialect, id: _id, ...rest } = z.toJSONSchema(schema, { io, override: allowMoreFields });
  if ("$defs" in rest) throw new Error("a schema with an id stands inside another: it would be written down twice");
  return rest;
}

/** Answers may grow fields, and whoever reads them must not mind. */
function allowMoreFields({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
}

export function createComponents(): Components {
  const schemas: Record<string, unknown> = {};
  return {
    schemas,
    name(schema, io) {
      const id = schema.meta()?.id;
      if (id === undefined) throw new Error("a schema of a route has no id in its metadata");
      schemas[id] ??= jsonSchemaOf(schema, io);
      return { $ref: `#/components/schemas/${id}` };
    },
  };
}
