/** One part of a state. The file that needs a part defines it, so that there is no list of all parts. */
export interface StatePart<Value> {
  /** The value with which it begins. */
  readonly start: () => Value;
}

/** A state that is made of parts, each begun when it is first asked for. */
export interface State {
  /**
   * The value of a part.
   *
   * @example
   * const counter: StatePart<{ count: number }> = { start: () => ({ count: 0 }) };
   * createState().of(counter).count += 1;
   */
  of<Value>(part: StatePart<Value>): Value;
}

export function createState(): State {
  const values = new Map<StatePart<unknown>, unknown>();
  return {
    of<Value>(part: StatePart<Value>): Value {
      if (!values.has(part)) values.set(part, part.start());
      // Only the part itself has made what stands under it.
      return values.get(part) as Value;
    },
  };
}
