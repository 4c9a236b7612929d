/** An answer, as far as a model knows it. */
export interface Told {
  /** Such as `DONE 0`, or the code of a refusal. */
  readonly says: string;
  readonly isRefusal?: boolean;
  /** The payment that it names. */
  readonly intentKey?: string | undefined;
}
