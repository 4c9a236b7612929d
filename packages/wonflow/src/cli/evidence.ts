import type { EvidenceInput } from "@wonflow/core";
import type { Command } from "commander";
import { z } from "zod";

/** The options that say what people have found out. */
export const evidenceOptionsSchema = z.object({
  outcome: z.enum(["done", "not-done"], "--outcome must be done or not-done"),
  at: z.string().optional(),
  note: z.string(),
});

export function evidenceOptions(command: Command): Command {
  return command
    .requiredOption("--outcome <done|not-done>", "whether it took effect at the provider")
    .option("--at <time>", "when it did, with its offset: 2026-11-25T10:05:00+09:00; needed for done")
    .requiredOption("--note <text>", "where this is known from, such as a statement; kept with it");
}

export function evidenceOf({ outcome, at, note }: z.output<typeof evidenceOptionsSchema>): EvidenceInput {
  return { outcome, note, ...(at !== undefined && { at }) };
}
