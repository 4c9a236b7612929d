import { ok, refuse, type Result } from "@wonflow/core";
import { z } from "zod";
import { jsonSchemaOf } from "../json-schema.ts";

/** The parts that a path leaves open, or a query, by their names. */
export type Texts = Readonly<Record<string, string>>;

/** Reads them through the schema of their route, which refuses with `INVALID_REQUEST` what does not fit. */
export function readParameters<Schema extends z.ZodType>(
  schema: Schema | undefined,
  texts: Texts,
): Result<z.output<Schema>>;
export function readParameters(schema: z.ZodType | undefined, texts: Texts): Result<unknown> {
  if (schema === undefined) return ok({});
  const read = schema.safeParse(texts);
  if (read.success) return ok(read.data);
  const code = "INVALID_REQUEST";
  return refuse(
    code,
    read.error.issues.map(({ path, message }) => ({ field: path.join("."), code, problem: message })),
  );
}

/** What the query of a request says; the first word counts where a name comes twice. */
export function queryOf({ url }: Request): Texts {
  return Object.fromEntries([...new URL(url).searchParams].toReversed());
}

/**
 * A parameter that its operation checks, and refuses in its own words: described as the operation takes
 * it, and passed on as it was sent.
 */
export function passedOn(taken: z.ZodType, description: string): z.ZodString {
  return z.string("must be given").meta({ ...jsonSchemaOf(taken), description });
}

/** Which page of a list to read; the operation checks both. */
export function pageParameters(limit: string) {
  return {
    limit: z.string().optional().meta({ description: limit, type: "integer", minimum: 1, maximum: 10_000 }),
    startingAfter: z.string().optional().meta({ description: "The nextCursor of the page before" }),
  };
}

/** A whole number as it stands in a query; what is none is NaN, which the operation refuses. */
export function numberIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return /^\d{1,15}$/.test(text) ? Number(text) : NaN;
}
