import type { CommitContext } from "./commit.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { listRecords } from "./list-page.ts";
import type { IndexedKind } from "./record.ts";
import type { ListRequest } from "./store.ts";

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
