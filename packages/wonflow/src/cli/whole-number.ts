import { z } from "zod";

/** A number of digits alone: what else JavaScript reads as a number (1e4, 0x64, nothing) is a mistake in an amount. */
export function wholeNumber(problem: string) {
  return z
    .string()
    .regex(/^\d{1,15}$/, problem)
    .transform(Number);
}
