/** JSON's escape for a NUL or for half of a surrogate pair, unless its backslash is itself escaped. */
const unstorableEscape = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;

/** A value as JSON. Throws a `RangeError` when PostgreSQL, which keeps Unicode text, could not hold it. */
export function jsonOf(value: unknown): string {
  const json = JSON.stringify(value);
  if (unstorableEscape.test(json)) {
    throw new RangeError("a change set holds text with a NUL or half of a surrogate pair");
  }
  return json;
}

/** False for a text that can't be in the database, because it could not have been written. */
export function isStorable(text: string): boolean {
  return !/[\0\p{Surrogate}]/u.test(text);
}
