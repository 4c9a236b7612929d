import type { z } from "zod";

import type { ErrorCode } from "./errors.ts";
import { ok, refuse, type FieldProblem, type Result } from "./result.ts";

/** The error code of a field that is not as it must be, by the field's first name; all others are `INVALID_REQUEST`. */
const codeOfField: Readonly<Record<string, ErrorCode>> = {
  orderId: "INVALID_ORDER_ID",
  customerId: "INVALID_CUSTOMER_ID",
  metadata: "INVALID_METADATA",
  successUrl: "INVALID_URL",
  failUrl: "INVALID_URL",
  amount: "INVALID_AMOUNT",
  cancelAmount: "INVALID_AMOUNT",
};

/**
 * Reads a request through its schema. Unknown fields are ignored. The refusal's code is the first
 * problem's, in the order of the schema; its details name every field that is not as it must be.
 */
export function validate<Schema extends z.ZodType>(schema: Schema, input: unknown): Result<z.output<Schema>> {
  const parsed = schema.safeParse(input);
  const details = parsed.success ? unstorableTexts(parsed.data, []) : parsed.error.issues.map(toFieldProblem);
  const [first] = details;
  if (first !== undefined) return refuse(first.code, details);
  return parsed.success ? ok(parsed.data) : refuse("INVALID_REQUEST");
}

/** NUL and half a surrogate pair are no text: no database keeps them, and no UTF-8 can carry the latter. */
const unstorable = /\0|\p{Surrogate}/u;

function unstorableTexts(value: unknown, path: PropertyKey[]): readonly FieldProblem[] {
  if (typeof value === "string") {
    if (!unstorable.test(value)) return [];
    return [toFieldProblem({ path, message: "must not hold a NUL character or half of a surrogate pair" })];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    ...(unstorable.test(name) ? unstorableTexts(name, path) : []),
    ...unstorableTexts(member, [...path, name]),
  ]);
}

function toFieldProblem(issue: Pick<z.core.$ZodIssue, "path" | "message">): FieldProblem {
  const [first] = issue.path;
  return {
    field: issue.path.length === 0 ? "body" : issue.path.join("."),
    code: codeOfField[String(first)] ?? "INVALID_REQUEST",
    problem: issue.message,
  };
}

/** A field that may be left out; null counts as left out. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().transform((value) => value ?? undefined);
}
