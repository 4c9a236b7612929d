import type { Context } from "../../context.ts";
import { readPage, type ListOf } from "../../engine/commit/list-page.ts";
import { pageSchema, type Page, type PageInput } from "../../engine/request/page.ts";
import { ok } from "../../result.ts";
import { platform, tenantId, type Mode, type Tenant } from "../../engine/tenant/tenant.ts";
import { validate } from "../../engine/request/validate.ts";
import { apiKeyList, apiKeyRecord, keyIdOf } from "./api-key.ts";
import { prefixes, type KeyType } from "./key-text.ts";

/** An API key without the key, which is not stored. Times are in milliseconds since 1970. */
export interface ListedKey {
  /** Twelve hexadecimal digits, by which it can be revoked. */
  readonly id: string;
  /** Its beginning and its last four characters, such as `test_sk_…x9Qa`. */
  readonly masked: string;
  readonly type: KeyType;
  readonly mode: Mode;
  readonly issuedAt: number;
  /** Null while it works. */
  readonly revokedAt: number | null;
}

export const listKeysErrors = ["INVALID_REQUEST"] as const;

export async function listKeys(context: Context, tenant: Tenant, input: PageInput) {
  const asked = validate(pageSchema, input);
  if (!asked.ok) return asked;
  const page = await readPage(context, keysOf(tenant), asked.value);
  if (!page.ok) return page;
  const items = page.value.items.map(({ key, body }): ListedKey => {
    const { type, hint, createdAt, revokedAt } = apiKeyRecord.schema.parse(body);
    const { mode } = tenant;
    const masked = `${mode}_${prefixes[type]}_…${hint}`;
    return { id: keyIdOf(key.id), masked, type, mode, issuedAt: createdAt, revokedAt };
  });
  return ok<Page<ListedKey>>({ ...page.value, items });
}

/** The hash of a merchant's key with this id; undefined if there is none, or more than one. */
export async function findKey(context: Context, tenant: Tenant, id: string): Promise<string | undefined> {
  const found: string[] = [];
  let startingAfter: string | undefined;
  do {
    const page = await readPage(context, keysOf(tenant), { limit: 100, startingAfter });
    if (!page.ok) return undefined;
    found.push(...page.value.items.map(({ key }) => key.id).filter((hash) => keyIdOf(hash) === id));
    startingAfter = page.value.nextCursor ?? undefined;
  } while (startingAfter !== undefined);
  return found.length === 1 ? found[0] : undefined;
}

function keysOf(tenant: Tenant): ListOf {
  const owner = tenantId(tenant);
  // "0" is the character after "/", which ends the owner in a position.
  return { tenant: platform, list: apiKeyList, from: `${owner}/`, to: `${owner}0`, order: "descending" };
}
