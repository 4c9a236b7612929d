import type { Context } from "../../context.ts";
import { type Account, normalDelta } from "../../engine/posting/posting.ts";
import { tenantId, type Tenant } from "../../engine/tenant/tenant.ts";

/** A disagreement between our ledger and a provider. */
export interface Difference {
  /** A payment at the gateway, a payout at the bank, or money that only the bank knows of. */
  readonly about: "payment" | "payout" | "movement";
  /**
   * - `amount`: both have it, in other amounts
   * - `only-ours`: the provider does not have it, or no longer
   * - `only-theirs`: our ledger does not have it
   * - `given-back`: the gateway has refunded more than our ledger, by hand or by a chargeback
   * - `twice`: the gateway approved one payment more than once
   */
  readonly kind: "amount" | "only-ours" | "only-theirs" | "given-back" | "twice";
  /** The intentKey, the payout's id, or the key or reference that the provider's statement names. */
  readonly reference: string;
  /** Won in or out by the ledger, the provider's record and its statement; null if it has none. */
  readonly ledger: number;
  readonly provider: number | null;
  readonly statement: number | null;
  /** The approval that evidence about it belongs to, where `attempts.resolve` takes any: see `action`. */
  readonly attempt?: {
    readonly key: string;
    /** Won that the gateway has refunded of it without us; null unless the kind is `given-back`. */
    readonly givenBack: number | null;
    /** The earliest time that evidence about it may name, in milliseconds since 1970. */
    readonly since: number;
  };
  /** What to do, and the operation that does it, in English. */
  readonly action: string;
}

export interface Checked {
  readonly differences: readonly Difference[];
  /** Keys that a provider did not answer about. */
  readonly unanswered: readonly string[];
}

export const nothingFound: Checked = { differences: [], unanswered: [] };

export function together(checks: readonly Checked[]): Checked {
  return {
    differences: checks.flatMap(({ differences }) => differences),
    unanswered: checks.flatMap(({ unanswered }) => unanswered),
  };
}

/** By how much the entries of a reference changed an account, in won on its normal side. */
export async function movedOn(
  { store }: Context,
  tenant: Tenant,
  { reference, account }: { readonly reference: string; readonly account: Account },
): Promise<number> {
  const entries = await store.entries(tenantId(tenant), reference);
  const postings = entries.flatMap((entry) => entry.postings).filter((posting) => posting.account === account);
  return postings.reduce((sum, posting) => sum + normalDelta(posting), 0);
}
