import {
  documentationKeys,
  documentationMerchant,
  parseTenantId,
  type MerchantInput,
  type Payments,
  type TenantId,
} from "@wonflow/core";
import type { Merchant } from "../client/client.ts";
import { seededRandom, type Random } from "../engine/random.ts";
import { subscribable } from "../webhook/news.ts";
import { receiverUrl } from "../webhook/receivers.ts";
import { purgesIn } from "./profile.ts";
import type { Run } from "./run.ts";

const shop: MerchantInput = {
  mId: 7,
  mode: "test",
  name: "Corner Shop",
  feeRate: "2.85",
  maxAmount: 900_000,
  origins: ["https://shop.example"],
};

export type Contracts = ReadonlyMap<TenantId, MerchantInput>;

export function contractsOf(seed: number): Contracts {
  const random = seededRandom(seed, "contracts");
  const payouts = seededRandom(seed, "payout contracts").chance(0.97);
  const own = () => ({
    settlementDays: random.pick([1, 2, 3, 3, 5]),
    contracts: { webhook: random.chance(0.8), payouts, kyc: purgesIn(seed) },
  });
  return new Map<TenantId, MerchantInput>([
    ["1:test", documentationMerchant],
    ["7:test", { ...shop, ...own() }],
    ["7:live", { ...shop, ...own(), mode: "live" }],
  ]);
}

export function authorizationOf(key: string): string {
  return `Basic ${btoa(`${key}:`)}`;
}

export async function registerMerchants(
  payments: Pick<Payments, "merchants" | "keys">,
  contracts: Contracts,
): Promise<readonly Merchant[]> {
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

export async function setEndpoints(
  { webhooks }: Pick<Payments, "webhooks">,
  { seed, merchants, observer }: Pick<Run, "seed" | "merchants" | "observer">,
): Promise<void> {
  const random = seededRandom(seed, "endpoints");
  for (const { tenant } of merchants) {
    const named = parseTenantId(tenant);
    if (named === undefined || random.chance(0.15)) continue;
    const events = eventsOf(seededRandom(seed, `subscription of ${tenant}`));
    const set = await webhooks.set(named, { url: receiverUrl(tenant, 0), events });
    if (!set.ok || set.value.secret === null) throw new Error(`${tenant} could not be given an endpoint`);
    observer.onEvent({ kind: "secret", tenant, secret: set.value.secret, formerUntil: 0 });
  }
}

/** Draws the events that an endpoint subscribes to: often none. */
export function eventsOf(random: Random) {
  if (random.chance(0.5)) return [];
  return random.chance(0.5) ? subscribable : subscribable.filter(() => random.chance(0.5));
}

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
