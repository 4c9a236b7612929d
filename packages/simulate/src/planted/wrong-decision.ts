/** An intentional bug. */
export interface Planted {
  readonly name: string;
  /** It is found within this many seeds, counted from the first: about five times the average. */
  readonly within: number;
  /** It breaks one of these invariants. */
  readonly breaks: readonly string[];
}

/**
 * An intentionally wrong decision: one module of the service is loaded with a replaced text. It is plain data without
 * imports from the service, as it must be known before the service is loaded. A change of the module may break the
 * replacement, so each covers a rule that no bug at a port and no mutant of core covers, or demonstrates its invariant.
 */
export interface WrongDecision extends Planted {
  /** From the folder `packages`. */
  readonly file: string;
  readonly change: readonly [right: string, wrong: string];
}

export type WrongDecisions = Readonly<Record<string, Omit<WrongDecision, "name">>>;
