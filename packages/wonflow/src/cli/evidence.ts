import type { EvidenceInput } from "@wonflow/core";
import { z } from "zod";

import { option } from "./command.ts";
import { tenantOptions } from "./tenant-options.ts";

const outcomes = z.enum(["done", "not-done"], "--outcome must be done or not-done");

export const evidenceOptions = tenantOptions.extend({
  outcome: option("--outcome <done|not-done>", "whether it took effect at the provider", outcomes),
  at: option(
    "--at <time>",
    "when it did, with its offset: 2026-11-25T10:05:00+09:00; needed for done",
    z.string().optional(),
  ),
  note: option("--note <text>", "the source, such as a statement; kept with it", z.string()),
});

export function evidenceOf({ outcome, at, note }: z.output<typeof evidenceOptions>): EvidenceInput {
  return { outcome, note, ...(at !== undefined && { at }) };
}
