/** A disagreement between our ledger and a provider. */
export interface Difference {
  /** A payment at the card network, a payout at the bank, or money that only the bank knows of. */
  readonly about: "payment" | "payout" | "movement";
  /** The intentKey, the payout's id, or the key that the bank's statement names. */
  readonly reference: string;
  /** Won in or out by the ledger, the provider's record and the bank's statement; null where it says nothing. */
  readonly ledger: number;
  readonly provider: number | null;
  readonly statement: number | null;
  /** What to do, in English. */
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
