/** A bug made on purpose. */
export interface Planted {
  readonly name: string;
  /** It is found within this many seeds, from the first: about five times as many as it takes on average. */
  readonly within: number;
  /** One of these invariants does not hold then. */
  readonly breaks: readonly string[];
}

/**
 * A wrong decision made on purpose: one module of the service is loaded with another text. It is data alone and
 * imports nothing of the service, as it must be known before anything of the service is loaded. Every change of that module may move
 * the text, so each is of a rule that no bug at a port and no mutant of core covers, or shows its invariant at work.
 */
export interface WrongDecision extends Planted {
  /** From the folder `packages`. */
  readonly file: string;
  readonly change: readonly [right: string, wrong: string];
}

export type WrongDecisions = Readonly<Record<string, Omit<WrongDecision, "name">>>;
