import type { z } from "zod";

import type { Vault } from "../../ports.ts";
import { pageSchema, readPageOf, type Page, type Paged, type PageInput } from "../request/page.ts";
import { validate } from "../request/validate.ts";
import { ok, type Result } from "../../result.ts";
import { tenantId, type Owner, type Tenant } from "../tenant/tenant.ts";
import type { CommitContext } from "./commit.ts";
import type { IndexedKind } from "./record.ts";
import type { ListRequest, StoredRecord } from "./store.ts";

export function listRecords({ store }: Pick<CommitContext, "store">, owner: Owner, request: ListRequest) {
  return store.list(tenantId(owner), request);
}

type PageContext = Pick<CommitContext, "store"> & { readonly vault: Vault };

export interface ListOf extends Omit<ListRequest, "after" | "limit"> {
  readonly tenant: Owner;
}

/** Reads one page of a list of records. A cursor is good for the same owner, list, bounds and order only. */
export function readPage(
  context: PageContext,
  list: ListOf,
  page: z.output<typeof pageSchema>,
): Promise<Result<Page<StoredRecord>, "INVALID_REQUEST">> {
  return searchPage(context, { ...list, filter: null, fits: () => true, most: Infinity }, page);
}

export interface SearchOf extends ListOf {
  /** Names what fits: a cursor is good for the same filter only. */
  readonly filter: unknown;
  readonly fits: (record: StoredRecord) => boolean;
  /** The most records that are looked through for one page. */
  readonly most: number;
}

/** The records of one read, at most: other calls get their turn between two reads. Where most may not fit, exactly. */
export const recordsARead = 100;

/**
 * Reads one page of the records of a list that fit. It examines so many records at most; then its cursor continues
 * behind the last of them, even if none of them fits.
 */
export function searchPage(
  context: PageContext,
  { tenant, filter, fits, most, ...bounds }: SearchOf,
  page: z.output<typeof pageSchema>,
): Promise<Result<Page<StoredRecord>, "INVALID_REQUEST">> {
  const { list, from, to, order } = bounds;
  const spotOf = ({ key, place }: StoredRecord) => [place?.position ?? "", key.kind, key.id];
  const bounded = [tenantId(tenant), list, from ?? null, to ?? null, order];
  const records: Paged<StoredRecord> = {
    // Without a filter the name keeps its old form: a list that was begun before an upgrade continues after it.
    name: JSON.stringify(filter === null ? bounded : [...bounded, filter]),
    async find(limit, after) {
      const items: StoredRecord[] = [];
      let last = after;
      let looked = 0;
      while (looked < most) {
        const wanted = filter === null ? limit - items.length : recordsARead;
        const size = Math.min(wanted, recordsARead, most - looked);
        const read = await listRecords(context, tenant, {
          ...bounds,
          limit: size,
          ...(last && { after: keyOf(last) }),
        });
        items.push(...read.filter(fits));
        looked += read.length;
        const end = read.at(-1);
        if (end === undefined || read.length < size) return { items };
        last = spotOf(end);
        if (items.length >= limit) break;
      }
      return { items: items.slice(0, limit), ...(last !== undefined && { lookedTo: last }) };
    },
    spotOf,
  };
  return readPageOf(context, records, page);
}

function keyOf([position = "", kind = "", id = ""]: readonly string[]) {
  return { position, key: { kind, id } };
}

/** Reads one page of a list of one kind of record, as `view` shows them. */
export async function listPage<Body, Item>(
  context: PageContext,
  { kind, view, ...list }: ListOf & { readonly kind: IndexedKind<Body>; readonly view: (body: Body) => Item },
  input: PageInput,
) {
  const asked = validate(pageSchema, input);
  if (!asked.ok) return asked;
  const page = await readPage(context, list, asked.value);
  if (!page.ok) return page;
  return ok<Page<Item>>({ ...page.value, items: page.value.items.map(({ body }) => view(kind.schema.parse(body))) });
}

export interface Listed<Body> {
  readonly list: string;
  readonly kind: IndexedKind<Body>;
}

export const pageSize = 1_000;

/** Every record of a list, page by page, in order. */
export async function* pagesOf<Body>(
  context: Pick<CommitContext, "store">,
  tenant: Tenant,
  { list, kind }: Listed<Body>,
): AsyncGenerator<readonly Body[]> {
  let after: ListRequest["after"];
  for (;;) {
    const request = { list, limit: pageSize, order: "ascending", ...(after && { after }) } as const;
    const found = await listRecords(context, tenant, request);
    yield found.map(({ body }) => kind.schema.parse(body));
    const last = found.at(-1);
    if (last === undefined || found.length < pageSize) return;
    after = { position: last.place?.position ?? "", key: last.key };
  }
}
