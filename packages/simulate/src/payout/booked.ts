import { emptyBalances, type Balances, type TenantId } from "@wonflow/core";
import type { Payout } from "@wonflow/core/records";
import type { Observed } from "../observation/observed.ts";
import { isLive, isOut, payouts } from "./records.ts";

function expectedOfBatch(amount: number): Balances {
  return { ...emptyBalances, available: -amount, reserved: amount };
}

function expectedOfPayout(payout: Payout): Balances {
  if (isLive(payout)) return emptyBalances;
  const { amount } = payout;
  return { ...emptyBalances, reserved: -amount, ...(isOut(payout) ? { bank: -amount } : { available: amount }) };
}

export interface ExpectedEntry {
  readonly tenant: TenantId;
  readonly reference: string;
  readonly balances: Balances;
}

export function payoutEntries(observed: Observed): readonly ExpectedEntry[] {
  const all = [...observed.of(payouts).values()];
  if (all.length === 0) return [];
  const batches = new Map<string, ExpectedEntry>();
  const ended: ExpectedEntry[] = [];
  for (const payout of all) {
    const { tenant, id, batchId, amount } = payout;
    const name = `${tenant} ${batchId}`;
    const sum = (batches.get(name)?.balances.reserved ?? 0) + amount;
    batches.set(name, { tenant, reference: batchId, balances: expectedOfBatch(sum) });
    ended.push({ tenant, reference: id, balances: expectedOfPayout(payout) });
  }
  return [...batches.values(), ...ended];
}

export function paidOut(observed: Observed, tenant: TenantId): { readonly out: number; readonly reserved: number } {
  const sum = { out: 0, reserved: 0 };
  for (const payout of observed.of(payouts).values()) {
    if (payout.tenant !== tenant) continue;
    if (isLive(payout)) sum.reserved += payout.amount;
    else if (isOut(payout)) sum.out += payout.amount;
  }
  return sum;
}
