import { z } from "zod";

import { networkNameSchema } from "../card-network/route.ts";
import { loadOnce } from "../commit/commit.ts";
import type { Context } from "../context.ts";
import { validate } from "../request/validate.ts";
import { ok } from "../result.ts";
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

const networkSchema = z.object({ network: networkNameSchema });

export const getProviderKeysErrors = ["INVALID_REQUEST"] as const;

export async function getProviderKeys(context: Context, tenant: Tenant, network: string) {
  const valid = validate(networkSchema, { network });
  if (!valid.ok) return valid;
  const keys = await stored(context, tenant, network);
  return ok<ProviderKeysView>({ network, names: keys.map(({ name }) => name) });
}

export async function openProviderKeys(
  context: Context,
  tenant: Tenant,
  network: string,
): Promise<readonly ProviderKey[]> {
  const keys = await stored(context, tenant, network);
  return Promise.all(keys.map(async ({ name, sealed }) => ({ name, secret: await context.vault.open(sealed) })));
}
