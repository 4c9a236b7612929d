/** What to run: a seed, or what shrinking has left of it. */
export interface Plan {
  readonly seed: number;
  /** The only clients that start, by name; all where left out. */
  readonly clients?: readonly string[] | undefined;
  /** The only places where something goes wrong; by seed where left out. */
  readonly faults?: readonly string[] | undefined;
  /** Everything goes on in the order in which it could. */
  readonly inOrder?: boolean | undefined;
  /** The name of the planted bug; none where left out. */
  readonly bug?: string | undefined;
}
