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
 * the text, so only those stand here that no bug at a port can make.
 */
export interface WrongDecision extends Planted {
  /** From the folder `packages`. */
  readonly file: string;
  readonly change: readonly [right: string, wrong: string];
}

export type WrongDecisions = Readonly<Record<string, Omit<WrongDecision, "name">>>;
