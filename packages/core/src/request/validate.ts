import type { z } from "zod";

import type { ErrorCode } from "../errors.ts";
import { ok, refuse, type FieldProblem, type Result } from "../result.ts";
import { isStorable } from "../text/storable-text.ts";

/** The code of an unacceptable field, by its first name; all others are `INVALID_REQUEST`. */
const codeOfField = {
  orderId: "INVALID_ORDER_ID",
  customerId: "INVALID_CUSTOMER_ID",
  metadata: "INVALID_METADATA",
  successUrl: "INVALID_URL",
  failUrl: "INVALID_URL",
  amount: "INVALID_AMOUNT",
  cancelAmount: "INVALID_AMOUNT",
} as const satisfies Readonly<Record<string, ErrorCode>>;

type CodedField = keyof typeof codeOfField;

export type ValidationCode<Schema extends z.ZodType> =
  | "INVALID_REQUEST"
  | (typeof codeOfField)[Extract<keyof z.input<Schema>, CodedField>];

function codeOf<Code extends ErrorCode>(field: PropertyKey | undefined): Code {
  const name = String(field);
  const code = isCoded(name) ? codeOfField[name] : "INVALID_REQUEST";
  // Only the schema's own fields can be first in a path, and `ValidationCode` lists the codes of those.
  return code as Code;
}

function isCoded(name: string): name is CodedField {
  return Object.hasOwn(codeOfField, name);
}

/**
 * Reads a request through its schema, and ignores unknown fields. The refusal takes the code of the first problem, in
 * the order of the schema; its details name every unacceptable field.
 */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): Result<z.output<Schema>, ValidationCode<Schema>> {
  const parsed = schema.safeParse(input, { error: problemOf });
  const problems = parsed.success ? unstorableTexts(parsed.data, []) : parsed.error.issues;
  const [first] = problems;
  if (first !== undefined) return refuse(codeOf(first.path[0]), problems.map(toFieldProblem));
  return parsed.success ? ok(parsed.data) : refuse("INVALID_REQUEST");
}

const typeNames: Readonly<Record<string, string>> = {
  array: "a list",
  boolean: "true or false",
  int: "a whole number",
  number: "a number",
  object: "an object",
  record: "an object",
  string: "a text",
};

/** Undefined leaves the wording to zod. */
function problemOf(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === "invalid_value") return `must be ${issue.values.map(String).join(" or ")}`;
  if (issue.code !== "invalid_type") return undefined;
  if (issue.input === undefined) return "must be given";
  const name = typeNames[issue.expected];
  return name && `must be ${name}`;
}

type Issue = Pick<z.core.$ZodIssue, "path" | "message">;

function unstorableTexts(value: unknown, path: PropertyKey[]): readonly Issue[] {
  if (typeof value === "string") {
    return isStorable(value) ? [] : [{ path, message: "must not contain a NUL character or half of a surrogate pair" }];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    ...unstorableTexts(name, path),
    ...unstorableTexts(member, [...path, name]),
  ]);
}

function toFieldProblem({ path, message }: Issue): FieldProblem {
  return { field: path.length === 0 ? "body" : path.join("."), code: codeOf(path[0]), problem: message };
}

/** An optional field; null counts as left out. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().transform((value) => value ?? undefined);
}

/** Undefined where the text is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
