import { z } from "zod";
import type { ErrorCode } from "../../error-messages.ts";
import { ok, refuse, type FieldProblem, type Result } from "../../result.ts";
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

type ValidationCode<Schema extends z.ZodType> =
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

/** A name that a request has and its schema does not. */
interface UnknownName {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/**
 * The names in a request that its schema does not know, at any depth. A misspelt optional name would be lost in
 * silence: a filter that lets everything pass, a partial amount that cancels all. Records and loose objects, such as
 * metadata, take any name.
 */
function unknownNames(schema: z.core.$ZodType, input: unknown, path: readonly PropertyKey[] = []): UnknownName[] {
  if (typeof input !== "object" || input === null) return [];
  const shape = innermost(schema);
  if (shape instanceof z.ZodArray) {
    return Array.isArray(input)
      ? input.flatMap((one, index) => unknownNames(shape.element, one, [...path, index]))
      : [];
  }
  if (!(shape instanceof z.ZodObject) || shape.def.catchall !== undefined || Array.isArray(input)) return [];
  const known = new Map<string, z.core.$ZodType>(Object.entries(shape.shape));
  return Object.entries(input).flatMap(([name, value]) => {
    const member = known.get(name);
    if (member !== undefined) return unknownNames(member, value, [...path, name]);
    return value === undefined ? [] : [{ path: [...path, name], message: unknownName(name, [...known.keys()]) }];
  });
}

/** Without what only wraps it: optional, null, a default, a transformation. */
function innermost(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodPipe) {
    const { in: first, out } = schema.def;
    return innermost(first instanceof z.ZodTransform ? out : first);
  }
  const wraps =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault;
  return wraps ? innermost(schema.def.innerType) : schema;
}

/** The schema of a request's member, if the schema defines it. */
function memberAt(schema: z.core.$ZodType, [name, ...rest]: readonly PropertyKey[]): z.core.$ZodType | undefined {
  if (name === undefined) return schema;
  const shape = innermost(schema);
  if (shape instanceof z.ZodArray) return memberAt(shape.element, rest);
  const member: unknown = shape instanceof z.ZodObject ? shape.shape[String(name)] : undefined;
  return member instanceof z.core.$ZodType ? memberAt(member, rest) : undefined;
}

/** Present names by former ones. */
const formerNames = new Map([
  ["network", "gateway"],
  ["cardNetwork", "gateway"],
  ["gateways", "installmentFeeds"],
]);

/** The problem of an unknown name, with the known one that was probably meant, or all of them where none is close. */
export function unknownName(name: string, known: readonly string[]): string {
  if (known.length === 0) return "is not a known name; none is taken here";
  const present = formerNames.get(name);
  if (present !== undefined && known.includes(present)) return `is not a known name any more: use ${present}`;
  const letters = lettersOf(name);
  const close = known
    .map((one) => ({ one, ...closeness(letters, lettersOf(one)) }))
    .filter(({ distance, length }) => distance <= length / 2)
    .toSorted((one, other) => one.distance - one.shared - (other.distance - other.shared));
  return `is not a known name; ${close[0] === undefined ? `known: ${known.join(", ")}` : `the closest is ${close[0].one}`}`;
}

/** Levenshtein's distance of two names, how many letters they share at the start, and the length of the longer one. */
function closeness(short: readonly string[], long: readonly string[]) {
  let row = Array.from({ length: long.length + 1 }, (_, index) => index);
  for (const [index, letter] of short.entries()) {
    const next = [index + 1];
    for (const [at, against] of long.entries()) {
      const replaced = (row[at] ?? 0) + Number(letter !== against);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  const differs = short.findIndex((letter, index) => letter !== long[index]);
  return {
    distance: row[long.length] ?? 0,
    shared: differs === -1 ? short.length : differs,
    length: Math.max(short.length, long.length),
  };
}

/** At most 50 characters are compared. */
function lettersOf(name: string): readonly string[] {
  return name.slice(0, 50).toLowerCase().split("");
}

/** The largest amount of a payment, in won; a merchant's own maximum may be lower. */
export const amountCeiling = 1_000_000_000_000;

/** A whole number of won from 1: fractions, strings, NaN, infinity and unsafe integers are refused. */
export const amountSchema = z.int("must be a whole number of won").min(1, "must be at least 1 won");

/** A part of an amount that has no VAT. */
export const taxFreeAmountSchema = z.int("must be a whole number of won").min(0, "must be at least 0");

export function amountRefusal(
  amount: number,
  bounds: { readonly minAmount: number; readonly maxAmount: number },
): "BELOW_MINIMUM_AMOUNT" | "EXCEED_MAX_AMOUNT" | undefined {
  if (amount < bounds.minAmount) return "BELOW_MINIMUM_AMOUNT";
  if (amount > bounds.maxAmount) return "EXCEED_MAX_AMOUNT";
  return undefined;
}
