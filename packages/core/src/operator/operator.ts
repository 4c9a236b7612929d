import { z } from "zod";

import { recordKind } from "../commit/record.ts";

/** The name that an operator signs in with. Capital letters are read as small ones. */
export const operatorNameSchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._@+-]{0,99}$/, "must be 1 to 100 letters, digits or . _ @ + -, the first no sign")
  .toLowerCase();

const operatorSchema = z.looseObject({
  name: z.string(),
  /** What the password is verified by; the password itself is stored nowhere. */
  passwordHash: z.string(),
  /** Sessions name the generation that they began in. Another one ends all of them. */
  generation: z.string(),
  /** Milliseconds since 1970. */
  addedAt: z.number(),
  passwordSetAt: z.number(),
});

/** A person who may act for a merchant in one mode, as stored: one record, by the name. */
export type Operator = z.output<typeof operatorSchema>;

/** The operators of a merchant, by their names. */
export const operatorList = "operators";

export const operatorRecord = recordKind("operator", operatorSchema, ({ name }) => ({
  id: name,
  place: { list: operatorList, position: name },
}));

/** The record of the operator of this name; undefined where nobody can have it. */
export function operatorRefOf(name: string) {
  const read = operatorNameSchema.safeParse(name);
  return read.success ? operatorRecord.ref(read.data) : undefined;
}

/** The line in which whatever changes an operator waits. */
export function operatorLane(name: string): string {
  return `operator ${name.toLowerCase()}`;
}

/** An operator as the merchant's people see it. Times are in milliseconds since 1970. */
export interface ListedOperator {
  readonly name: string;
  readonly addedAt: number;
  readonly passwordSetAt: number;
}

export function viewOperator({ name, addedAt, passwordSetAt }: Operator): ListedOperator {
  return { name, addedAt, passwordSetAt };
}
