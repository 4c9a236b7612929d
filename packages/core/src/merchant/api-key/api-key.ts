import { z } from "zod";

import { decideAndCommit, loadOnce } from "../../engine/commit/commit.ts";
import type { Context } from "../../context.ts";
import { recordKind } from "../../engine/commit/record.ts";
import { ok, refuseField, refuse } from "../../result.ts";
import {
  parseTenantId,
  platform,
  tenantId,
  type Tenant,
  type TenantId,
  type Mode,
} from "../../engine/tenant/tenant.ts";
import { documentationMerchant, merchantRef, notRegistered } from "../merchant.ts";
import { documentationKeys, keyProblem, keyTypeOf, keyTypes, prefixes, type KeyType } from "./key-text.ts";
import { readPage, type ListOf } from "../../engine/commit/list-page.ts";
import { pageSchema, type Page, type PageInput } from "../../engine/request/page.ts";
import { validate } from "../../engine/request/validate.ts";

const apiKeySchema = z.looseObject({
  tenant: z.custom<TenantId>((value) => typeof value === "string" && parseTenantId(value) !== undefined),
  type: z.enum(keyTypes),
  /** The key's last four characters, by which operators recognise it. */
  hint: z.string(),
  createdAt: z.number(),
  revokedAt: z.number().nullable(),
});

/**
 * An API key as it is stored: only its hash, which is the record's id. Keys are found before their
 * tenant is known, so they belong to the platform.
 */
export const apiKeyRecord = recordKind("apiKey", apiKeySchema);

type ApiKey = z.output<typeof apiKeySchema>;

/** Names a key without being one: the first twelve hexadecimal digits of its hash. */
function keyIdOf(hash: string): string {
  return hash.slice(0, 12);
}

function isKeyId(text: string): boolean {
  return /^[0-9a-f]{12}$/.test(text);
}

/** All API keys, by merchant and mode, then time of issue. */
const apiKeyList = "apiKeys";

function apiKeyPlace({ tenant, createdAt }: ApiKey) {
  return { place: { list: apiKeyList, position: `${tenant}/${new Date(createdAt).toISOString()}` } };
}

export const authenticateErrors = ["UNAUTHORIZED_KEY", "INVALID_API_KEY"] as const;

const noDocumentationKey = refuseField(
  "UNAUTHORIZED_KEY",
  "key",
  "is the documentation's example, which only a service in development takes: use a key that this service has issued",
);

const unknownKey = refuseField(
  "UNAUTHORIZED_KEY",
  "key",
  "is revoked, or of another service: check the key, and the address that it is sent to",
);

export async function authenticate(context: Context, key: string, type: KeyType) {
  const problem = keyProblem(key, type);
  if (problem !== undefined) {
    return refuseField(keyTypeOf(key) === undefined ? "UNAUTHORIZED_KEY" : "INVALID_API_KEY", "key", problem);
  }
  if (key === documentationKeys[type]) {
    const { mId, mode } = documentationMerchant;
    return context.settings.documentationKeys ? ok<Tenant>({ mId, mode }) : noDocumentationKey;
  }
  const ref = apiKeyRecord.ref(await context.vault.hash(key));
  const [record] = await loadOnce(context, platform, (read) => read(ref));
  const tenant = record === undefined || record.revokedAt !== null ? undefined : parseTenantId(record.tenant);
  return tenant === undefined ? unknownKey : ok(tenant);
}

export const issueKeyErrors = ["FORBIDDEN_REQUEST", "CONCURRENT_REQUEST"] as const;

export async function issueKey(context: Context, tenant: Tenant, type: KeyType) {
  const [merchant] = await loadOnce(context, tenant, (read) => read(merchantRef));
  if (merchant === undefined) return notRegistered;
  const key = `${tenant.mode}_${prefixes[type]}_${context.ids.random(32)}`;
  const hash = await context.vault.hash(key);
  return decideAndCommit(context, {
    tenant: platform,
    lane: hash,
    load: async () => undefined,
    decide(_nothing, now) {
      const issued: ApiKey = { tenant: tenantId(tenant), type, hint: key.slice(-4), createdAt: now, revokedAt: null };
      const made = apiKeyRecord.make(hash, issued, apiKeyPlace(issued));
      return { answer: ok({ key, id: keyIdOf(hash) }), changes: { writes: [made] } };
    },
  });
}

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
async function findKey(context: Context, tenant: Tenant, id: string): Promise<string | undefined> {
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

export const revokeKeyErrors = ["UNAUTHORIZED_KEY", "CONCURRENT_REQUEST"] as const;

export async function revokeKey(context: Context, tenant: Tenant, keyOrId: string) {
  const hash = isKeyId(keyOrId) ? await findKey(context, tenant, keyOrId) : await context.vault.hash(keyOrId);
  if (hash === undefined) return refuse("UNAUTHORIZED_KEY");
  return decideAndCommit(context, {
    tenant: platform,
    lane: hash,
    load: (read) => read(apiKeyRecord.ref(hash)),
    decide: ([record], now) => {
      if (record === undefined || record.tenant !== tenantId(tenant)) return { answer: refuse("UNAUTHORIZED_KEY") };
      const answer = ok({ revoked: true as const });
      if (record.revokedAt !== null) return { answer };
      const revoked = apiKeyRecord.write(hash, { ...record, revokedAt: now }, apiKeyPlace(record));
      return { answer, changes: { writes: [revoked] } };
    },
  });
}
