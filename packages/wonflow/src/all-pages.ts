import type { Page, PageInput, Result } from "@wonflow/core";

/**
 * All items of a list, page by page. Rejects if a page is refused.
 *
 * @example
 * const payouts = await allPages((page) => payments.payouts.list(tenant, page));
 */
export async function allPages<Item>(read: (page: PageInput) => Promise<Result<Page<Item>>>): Promise<readonly Item[]> {
  const found: Item[] = [];
  let startingAfter: string | undefined;
  do {
    const page = await read({ limit: 1_000, startingAfter });
    if (!page.ok) throw new Error(`a page could not be read: ${page.error.code}`);
    found.push(...page.value.items);
    startingAfter = page.value.nextCursor ?? undefined;
  } while (startingAfter !== undefined);
  return found;
}
