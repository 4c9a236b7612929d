import type { Command } from "commander";
import { z } from "zod";

import { UsageError } from "./usage-error.ts";

/** The options that name a merchant in one mode. */
export const tenantSchema = z.object({
  mid: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, "--mid must be a whole number from 1")
    .transform(Number),
  mode: z.enum(["test", "live"], "--mode must be test or live"),
  json: z.boolean().default(false),
});

export function tenantOptions(command: Command): Command {
  return command
    .requiredOption("--mid <number>", "the merchant's id")
    .requiredOption("--mode <test|live>", "test money or live money")
    .option("--json", "print JSON");
}

/** Reads options by their schema. Throws a UsageError that names what is wrong. */
export function tenantOf<Schema extends z.ZodType>(schema: Schema, options: unknown): z.output<Schema> {
  const parsed = schema.safeParse(options);
  if (parsed.success) return parsed.data;
  throw new UsageError(parsed.error.issues.map(({ message }) => message).join("; "));
}
