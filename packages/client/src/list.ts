/** A page of a list. */
export interface Page<Item> {
  readonly hasMore: boolean;
  /** The number of items on this page. */
  readonly size: number;
  /** `startingAfter` of the next page; null on the last one. */
  readonly nextCursor: string | null;
  readonly items: readonly Item[];
}

/**
 * A list to read item by item, which loads pages as needed, or page by page. Nothing is requested before reading.
 *
 * @example
 * for await (const payout of wonflow.payouts.list({ payoutDateGte: "2026-11-01" })) console.log(payout.status);
 *
 * const { items, nextCursor } = await wonflow.payouts.list({ limit: 20 }).page();
 */
export interface List<Item> extends AsyncIterable<Item> {
  /** The page that `startingAfter` and `limit` name. */
  page(): Promise<Page<Item>>;
}

/** Items per page by default. */
export const usualLimit = 500;

export function listOf<Item>(
  read: (startingAfter: string | undefined) => Promise<Page<Item>>,
  from: string | null | undefined,
): List<Item> {
  return {
    page: () => read(from ?? undefined),
    async *[Symbol.asyncIterator]() {
      for (let cursor: string | null | undefined = from; ;) {
        const page: Page<Item> = await read(cursor ?? undefined);
        yield* page.items;
        cursor = page.nextCursor;
        if (cursor === null) return;
      }
    },
  };
}
