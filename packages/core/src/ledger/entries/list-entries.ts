import { pageSchema, readPageOf, type PageInput } from "../../engine/request/page.ts";
import type { Entry, LedgerContext } from "../../engine/posting/posting.ts";
import { tenantId, type Tenant } from "../../engine/tenant/tenant.ts";
import { validate } from "../../engine/request/validate.ts";

export const listEntriesErrors = ["INVALID_REQUEST"] as const;

export async function listEntries(context: LedgerContext, tenant: Tenant, input: PageInput) {
  const asked = validate(pageSchema, input);
  if (!asked.ok) return asked;
  const id = tenantId(tenant);
  const entries = {
    name: `ledger ${id}`,
    find: async (limit: number, [after]: readonly string[] = []) => ({
      items: await context.store.listEntries(id, after === undefined ? { limit } : { limit, after }),
    }),
    spotOf: ({ commitId }: Entry) => [commitId],
  };
  return readPageOf(context, entries, asked.value);
}
