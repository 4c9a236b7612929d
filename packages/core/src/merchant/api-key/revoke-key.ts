import { decideAndCommit } from "../../engine/commit/commit.ts";
import type { Context } from "../../context.ts";
import { ok, refuse } from "../../result.ts";
import { platform, tenantId, type Tenant } from "../../engine/tenant/tenant.ts";
import { apiKeyPlace, apiKeyRecord, isKeyId } from "./api-key.ts";
import { findKey } from "./list-keys.ts";

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
