export interface Plan {
  readonly seed: number;
  /** By name; all where left out. */
  readonly clients?: readonly string[] | undefined;
  /** The only places where something goes wrong; by seed where left out. */
  readonly faults?: readonly string[] | undefined;
  readonly inOrder?: boolean | undefined;
  readonly bug?: string | undefined;
}
