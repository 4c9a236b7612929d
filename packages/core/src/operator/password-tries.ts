import { z } from "zod";

import { recordKind } from "../commit/record.ts";

const operatorTriesSchema = z.looseObject({
  /** How many passwords were tried, one after the other, without a right one. */
  tries: z.number(),
  /** From then on they are forgotten; where they are used up, nobody may try before. */
  until: z.number(),
});

/** The passwords that were tried for a name of a merchant, whether there is such an operator or not. */
export type OperatorTries = z.output<typeof operatorTriesSchema>;

/** By the operator's name. */
export const operatorTriesRecord = recordKind("operatorTries", operatorTriesSchema);

/** How many tries count at a moment. */
export function triesAt(tries: OperatorTries | undefined, now: number): number {
  return tries === undefined || now >= tries.until ? 0 : tries.tries;
}
