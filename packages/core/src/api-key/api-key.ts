import { z } from "zod";

import { decideAndCommit, loadOnce } from "../commit/commit.ts";
import type { Context } from "../context.ts";
import { recordKind } from "../commit/record.ts";
import { ok, refuse } from "../result.ts";
import { parseTenantId, platform, tenantId, type Tenant, type TenantId } from "../tenant/tenant.ts";
import { documentationMerchant, merchantRef, notRegistered } from "../merchant/merchant.ts";

export const keyTypes = ["secret", "client"] as const;

/** A secret key stays on the merchant's server; a client key may stand in a page. */
export type KeyType = (typeof keyTypes)[number];

const apiKeySchema = z.looseObject({
  tenant: z.custom<TenantId>((value) => typeof value === "string" && parseTenantId(value) !== undefined),
  type: z.enum(keyTypes),
  /** The key's last four characters, so that people can tell keys apart. */
  hint: z.string(),
  createdAt: z.number(),
  revokedAt: z.number().nullable(),
});

/**
 * An API key as it is stored: only its hash, which is the record's id. Keys are found before their
 * tenant is known, so they belong to the platform.
 */
export const apiKeyRecord = recordKind("apiKey", apiKeySchema);

export type ApiKey = z.output<typeof apiKeySchema>;

/** Names a key without being one: the first twelve hexadecimal digits of its hash. */
export function keyIdOf(hash: string): string {
  return hash.slice(0, 12);
}

export function isKeyId(text: string): boolean {
  return /^[0-9a-f]{12}$/.test(text);
}

/** All API keys, by merchant and mode, then time of issue. */
export const apiKeyList = "apiKeys";

export function apiKeyPlace({ tenant, createdAt }: ApiKey) {
  return { place: { list: apiKeyList, position: `${tenant}/${new Date(createdAt).toISOString()}` } };
}

export const prefixes = { secret: "sk", client: "ck" } as const;
const keyPattern = /^(test|live)_(sk|ck)_[A-Za-z0-9_-]{1,100}$/;
/** The keys of the documentation merchant: constants, never stored. */
export const documentationKeys = { secret: "test_sk_docs", client: "test_ck_docs" } as const;

/** Reads a key's type from its prefix; undefined where the text is no key. */
export function keyTypeOf(key: string): KeyType | undefined {
  const match = keyPattern.exec(key);
  if (match === null) return undefined;
  return match[2] === "sk" ? "secret" : "client";
}

export const authenticateErrors = ["UNAUTHORIZED_KEY", "INVALID_API_KEY"] as const;

export async function authenticate(context: Context, key: string, type: KeyType) {
  const named = keyTypeOf(key);
  if (named === undefined) return refuse("UNAUTHORIZED_KEY");
  if (named !== type) return refuse("INVALID_API_KEY");
  if (key === documentationKeys[type]) {
    const { mId, mode } = documentationMerchant;
    return context.settings.documentationKeys ? ok<Tenant>({ mId, mode }) : refuse("UNAUTHORIZED_KEY");
  }
  const ref = apiKeyRecord.ref(await context.vault.hash(key));
  const [record] = await loadOnce(context, platform, (read) => read(ref));
  const tenant = record === undefined || record.revokedAt !== null ? undefined : parseTenantId(record.tenant);
  return tenant === undefined ? refuse("UNAUTHORIZED_KEY") : ok(tenant);
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
