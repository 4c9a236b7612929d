import { z } from "zod";

import type { Vault } from "../../ports.ts";
import { ok, refuseField, type Result } from "../../result.ts";
import { optionalOrNull, parseJson } from "./validate.ts";

export const pageSchema = z.object({
  limit: optionalOrNull(
    z.int("must be a whole number").min(1, "must be at least 1").max(10_000, "must be at most 10,000"),
  ),
  startingAfter: optionalOrNull(z.string().max(4000)).meta({ description: "The nextCursor of the page before" }),
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

/** The items that a look at a list has found. */
export interface Looked<Item> {
  readonly items: readonly Item[];
  /** The last spot that was looked at, where the look ended before the list did. */
  readonly lookedTo?: readonly string[];
}

export interface Paged<Item> {
  /** Holds the list's bounds: a cursor is good for the same name only. */
  readonly name: string;
  /** At most `limit` items behind the spot `after`. */
  readonly find: (limit: number, after: readonly string[] | undefined) => Promise<Looked<Item>>;
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
  const { items: found, lookedTo } = await find(limit + 1, after);
  const items = found.slice(0, limit);
  const last = items.at(-1);
  // A page that is not full continues behind all that was examined.
  const next = found.length > limit && last !== undefined ? spotOf(last) : lookedTo;
  const nextCursor = next === undefined ? null : await vault.seal(JSON.stringify([name, ...next]));
  return ok({ hasMore: nextCursor !== null, size: items.length, nextCursor, items });
}
