export interface Plan {
  readonly seed: number;
  /** By name; by default all. */
  readonly clients?: readonly string[] | undefined;
  /** The only places with a fault; by default drawn from the seed. */
  readonly faults?: readonly string[] | undefined;
  readonly inOrder?: boolean | undefined;
  readonly bug?: string | undefined;
}
