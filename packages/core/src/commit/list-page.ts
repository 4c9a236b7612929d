import type { z } from "zod";

import type { Vault } from "../ports.ts";
import { readPageOf, type Page, type Paged, type pageSchema } from "../request/page.ts";
import type { Result } from "../result.ts";
import { tenantId, type Owner } from "../tenant/tenant.ts";
import type { CommitContext } from "./commit.ts";
import type { ListRequest, StoredRecord } from "./store.ts";

export function listRecords({ store }: Pick<CommitContext, "store">, owner: Owner, request: ListRequest) {
  return store.list(tenantId(owner), request);
}

export interface ListOf extends Omit<ListRequest, "after" | "limit"> {
  readonly tenant: Owner;
}

/** Reads one page of a list of records. A cursor is good for the same owner, list, bounds and order only. */
export function readPage(
  context: Pick<CommitContext, "store"> & { readonly vault: Vault },
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
