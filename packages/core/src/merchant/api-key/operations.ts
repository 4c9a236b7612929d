import type { Context } from "../../context.ts";
import type { Page, PageInput } from "../../engine/request/page.ts";
import type { Answer } from "../../result.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import {
  authenticate,
  issueKey,
  type authenticateErrors,
  type issueKeyErrors,
  listKeys,
  type ListedKey,
  type listKeysErrors,
  revokeKey,
  type revokeKeyErrors,
} from "./api-key.ts";
import type { KeyType } from "./key-text.ts";

/** The API keys of merchants. */
export interface KeyOperations {
  /**
   * Issues another key for a merchant. The key is returned once and cannot be shown again. Several may be active at
   * once, so that keys are rotated without downtime. `id` names it in the list.
   *
   * Refusals: `FORBIDDEN_REQUEST` where the merchant is not registered in this mode; `CONCURRENT_REQUEST`.
   *
   * @example
   * const issued = await payments.keys.issue({ mId: 7, mode: "test" }, "secret");
   */
  issue(tenant: Tenant, type: KeyType): Answer<{ key: string; id: string }, typeof issueKeyErrors>;

  /**
   * Lists the keys of a merchant in one mode, the newest first, with revoked ones. The keys themselves are not stored:
   * each has an id, and shows its last four characters.
   *
   * Refusals: `INVALID_REQUEST` for a limit below 1 or above 10,000, or an invalid cursor.
   *
   * @example
   * const page = await payments.keys.list({ mId: 7, mode: "test" }, { limit: 100 });
   */
  list(tenant: Tenant, input?: PageInput): Answer<Page<ListedKey>, typeof listKeysErrors>;

  /**
   * Revokes a key at once and permanently, named by itself or by its id in the list. Revoking it again changes nothing.
   *
   * Refusals: `UNAUTHORIZED_KEY` where the key does not belong to this merchant and mode; `CONCURRENT_REQUEST`.
   *
   * @example
   * await payments.keys.revoke({ mId: 7, mode: "test" }, "3f0c9a1e77b2");
   */
  revoke(tenant: Tenant, keyOrId: string): Answer<{ revoked: true }, typeof revokeKeyErrors>;

  /**
   * Finds the tenant that an API key belongs to (interface: Authentication).
   *
   * Refusals: `UNAUTHORIZED_KEY` where the key is unknown or revoked, `INVALID_API_KEY` for a key of the other type.
   *
   * @example
   * await payments.keys.authenticate("test_sk_docs", "secret"); // { ok: true, value: { mId: 1, mode: "test" } }
   */
  authenticate(key: string, type: KeyType): Answer<Tenant, typeof authenticateErrors>;
}

export function keyOperations(context: Context): KeyOperations {
  return {
    issue: (tenant, type) => issueKey(context, tenant, type),
    list: (tenant, input = {}) => listKeys(context, tenant, input),
    revoke: (tenant, keyOrId) => revokeKey(context, tenant, keyOrId),
    authenticate: (key, type) => authenticate(context, key, type),
  };
}
