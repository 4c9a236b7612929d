/** The file that needs a part defines it, so that there is no list of all parts. */
export interface StatePart<Value> {
  readonly start: () => Value;
}

export interface State {
  of<Value>(part: StatePart<Value>): Value;
}

export function createState(): State {
  const values = new Map<StatePart<unknown>, unknown>();
  return {
    of<Value>(part: StatePart<Value>): Value {
      if (!values.has(part)) values.set(part, part.start());
      // The value was created by the same part.
      return values.get(part) as Value;
    },
  };
}
