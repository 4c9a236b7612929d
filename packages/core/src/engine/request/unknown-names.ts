import { z } from "zod";

/** A name that a request has and its schema does not. */
export interface UnknownName {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/**
 * The names in a request that its schema does not know, at any depth. A misspelt optional name would be lost in
 * silence: a filter that lets everything pass, a partial amount that cancels all. Records and loose objects, such as
 * metadata, take any name.
 */
export function unknownNames(
  schema: z.core.$ZodType,
  input: unknown,
  path: readonly PropertyKey[] = [],
): UnknownName[] {
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
export function memberAt(
  schema: z.core.$ZodType,
  [name, ...rest]: readonly PropertyKey[],
): z.core.$ZodType | undefined {
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
