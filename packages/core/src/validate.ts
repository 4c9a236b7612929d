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
  if (parsed.success) return ok(parsed.data);
  const details = parsed.error.issues.map(toFieldProblem);
  return refuse(details[0]?.code ?? "INVALID_REQUEST", details);
}

function toFieldProblem(issue: z.core.$ZodIssue): FieldProblem {
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
