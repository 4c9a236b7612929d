const special = /["\\]/;
const everySpecial = /["\\]/g;

/** What JSON writes in another way than the text of an array does. */
const control = /\p{Control}/u;

/** Values as the text of an array of PostgreSQL, null for none: `{"a","b",NULL}`. */
export function arrayLiteral(values: readonly (string | number | boolean | null | undefined)[]): string | null {
  if (values.length === 0) return null;
  return `{${values.map(element).join(",")}}`;
}

function element(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return "NULL";
  if (typeof value !== "string") return String(value);
  if (!special.test(value)) return `"${value}"`;
  // JSON has the same escapes, and is made in a third of the time.
  return control.test(value) ? `"${value.replaceAll(everySpecial, String.raw`\$&`)}"` : JSON.stringify(value);
}
