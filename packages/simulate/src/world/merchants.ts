import {
  documentationKeys,
  documentationMerchant,
  parseTenantId,
  paymentMethods,
  type MerchantInput,
  type MethodChoice,
  type Payments,
  type TenantId,
  credit,
  dayInSeoul,
  debit,
  type Store,
} from "@wonflow/core";
import type { Merchant } from "../client/client.ts";
import { seededRandom, type Random } from "../engine/random.ts";
import { subscribable } from "../webhook/news.ts";
import { receiverUrl } from "../webhook/receivers.ts";
import { purgesIn } from "./profile.ts";
import type { Run } from "./run.ts";
import { hasWindows } from "../ports/drawn-window.ts";
import { bankMagic } from "@wonflow/sandbox";
import { openingReference } from "../observation/balances.ts";

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
  const drawMethods = seededRandom(seed, "methods of merchants");
  const own = () => ({
    settlementDays: random.pick([1, 2, 3, 3, 5]),
    contracts: { webhook: random.chance(0.8), payouts, kyc: purgesIn(seed) },
  });
  const withMethods = (merchant: MerchantInput) =>
    hasWindows(seed) ? { ...merchant, ...methodsFrom(drawMethods, merchant) } : merchant;
  return new Map<TenantId, MerchantInput>([
    ["1:test", withMethods(documentationMerchant)],
    ["7:test", withMethods({ ...shop, ...own() })],
    ["7:live", withMethods({ ...shop, ...own(), mode: "live" })],
  ]);
}

const everyMethod: readonly MethodChoice[] = ["KEYIN", "CARD", "EASY_PAY", "TRANSFER"];

/** Of a contract in a run with windows: mostly every method, also in sessions that name none. */
function methodsFrom(random: Random, { contracts }: MerchantInput) {
  const methods = random.pick<readonly MethodChoice[]>([
    everyMethod,
    everyMethod,
    everyMethod,
    ["CARD", "EASY_PAY"],
    ["KEYIN", "CARD", "KAKAOPAY"],
  ]);
  const [first = "KEYIN", ...rest] = methods;
  const some = rest.length > 0 && random.chance(0.5) ? rest : [first];
  const defaultMethods = random.chance(0.7) ? methods : some;
  const methodFeeRates = drawMethodFeeRates(random);
  return { contracts: { ...contracts, methods: [...methods] }, defaultMethods: [...defaultMethods], methodFeeRates };
}

/** Percent, for the methods that have a fee rate of their own. */
export function drawMethodFeeRates(random: Random): MerchantInput["methodFeeRates"] {
  return Object.fromEntries(
    paymentMethods.filter(() => random.chance(0.4)).map((method) => [method, random.pick(["0", "1.2", "2.2", "4.95"])]),
  );
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
    const methods = contract.contracts?.methods ?? [];
    merchants.push({
      tenant,
      authorization: authorizationOf(secret),
      pageAuthorization: authorizationOf(client),
      methods,
    });
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

interface BackOfficeOptions {
  readonly seed: number;
  readonly store: Store;
  readonly payments: Pick<Payments, "payouts">;
  readonly merchants: readonly Merchant[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

interface Opening {
  readonly tenant: TenantId;
  readonly won: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Gives a merchant a balance to pay out that it has not earned in the run. */
export async function openBalance(store: Store, { tenant, won, now }: Opening): Promise<void> {
  const postings = [debit("bank", won), credit("available", won)];
  const opening = { id: `opening ${tenant}`, tenant, at: now, reference: openingReference, postings };
  const tallies = [{ name: "available", day: dayInSeoul(now), amount: won, count: 1 }] as const;
  await store.commit({ ...opening, expect: [], writes: [], floors: [], tallies });
}

export async function openBackOffices({ seed, store, payments, merchants, now }: BackOfficeOptions): Promise<void> {
  const random = seededRandom(seed, "back offices");
  const { ownerMismatch } = bankMagic.holders;
  for (const { tenant } of merchants) {
    const won = random.pick([5_000, 100_000, 1_000_000, 1_000_000]);
    if (won > 0) await openBalance(store, { tenant, won, now });
    const named = parseTenantId(tenant);
    if (named === undefined || random.chance(0.5)) continue;
    const holderName = random.chance(0.15) ? ownerMismatch.holderNames[0] : "가게 주식회사";
    const account = { bankCode: "088", accountNumber: "110-987-654321", holderName };
    const set = await payments.payouts.setTransferAccount(named, { account });
    if (!set.ok) throw new Error(`${tenant} could not be given a transfer account`);
  }
}

/** A payee that returns every transfer would be paid again without end. */
export async function endTransfers(
  { payouts }: Pick<Payments, "payouts">,
  merchants: readonly Merchant[],
): Promise<void> {
  for (const { tenant } of merchants) {
    const named = parseTenantId(tenant);
    const stored = named && (await payouts.getTransferAccount(named));
    if (named === undefined || stored?.ok !== true || !stored.value.daily) continue;
    const account = { bankCode: "088", accountNumber: "110-987-654321", holderName: "가게 주식회사" };
    await payouts.setTransferAccount(named, { account, daily: false });
  }
}
