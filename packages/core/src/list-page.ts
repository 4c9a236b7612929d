import { z } from "zod";

import type { Context } from "./context.ts";
import { ok, refuseField, type Result } from "./result.ts";
import type { ListRequest, StoredRecord } from "./store.ts";
import type { TenantId } from "./tenant.ts";
import { optional } from "./validate.ts";

/** Which page of a list to read. */
export const pageSchema = z.object({
  limit: optional(z.int("must be a whole number").min(1, "must be at least 1").max(10_000, "must be at most 10,000")),
  startingAfter: optional(z.string().max(4000)).meta({ description: "The nextCursor of the page before" }),
});

export type PageInput = z.input<typeof pageSchema>;

/** How many items a page has unless the request says otherwise. */
const defaultLimit = 10;

/** One page of a list. */
export interface Page<Item> {
  readonly hasMore: boolean;
  /** How many items are on this page. */
  readonly size: number;
  /** Opaque; `startingAfter` of the next page. Null on the last one. */
  readonly nextCursor: string | null;
  readonly items: readonly Item[];
}

/** What can be read page by page. */
export interface Paged<Item> {
  /** Says what it is, with its bounds: a cursor is good for the same name only. */
  readonly name: string;
  /** At most so many items, only those behind the item that `after` is the spot of. */
  readonly find: (limit: number, after: readonly string[] | undefined) => Promise<readonly Item[]>;
  /** Where an item stands. */
  readonly spotOf: (item: Item) => readonly string[];
}

const cursorSchema = z.tuple([z.string()], z.string());

/** Reads one page. A cursor is sealed; what is none of these items' is `INVALID_REQUEST` for `startingAfter`. */
export async function readPageOf<Item>(
  { vault }: Context,
  { name, find, spotOf }: Paged<Item>,
  { limit = defaultLimit, startingAfter }: z.output<typeof pageSchema>,
): Promise<Result<Page<Item>, "INVALID_REQUEST">> {
  let after: readonly string[] | undefined;
  if (startingAfter !== undefined) {
    const text = await vault.open(startingAfter).catch(() => "null");
    const parsed = cursorSchema.safeParse(parseJson(text));
    if (!parsed.success || parsed.data[0] !== name) {
      const problem = "must be the nextCursor of the page before, with the same filters";
      return refuseField("INVALID_REQUEST", "startingAfter", problem);
    }
    after = parsed.data.slice(1);
  }
  const found = await find(limit + 1, after);
  const items = found.slice(0, limit);
  const hasMore = found.length > limit;
  const last = items.at(-1);
  const nextCursor = hasMore && last !== undefined ? await vault.seal(JSON.stringify([name, ...spotOf(last)])) : null;
  return ok({ hasMore, size: items.length, nextCursor, items });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A list with the filters that make a cursor of it belong to it. */
export interface ListOf extends Omit<ListRequest, "after" | "limit"> {
  readonly tenant: TenantId;
}

/** Reads one page of a list of records. A cursor is good for the same tenant, list, bounds and order only. */
export function readPage(
  context: Context,
  { tenant, ...bounds }: ListOf,
  page: z.output<typeof pageSchema>,
): Promise<Result<Page<StoredRecord>, "INVALID_REQUEST">> {
  const { list, from, to, order } = bounds;
  const records: Paged<StoredRecord> = {
    name: JSON.stringify([tenant, list, from ?? null, to ?? null, order]),
    find(limit, after) {
      if (after === undefined) return context.store.list(tenant, { ...bounds, limit });
      const [position = "", kind = "", id = ""] = after;
      return context.store.list(tenant, { ...bounds, limit, after: { position, key: { kind, id } } });
    },
    spotOf: ({ key, place }) => [place?.position ?? "", key.kind, key.id],
  };
  return readPageOf(context, records, page);
}
