import { z } from "zod";

import { option } from "./command.ts";
import { tenantOptions } from "./tenant-options.ts";
import { wholeNumber } from "./whole-number.ts";

const usualLimit = 20;

const limit = wholeNumber("--limit must be a whole number").default(usualLimit);

export const limitOption = option("--limit <number>", `how many, ${usualLimit} by default`, limit);

export const pageOptions = tenantOptions.extend({ limit: limitOption });

export function dayOptions(first: string, last: string) {
  return pageOptions.extend({
    from: option("--from <day>", first, z.string().optional()),
    to: option("--to <day>", last, z.string().optional()),
  });
}

/** A printed list, with a hint if there is more. */
export function withHint(list: string, hasMore: boolean): string {
  return hasMore ? `${list}\n… and more: --limit shows them.` : list;
}
