import { z } from "zod";

import { gatewayNameSchema } from "../../engine/attempt/sending.ts";
import { loadOnce } from "../../engine/commit/commit.ts";
import type { Context } from "../../context.ts";
import { validate } from "../../engine/request/validate.ts";
import { ok } from "../../result.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { providerKeysRecord } from "./provider-key.ts";
import type { ProviderKeysView } from "./set-provider-keys.ts";

/** A key with its secret, for the adapter of the gateway only. */
export interface ProviderKey {
  readonly name: string;
  readonly secret: string;
}

async function stored(context: Context, tenant: Tenant, gateway: string) {
  const [record] = await loadOnce(context, tenant, (read) => read(providerKeysRecord.ref(gateway)));
  return record?.keys ?? [];
}

const gatewaySchema = z.object({ gateway: gatewayNameSchema });

export const getProviderKeysErrors = ["INVALID_REQUEST"] as const;

export async function getProviderKeys(context: Context, tenant: Tenant, gateway: string) {
  const valid = validate(gatewaySchema, { gateway });
  if (!valid.ok) return valid;
  const keys = await stored(context, tenant, gateway);
  return ok<ProviderKeysView>({ gateway, names: keys.map(({ name }) => name) });
}

export async function openProviderKeys(
  context: Context,
  tenant: Tenant,
  gateway: string,
): Promise<readonly ProviderKey[]> {
  const keys = await stored(context, tenant, gateway);
  return Promise.all(keys.map(async ({ name, sealed }) => ({ name, secret: await context.vault.open(sealed) })));
}
