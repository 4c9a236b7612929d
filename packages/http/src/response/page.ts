import type { Page } from "@wonflow/core";
import { z } from "zod";

/** The schema of a list's page. */
export function pageSchema<Item extends z.ZodType>(item: Item) {
  return z.object({
    hasMore: z.boolean(),
    size: z.number(),
    nextCursor: z.string().nullable(),
    items: z.array(item),
  });
}

/** The same page, with each item as the interface shows it. */
export function viewPage<Item, Shown>(page: Page<Item>, view: (item: Item) => Shown) {
  return { ...page, items: page.items.map((item) => view(item)) };
}
