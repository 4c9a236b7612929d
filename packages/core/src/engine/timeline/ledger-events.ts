import { normalDelta, type Entry } from "../posting/posting.ts";
import { happenedAt, type Happened } from "./timeline.ts";

/** The entries of a payment or payout: the change of each account in won, on its normal side. */
export function ledgerEvents(entries: readonly Entry[]): readonly Happened[] {
  return entries.map(({ at, postings }) => {
    const changes = new Map<string, number>();
    for (const posting of postings) {
      changes.set(posting.account, (changes.get(posting.account) ?? 0) + normalDelta(posting));
    }
    return happenedAt(at, "ledger-entry", Object.fromEntries(changes));
  });
}
