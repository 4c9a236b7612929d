import { decideAndCommit } from "../commit.ts";
import type { Context } from "../context.ts";
import { ok, refuse } from "../result.ts";
import { platform, tenantId, type Tenant } from "../tenant.ts";
import { apiKeyRecord, apiKeyWrite, isKeyId } from "./api-key.ts";
import { findKey } from "./list-keys.ts";

export const revokeKeyErrors = ["UNAUTHORIZED_KEY", "CONCURRENT_REQUEST"] as const;

/** Revokes a key at once and for good, named by itself or by its id. */
export async function revokeKey(context: Context, tenant: Tenant, keyOrId: string) {
  const hash = isKeyId(keyOrId) ? await findKey(context, tenant, keyOrId) : await context.vault.hash(keyOrId);
  if (hash === undefined) return refuse("UNAUTHORIZED_KEY");
  const ref = apiKeyRecord.ref(hash);
  return decideAndCommit(context, {
    tenant: platform,
    lane: ref.id,
    load: (read) => read(ref),
    decide: ([record], now) => {
      if (record === undefined || record.tenant !== tenantId(tenant)) return { answer: refuse("UNAUTHORIZED_KEY") };
      const answer = ok({ revoked: true as const });
      if (record.revokedAt !== null) return { answer };
      return { answer, changes: { writes: [apiKeyWrite(ref.id, { ...record, revokedAt: now })] } };
    },
  });
}
