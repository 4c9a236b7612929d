import { z } from "zod";

export function jsonSchemaOf(schema: z.ZodType): z.core.JSONSchema.BaseSchema {
  return withoutDialect(z.toJSONSchema(schema, { io: "input" }));
}

/** Drops the dialect, which the document declares once for all schemas. */
export function withoutDialect(schema: z.core.JSONSchema.BaseSchema): z.core.JSONSchema.BaseSchema {
  const { $schema: _dialect, $id: _address, id: _id, ...rest } = schema;
  return rest;
}
