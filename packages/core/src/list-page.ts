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
export const defaultLimit = 10;

/** One page of a list. */
export interface Page<Item> {
  readonly hasMore: boolean;
  /** How many items are on this page. */
  readonly size: number;
  /** Opaque; `startingAfter` of the next page. Null on the last one. */
  readonly nextCursor: string | null;
  readonly items: readonly Item[];
}

/** A list with the filters that make a cursor of it belong to it. */
export interface ListOf extends Omit<ListRequest, "after" | "limit"> {
  readonly tenant: TenantId;
}

const cursorSchema = z.tuple([z.string(), z.string(), z.string(), z.string()]);

/**
 * Reads one page of a list. A cursor is sealed, and good for the same tenant, list, bounds and order
 * only: anything else is `INVALID_REQUEST` for `startingAfter`.
 */
export async function readPage(
  context: Context,
  list: ListOf,
  { limit = defaultLimit, startingAfter }: z.output<typeof pageSchema>,
): Promise<Result<Page<StoredRecord>, "INVALID_REQUEST">> {
  const after = startingAfter === undefined ? undefined : await openCursor(context, list, startingAfter);
  if (after === "not ours") {
    return refuseField(
      "INVALID_REQUEST",
      "startingAfter",
      "must be the nextCursor of the page before, with the same filters",
    );
  }
  const { tenant, ...bounds } = list;
  const request = { ...bounds, limit: limit + 1, ...(after && { after }) };
  const found = await context.store.list(tenant, request);
  const items = found.slice(0, limit);
  const hasMore = found.length > limit;
  const last = items.at(-1);
  const nextCursor = hasMore && last !== undefined ? await sealCursor(context, list, last) : null;
  return ok({ hasMore, size: items.length, nextCursor, items });
}

/** Says to which list a cursor belongs. */
function nameOf({ tenant, list, from, to, order }: ListOf): string {
  return JSON.stringify([tenant, list, from ?? null, to ?? null, order]);
}

function sealCursor(context: Context, list: ListOf, { key, place }: StoredRecord): Promise<string> {
  return context.vault.seal(JSON.stringify([nameOf(list), place?.position ?? "", key.kind, key.id]));
}

async function openCursor(
  context: Context,
  list: ListOf,
  cursor: string,
): Promise<NonNullable<ListRequest["after"]> | "not ours"> {
  const text = await context.vault.open(cursor).catch(() => "null");
  const parsed = cursorSchema.safeParse(parseJson(text));
  if (!parsed.success) return "not ours";
  const [name, position, kind, id] = parsed.data;
  return name === nameOf(list) ? { position, key: { kind, id } } : "not ours";
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
