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
const usualLimit = 500;

type Filters = Readonly<Record<string, string | number | null | undefined>>;

/** The filters that are set: a filter that is null is left out. */
export function filtersIn<Given extends Filters>(query: Given): { [Name in keyof Given]: Exclude<Given[Name], null> } {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== null)) as never;
}

/** The query of one page. */
export function pageOf<Given extends Filters>(query: Given, startingAfter: string | undefined) {
  return { limit: usualLimit, ...filtersIn(query), startingAfter };
}

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
