import type { Page, PageInput, Result } from "@wonflow/core";

import { refused } from "./with-payments.ts";

/** Everything that an operation lists, however many pages it takes. */
export async function allPages<Item>(
  read: (page: PageInput) => Promise<Result<Page<Item>, "INVALID_REQUEST">>,
): Promise<readonly Item[]> {
  const found: Item[] = [];
  let startingAfter: string | undefined;
  do {
    const page = await read({ limit: 1_000, startingAfter });
    if (!page.ok) throw refused(page.error);
    found.push(...page.value.items);
    startingAfter = page.value.nextCursor ?? undefined;
  } while (startingAfter !== undefined);
  return found;
}
