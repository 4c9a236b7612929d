import {
  documentationKeys,
  documentationMerchant,
  parseTenantId,
  type MerchantInput,
  type Payments,
  type TenantId,
} from "@wonflow/core";
import type { Merchant } from "../client/client.ts";

const shop: MerchantInput = {
  mId: 7,
  mode: "test",
  name: "Corner Shop",
  feeRate: "2.85",
  maxAmount: 900_000,
  origins: ["https://shop.example"],
};

/** How every merchant is registered at first. */
const contracts = new Map<TenantId, MerchantInput>([
  ["1:test", documentationMerchant],
  ["7:test", shop],
  ["7:live", { ...shop, mode: "live" }],
]);

/** The contract of a merchant with some of it changed. */
export function changedContract(tenant: TenantId, change: Partial<MerchantInput>): MerchantInput {
  return { ...(contracts.get(tenant) ?? shop), ...change };
}

/** The Authorization header of a key. */
export function authorizationOf(key: string): string {
  return `Basic ${btoa(`${key}:`)}`;
}

/** Registers the merchants, before anything can fail: the one of the documentation, and one in both modes. */
export async function registerMerchants(payments: Pick<Payments, "merchants" | "keys">): Promise<readonly Merchant[]> {
  const merchants: Merchant[] = [];
  for (const [tenant, contract] of contracts) {
    const registered = await payments.merchants.register(contract);
    if (!registered.ok) throw new Error(`${tenant} could not be registered`);
    const secret = await keyOf(payments, tenant, "secret");
    const client = await keyOf(payments, tenant, "client");
    merchants.push({ tenant, authorization: authorizationOf(secret), pageAuthorization: authorizationOf(client) });
  }
  return merchants;
}

/** A key of a merchant: a new one, or the documentation's. */
export async function keyOf(
  { keys }: Pick<Payments, "keys">,
  tenant: TenantId,
  type: "secret" | "client",
): Promise<string> {
  const named = parseTenantId(tenant);
  if (named === undefined) throw new Error(`${tenant} is no merchant`);
  if (tenant === "1:test") return documentationKeys[type];
  const issued = await keys.issue(named, type);
  if (!issued.ok) throw new Error(`no key could be issued for ${tenant}`);
  return issued.value.key;
}
