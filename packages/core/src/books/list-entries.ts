import type { Context } from "../context.ts";
import { defaultLimit, pageSchema, type Page, type PageInput } from "../list-page.ts";
import { ok, refuseField } from "../result.ts";
import { tenantId, type Tenant } from "../tenant.ts";
import { validate } from "../validate.ts";
import type { Entry } from "../ledger/posting.ts";

export const listEntriesErrors = ["INVALID_REQUEST"] as const;

/** Reads a page of a merchant's ledger, the oldest entry first. */
export async function listEntries(context: Context, tenant: Tenant, input: PageInput) {
  const asked = validate(pageSchema, input);
  if (!asked.ok) return asked;
  const { limit = defaultLimit, startingAfter } = asked.value;
  const after = startingAfter === undefined ? undefined : await openCursor(context, tenant, startingAfter);
  if (startingAfter !== undefined && after === undefined) {
    return refuseField("INVALID_REQUEST", "startingAfter", "must be the nextCursor of the page before");
  }
  const page = { limit: limit + 1, ...(after === undefined ? {} : { after }) };
  const found = await context.store.listEntries(tenantId(tenant), page);
  const items = found.slice(0, limit);
  const last = items.at(-1);
  const hasMore = found.length > limit;
  const nextCursor = hasMore && last !== undefined ? await context.vault.seal(cursorOf(tenant, last.commitId)) : null;
  return ok<Page<Entry>>({ hasMore, size: items.length, nextCursor, items });
}

/** A cursor is good for the ledger of one tenant. */
function cursorOf(tenant: Tenant, commitId: string): string {
  return `ledger ${tenantId(tenant)} ${commitId}`;
}

async function openCursor(context: Context, tenant: Tenant, cursor: string): Promise<string | undefined> {
  const text = await context.vault.open(cursor).catch(() => "");
  const start = cursorOf(tenant, "");
  return text.startsWith(start) ? text.slice(start.length) : undefined;
}
