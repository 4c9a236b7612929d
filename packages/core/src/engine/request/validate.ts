import type { z } from "zod";

import type { ErrorCode } from "../../errors.ts";
import { ok, refuse, type FieldProblem, type Result } from "../../result.ts";
import { isStorable } from "../text/storable-text.ts";
import { memberAt, unknownNames } from "./unknown-names.ts";

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
  const unfit = parsed.success
    ? unstorableTexts(parsed.data, [])
    : parsed.error.issues.map(withLostNull(schema, input));
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
  string: "a string",
};

const choices = new Intl.ListFormat("en-GB", { type: "disjunction" });

/** What is wrong with a value, for a schema without words of its own. Undefined leaves the wording to zod. */
export function problemOf(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === "invalid_value") return `must be ${choices.format(issue.values.map(String))}`;
  if (issue.code !== "invalid_type") return undefined;
  if (issue.input === undefined) return "must be given";
  const name = typeNames[issue.expected];
  return name && `must be ${name}`;
}

/** Null for an optional member gets a message of its own: a lost amount would otherwise cancel everything. */
function withLostNull(schema: z.ZodType, input: unknown) {
  return (issue: z.core.$ZodIssue): Issue => {
    const { path, message } = issue;
    if (issue.code === "custom" || valueAt(input, path) !== null) return issue;
    const mayBeLeftOut = memberAt(schema, path)?._zod.optin !== undefined;
    return mayBeLeftOut ? { path, message: `${message}, or left out; null may be a value that got lost` } : issue;
  };
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, name) => Reflect.get(Object(value), name), input);
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

/** Never the code of the field around it, whose remedy would be about that field's value. */
function toUnknownName(issue: Issue): FieldProblem {
  return { ...toFieldProblem(issue), code: "INVALID_REQUEST" };
}

/**
 * A field that may be left out or null, which means the same: a filter, a cursor, metadata or the like. An amount, a
 * number of months, a setting or a flag is `.optional()`, which refuses null: the value may have got lost on its way
 * (JSON writes null for NaN), and leaving it out means something, such as all that remains.
 */
export function optionalOrNull<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().transform((value) => value ?? undefined);
}

/** Undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
