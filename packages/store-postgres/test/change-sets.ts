import { credit, debit, type ChangeSet, type Posting } from "@wonflow/core";

export const tenant = "1:test";

/** An empty change set of tenant "1:test" but for these parts. */
export function changeSet(parts: Partial<ChangeSet> & Pick<ChangeSet, "id">): ChangeSet {
  return { tenant, at: 1, expect: [], writes: [], reference: "r", postings: [], floors: [], ...parts };
}

/** Balanced postings that raise `available`, or take from it when negative. */
export function transfer(won: number): readonly Posting[] {
  return [debit("bank", won), credit("available", won)];
}

/** Takes from `available` if there is enough. */
export function withdrawal(id: string, won: number): ChangeSet {
  return changeSet({ id, postings: transfer(-won), floors: [{ account: "available", min: 0 }] });
}
