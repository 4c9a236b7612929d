import { z } from "zod";

import type { Vault } from "../ports.ts";
import { ok, refuseField, type Result } from "../result.ts";
import { optional, parseJson } from "./validate.ts";

export const pageSchema = z.object({
  limit: optional(z.int("must be a whole number").min(1, "must be at least 1").max(10_000, "must be at most 10,000")),
  startingAfter: optional(z.string().max(4000)).meta({ description: "The nextCursor of the page before" }),
});

export type PageInput = z.input<typeof pageSchema>;

const defaultLimit = 10;

export interface Page<Item> {
  readonly hasMore: boolean;
  /** Items on this page. */
  readonly size: number;
  /** Opaque; `startingAfter` of the next page. Null on the last one. */
  readonly nextCursor: string | null;
  readonly items: readonly Item[];
}

export interface Paged<Item> {
  /** Holds the list's bounds: a cursor is good for the same name only. */
  readonly name: string;
  /** At most `limit` items behind the spot `after`. */
  readonly find: (limit: number, after: readonly string[] | undefined) => Promise<readonly Item[]>;
  readonly spotOf: (item: Item) => readonly string[];
}

const cursorSchema = z.tuple([z.string()], z.string());

/** Reads one page. Cursors are sealed; a foreign one is `INVALID_REQUEST` for `startingAfter`. */
export async function readPageOf<Item>(
  { vault }: { readonly vault: Vault },
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
