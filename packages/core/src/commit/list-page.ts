import type { z } from "zod";

import type { Vault } from "../ports.ts";
import { pageSchema, readPageOf, type Page, type Paged, type PageInput } from "../request/page.ts";
import { validate } from "../request/validate.ts";
import { ok, type Result } from "../result.ts";
import { tenantId, type Owner } from "../tenant/tenant.ts";
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
  { tenant, ...bounds }: ListOf,
  page: z.output<typeof pageSchema>,
): Promise<Result<Page<StoredRecord>, "INVALID_REQUEST">> {
  const { list, from, to, order } = bounds;
  const records: Paged<StoredRecord> = {
    name: JSON.stringify([tenantId(tenant), list, from ?? null, to ?? null, order]),
    find(limit, after) {
      if (after === undefined) return listRecords(context, tenant, { ...bounds, limit });
      const [position = "", kind = "", id = ""] = after;
      return listRecords(context, tenant, { ...bounds, limit, after: { position, key: { kind, id } } });
    },
    spotOf: ({ key, place }) => [place?.position ?? "", key.kind, key.id],
  };
  return readPageOf(context, records, page);
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
