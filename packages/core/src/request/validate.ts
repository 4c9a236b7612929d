import type { z } from "zod";

import type { ErrorCode } from "../errors.ts";
import { ok, refuse, type FieldProblem, type Result } from "../result.ts";
import { isStorable } from "../text/storable-text.ts";
import { unknownNames } from "./unknown-names.ts";

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

function codeOf(field: PropertyKey | undefined): ErrorCode {
  const name = String(field);
  return isCoded(name) ? codeOfField[name] : "INVALID_REQUEST";
}

function isCoded(name: string): name is CodedField {
  return Object.hasOwn(codeOfField, name);
}

/**
 * Reads a request through its schema, and refuses names that the schema does not have. The refusal takes the code of the
 * first problem, in the order of the schema; its details name every unacceptable field.
 */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): Result<z.output<Schema>, ValidationCode<Schema>> {
  const parsed = schema.safeParse(input, { error: problemOf });
  const unfit: readonly Issue[] = parsed.success ? unstorableTexts(parsed.data, []) : parsed.error.issues;
  const problems = [...unfit.map(toFieldProblem), ...unknownNames(schema, input).map(toUnknownName)];
  const [first] = problems;
  // Only the schema's own fields have codes of their own, and `ValidationCode` lists those.
  if (first !== undefined) return refuse(first.code as ValidationCode<Schema>, problems);
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
  const remedy = issue.input === null ? "; leave it out instead of null" : "";
  return name && `must be ${name}${remedy}`;
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

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

/** At the top there is no field whose code it could have. */
function toUnknownName(issue: Issue): FieldProblem {
  return issue.path.length === 1 ? { ...toFieldProblem(issue), code: "INVALID_REQUEST" } : toFieldProblem(issue);
}

/**
 * A field that may be left out or null, which means the same: a filter, a cursor, metadata or the like. An amount, a
 * number of months, a setting or a flag is `.optional()`, which refuses null: the value may have got lost on its way
 * (JSON writes null for NaN), and leaving it out means something, such as all that remains.
 */
export function optionalOrNull<Schema extends z.ZodType>(schema: Schema) {
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
