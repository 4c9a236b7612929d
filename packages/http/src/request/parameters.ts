import { ok, problemOf, refuse, unknownName, type FieldProblem, type Result } from "@wonflow/core";
import { z } from "zod";

export function jsonSchemaOf(schema: z.ZodType): z.core.JSONSchema.BaseSchema {
  return withoutDialect(z.toJSONSchema(schema, { io: "input" }));
}

/** Drops the dialect, which the document declares once for all schemas. */
export function withoutDialect(schema: z.core.JSONSchema.BaseSchema): z.core.JSONSchema.BaseSchema {
  const { $schema: _dialect, $id: _address, id: _id, ...rest } = schema;
  return rest;
}

type Texts = Readonly<Record<string, string>>;

/** Parses them by the route's schema. Refusal: `INVALID_REQUEST`. */
export function readParameters<Schema extends z.ZodType>(
  schema: Schema | undefined,
  texts: Texts,
): Result<z.output<Schema>>;
export function readParameters(schema: z.ZodType | undefined, texts: Texts): Result<unknown> {
  if (schema === undefined) return ok({});
  const read = schema.safeParse(texts, { error: problemOf });
  if (read.success) return ok(read.data);
  return refuse(
    "INVALID_REQUEST",
    read.error.issues.map(({ path, message }) => fieldProblem(path.join("."), message)),
  );
}

function fieldProblem(field: string, problem: string): FieldProblem {
  return { field, code: "INVALID_REQUEST", problem };
}

/**
 * Reads the query by the route's schema. An unknown or repeated name is refused: lost in silence, a misspelt filter
 * would let everything pass, and of two values one.
 */
export function readQuery<Schema extends z.ZodType>(
  schema: Schema | undefined,
  request: Request,
): Result<z.output<Schema>>;
export function readQuery(schema: z.ZodType | undefined, { url }: Request): Result<unknown> {
  const query = new URL(url).searchParams;
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const names = [...new Set(query.keys())];
  const unknown = names
    .filter((name) => !known.includes(name))
    .map((name) => fieldProblem(name, unknownName(name, known)));
  const repeated = names
    .filter((name) => known.includes(name) && query.getAll(name).length > 1)
    .map((name) => fieldProblem(name, "must be given once"));
  const problems = [...unknown, ...repeated];
  return problems.length > 0 ? refuse("INVALID_REQUEST", problems) : readParameters(schema, Object.fromEntries(query));
}

/** A parameter that its operation checks: the document describes what the operation takes, the route passes on any text. */
export function passedOn(taken: z.ZodType, description: string): z.ZodString {
  return z.string("must be given").meta({ ...withoutNull(jsonSchemaOf(taken)), description });
}

/** A query has no null: a parameter is left out. */
function withoutNull(schema: z.core.JSONSchema.BaseSchema): z.core.JSONSchema.BaseSchema {
  const { anyOf, ...rest } = schema;
  const [given, absent] = anyOf ?? [];
  return given !== undefined && absent?.type === "null" ? { ...rest, ...given } : schema;
}

export function pageParameters(limit: string) {
  return {
    limit: z.string().optional().meta({ description: limit, type: "integer", minimum: 1, maximum: 10_000 }),
    startingAfter: z.string().optional().meta({ description: "The nextCursor of the previous page" }),
  };
}

/** A whole number in a query; NaN for anything else, which the operation refuses. */
export function numberIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return /^\d{1,15}$/.test(text) ? Number(text) : NaN;
}

/** Texts that commas separate. */
export function severalIn(text: string | undefined): readonly string[] | undefined {
  return text?.split(",").map((one) => one.trim());
}
