import { loadOnce } from "../commit/commit.ts";
import type { Context } from "../context.ts";
import { ok, type Ok } from "../result.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { providerKeysRecord } from "./provider-key.ts";
import type { ProviderKeysView } from "./set-provider-keys.ts";

/** A key with its secret, for the adapter of the network and nobody else. */
export interface ProviderKey {
  readonly name: string;
  readonly secret: string;
}

async function stored(context: Context, tenant: Tenant, network: string) {
  const [record] = await loadOnce(context, tenant, (read) => read(providerKeysRecord.ref(network)));
  return record?.keys ?? [];
}

export async function getProviderKeys(
  context: Context,
  tenant: Tenant,
  network: string,
): Promise<Ok<ProviderKeysView>> {
  const keys = await stored(context, tenant, network);
  return ok({ network, names: keys.map(({ name }) => name) });
}

export async function openProviderKeys(
  context: Context,
  tenant: Tenant,
  network: string,
): Promise<readonly ProviderKey[]> {
  const keys = await stored(context, tenant, network);
  return Promise.all(keys.map(async ({ name, sealed }) => ({ name, secret: await context.vault.open(sealed) })));
}
