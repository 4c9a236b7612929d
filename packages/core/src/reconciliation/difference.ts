/** Something that our ledger and a provider do not agree on. */
export interface Difference {
  /** What it is about: a payment at the card network, a payout at the bank, or money that only the bank knows of. */
  readonly about: "payment" | "payout" | "movement";
  /** The intentKey, the payout's id, or the key that the bank's statement names. */
  readonly reference: string;
  /** Won that left or came in by our ledger, by the provider's record, and by the bank's statement; null where it says nothing. */
  readonly ledger: number;
  readonly provider: number | null;
  readonly statement: number | null;
  /** What to do, in English. */
  readonly action: string;
}

/** What one check found. */
export interface Checked {
  readonly differences: readonly Difference[];
  /** What a provider did not answer about, so that nothing is known of it. */
  readonly unanswered: readonly string[];
}

export const nothingFound: Checked = { differences: [], unanswered: [] };

export function together(checks: readonly Checked[]): Checked {
  return {
    differences: checks.flatMap(({ differences }) => differences),
    unanswered: checks.flatMap(({ unanswered }) => unanswered),
  };
}
