import type { Command } from "commander";
import { z } from "zod";

import { tenantSchema } from "./tenant-options.ts";

/** How many are listed unless told otherwise. */
const usualLimit = 20;

/** The options of a command that lists what a merchant has. */
export const pageSchema = tenantSchema.extend({
  limit: z.coerce.number("--limit must be a number").default(usualLimit),
});

export function pageOptions(command: Command): Command {
  return command.option("--limit <number>", `how many, ${usualLimit} unless said`);
}

/** A list for a person, which says where there is more. */
export function withHint(list: string, hasMore: boolean): string {
  return hasMore ? `${list}\n… and more: --limit shows them.` : list;
}
