import { z } from "zod";

/** A schema by itself, for a place where it is written down at once. */
export function jsonSchemaOf(schema: z.ZodType): z.core.JSONSchema.BaseSchema {
  return withoutDialect(z.toJSONSchema(schema, { io: "input" }));
}

/** The document says which dialect its schemas are in. */
export function withoutDialect(schema: z.core.JSONSchema.BaseSchema): z.core.JSONSchema.BaseSchema {
  const { $schema: _dialect, $id: _address, id: _id, ...rest } = schema;
  return rest;
}
