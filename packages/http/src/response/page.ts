import type { Page, Result } from "@wonflow/core";
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

/** The items of a list that is longer than a page, page by page. The first page is read before, as it may be refused. */
export async function* everyPage<Item>(
  first: Page<Item>,
  read: (startingAfter: string) => Promise<Result<Page<Item>>>,
): AsyncGenerator<readonly Item[], undefined, undefined> {
  yield first.items;
  for (let { nextCursor } = first; nextCursor !== null;) {
    const page = await read(nextCursor);
    if (!page.ok) throw new Error(`a list could not be read on: ${page.error.code}`);
    yield page.value.items;
    nextCursor = page.value.nextCursor;
  }
}

/** A time of the API other than a payment's: UTC with milliseconds. */
export function utcTime(at: number): string {
  return new Date(at).toISOString();
}
