/** The parts of an answer that a model knows. */
export interface Reply {
  /** Such as `DONE 0`, or the code of a refusal. */
  readonly says: string;
  readonly isRefusal?: boolean;
  /** The payment in the answer. */
  readonly intentKey?: string | undefined;
}
