import { z } from "zod";

import { decideAndCommit, loadOnce } from "../../engine/commit/commit.ts";
import type { Context } from "../../context.ts";
import { recordKind } from "../../engine/commit/record.ts";
import { ok, refuseField } from "../../result.ts";
import { parseTenantId, platform, tenantId, type Tenant, type TenantId } from "../../engine/tenant/tenant.ts";
import { documentationMerchant, merchantRef, notRegistered } from "../merchant.ts";
import { documentationKeys, keyProblem, keyTypeOf, keyTypes, prefixes, type KeyType } from "./key-text.ts";

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
