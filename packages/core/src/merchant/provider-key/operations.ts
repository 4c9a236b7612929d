import type { Context } from "../../context.ts";
import type { Answer } from "../../result.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import {
  getProviderKeys,
  openProviderKeys,
  type getProviderKeysErrors,
  type ProviderKey,
  setProviderKeys,
  type ProviderKeysInput,
  type ProviderKeysView,
  type setProviderKeysErrors,
} from "./provider-key.ts";

/** For operators of the service: the keys that a merchant has at a gateway of its own contract. */
export interface ProviderKeyOperations {
  /**
   * Sets the keys of a merchant at a gateway, the newest first, and takes all others away. The secrets are stored
   * sealed. A key that is named without its secret keeps it. During a rotation name both: calls go out with the
   * first, and look-ups of earlier calls with the one that they were sent with.
   *
   * Keys of another contract don't know the payments of this one: bind that contract as a gateway of another name.
   *
   * Refusals: `INVALID_REQUEST`, with the fields that cannot be accepted; `FORBIDDEN_REQUEST` where the merchant is not
   * registered in this mode; `CONCURRENT_REQUEST`.
   *
   * @example
   * await payments.providerKeys.set({ mId: 7, mode: "live" }, { keys: [{ name: "R2_new", secret: "…" }, { name: "R2_old" }] });
   */
  set(tenant: Tenant, input: ProviderKeysInput): Answer<ProviderKeysView, typeof setProviderKeysErrors>;

  /**
   * The names of a merchant's keys at a gateway, the newest first; none where it has no keys of its own.
   *
   * Refusals: `INVALID_REQUEST` for an invalid gateway name.
   *
   * @example
   * const keys = await payments.providerKeys.get({ mId: 7, mode: "live" }, "default");
   */
  get(tenant: Tenant, gateway: string): Answer<ProviderKeysView, typeof getProviderKeysErrors>;

  /**
   * The keys with their secrets, for the adapter of the gateway: never pass them to a page, an API or a log. Rejects
   * where they were sealed under a secret that is gone.
   *
   * @example
   * const keys = await payments.providerKeys.open({ mId: 7, mode: "live" }, "default");
   */
  open(tenant: Tenant, gateway: string): Promise<readonly ProviderKey[]>;
}

export function providerKeyOperations(context: Context): ProviderKeyOperations {
  return {
    set: (tenant, input) => setProviderKeys(context, tenant, input),
    get: (tenant, gateway) => getProviderKeys(context, tenant, gateway),
    open: (tenant, gateway) => openProviderKeys(context, tenant, gateway),
  };
}
