/**
 * A wrong decision made on purpose: one module of the service is loaded with another text. It is data
 * alone and imports nothing, as it must be known before anything of the service is loaded.
 */
export interface WrongDecision {
  readonly name: string;
  /** It is found within this many seeds, from the first. */
  readonly within: number;
  /** The invariants of which one does not hold then. */
  readonly breaks: readonly string[];
  /** The module, from the folder `packages`. */
  readonly file: string;
  /** What stands there once, and what stands there in its place. */
  readonly changes: readonly (readonly [right: string, wrong: string])[];
}
