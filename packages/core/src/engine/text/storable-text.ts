/** No database of Unicode text holds NUL, nor half of a surrogate pair, which UTF-8 cannot carry. */
const everyUnstorable = /\0|\p{Surrogate}/gu;

/** JSON's escapes for these, unless the backslash is itself escaped. */
const unstorableInJson = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;

/**
 * Whether a text can be stored.
 *
 * @example
 * isStorable("김치 🍜"); // true
 * isStorable("김치\0"); // false
 */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

/**
 * A value as JSON that every store can keep. Throws a `RangeError` for text that cannot be stored.
 *
 * @example
 * storableJson({ name: "김치" }); // '{"name":"김치"}'
 */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value);
  // Few texts hold such an escape, and `includes` takes a fraction of the time.
  if (json.includes("\\u") && unstorableInJson.test(json)) {
    throw new RangeError("text must not contain a NUL or half of a surrogate pair");
  }
  return json;
}

/**
 * Replaces each unstorable character by U+FFFD.
 *
 * @example
 * madeStorable("김치\0"); // "김치\uFFFD"
 */
export function madeStorable(text: string): string {
  return text.replaceAll(everyUnstorable, "\uFFFD");
}
