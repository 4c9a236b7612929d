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

/** The problem of an unknown name, with the known one that was probably meant. */
export function unknownName(name: string, known: readonly string[]): string {
  const [closest] = known.toSorted((one, other) => distance(name, one) - distance(name, other));
  return closest === undefined
    ? "is not a known name; none is taken here"
    : `is not a known name; the closest is ${closest}`;
}

/** Levenshtein's distance of two names, of which at most 50 characters are compared, less what they share at the start. */
function distance(one: string, other: string): number {
  const [short, long] = [lettersOf(one), lettersOf(other)];
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
  return (row[long.length] ?? 0) - (differs === -1 ? short.length : differs);
}

function lettersOf(name: string): readonly string[] {
  return name.slice(0, 50).toLowerCase().split("");
}
