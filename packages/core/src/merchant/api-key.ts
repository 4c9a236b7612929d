import type { Context } from "../context.ts";
import { decideAndCommit, loadOnce, type RecordRef } from "../commit.ts";
import { ok, refuse, type Result } from "../result.ts";
import { documentationMerchant, merchantRef } from "./merchant.ts";
import { parseTenantId, platform, tenantId, type Tenant, type TenantId } from "../tenant.ts";

/** A secret key stays on the merchant's server; a client key may stand in a page. */
export type KeyType = "secret" | "client";

/** An API key as it is stored: only its hash, which is the record's id. */
export interface ApiKey {
  readonly tenant: TenantId;
  readonly type: KeyType;
  /** The key's last four characters, so that people can tell keys apart. */
  readonly hint: string;
  readonly createdAt: number;
  readonly revokedAt: number | null;
}

/** Keys are found before their tenant is known, so they belong to the platform. */
function apiKeyRef(hash: string): RecordRef<ApiKey> {
  return { kind: "apiKey", id: hash };
}

const prefixes = { secret: "sk", client: "ck" } as const;
const keyPattern = /^(test|live)_(sk|ck)_[A-Za-z0-9_-]{1,100}$/;
const documentationKeys: readonly string[] = ["test_sk_docs", "test_ck_docs"];

/** The type that a key names in its prefix, or undefined where it is no key at all. */
export function keyTypeOf(key: string): KeyType | undefined {
  const match = keyPattern.exec(key);
  if (match === null) return undefined;
  return match[2] === "sk" ? "secret" : "client";
}

/**
 * Finds the tenant that an API key belongs to.
 *
 * Refusals: `UNAUTHORIZED_KEY` where the key is unknown or revoked, `INVALID_API_KEY` where a key
 * of the other type stands in its place. Source: Authentication.
 *
 * @example
 * await payments.keys.authenticate("test_sk_docs", "secret"); // { ok: true, value: { mId: 1, mode: "test" } }
 */
export async function authenticate(context: Context, key: string, type: KeyType): Promise<Result<Tenant>> {
  const named = keyTypeOf(key);
  if (named === undefined) return refuse("UNAUTHORIZED_KEY");
  if (named !== type) return refuse("INVALID_API_KEY");
  if (documentationKeys.includes(key)) {
    const { mId, mode } = documentationMerchant;
    return context.settings.documentationKeys ? ok({ mId, mode }) : refuse("UNAUTHORIZED_KEY");
  }
  const hash = await context.vault.hash(key);
  const [record] = await loadOnce(context, platform, (read) => read(apiKeyRef(hash)));
  const tenant = record === undefined || record.revokedAt !== null ? undefined : parseTenantId(record.tenant);
  return tenant === undefined ? refuse("UNAUTHORIZED_KEY") : ok(tenant);
}

/**
 * Issues another key for a merchant. The key is returned once and cannot be shown again; several
 * may be active at once, so that keys are exchanged without downtime.
 *
 * Refusals: `FORBIDDEN_REQUEST` where the merchant is not registered in this mode.
 */
export async function issueKey(context: Context, tenant: Tenant, type: KeyType): Promise<Result<{ key: string }>> {
  const [merchant] = await loadOnce(context, tenantId(tenant), (read) => read(merchantRef));
  if (merchant === undefined) return refuse("FORBIDDEN_REQUEST");
  const key = `${tenant.mode}_${prefixes[type]}_${context.ids.random(32)}`;
  const ref = apiKeyRef(await context.vault.hash(key));
  const body: ApiKey = {
    tenant: tenantId(tenant),
    type,
    hint: key.slice(-4),
    createdAt: context.clock.now(),
    revokedAt: null,
  };
  return decideAndCommit(context, {
    tenant: platform,
    lane: ref.id,
    load: (read) => read(ref),
    decide: () => ({ answer: ok({ key }), changes: { writes: [{ key: ref, body: { ...body }, dueAt: null }] } }),
  });
}

/**
 * Revokes a key at once and for good. Revoking it again changes nothing.
 *
 * Refusals: `UNAUTHORIZED_KEY` where the key does not belong to this merchant and mode.
 */
export async function revokeKey(context: Context, tenant: Tenant, key: string): Promise<Result<{ revoked: true }>> {
  const ref = apiKeyRef(await context.vault.hash(key));
  return decideAndCommit<readonly [ApiKey | undefined], { revoked: true }>(context, {
    tenant: platform,
    lane: ref.id,
    load: (read) => read(ref),
    decide: ([record], now) => {
      if (record === undefined || record.tenant !== tenantId(tenant)) return { answer: refuse("UNAUTHORIZED_KEY") };
      const answer = ok({ revoked: true as const });
      if (record.revokedAt !== null) return { answer };
      const body: ApiKey = { ...record, revokedAt: now };
      return { answer, changes: { writes: [{ key: ref, body: { ...body }, dueAt: null }] } };
    },
  });
}
