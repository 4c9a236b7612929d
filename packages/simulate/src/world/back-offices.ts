import { credit, dayInSeoul, debit, parseTenantId, type Payments, type Store, type TenantId } from "@wonflow/core";
import { bankMagic } from "@wonflow/sandbox";
import type { Merchant } from "../client/client.ts";
import { seededRandom } from "../engine/random.ts";
import { openingReference } from "../observation/balances.ts";

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
