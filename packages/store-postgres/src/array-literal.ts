const special = /["\\]/;
const everySpecial = /["\\]/g;

/** Values as the text of an array of PostgreSQL, null for none: `{"a","b",NULL}`. */
export function arrayLiteral(values: readonly (string | number | boolean | null | undefined)[]): string | null {
  if (values.length === 0) return null;
  return `{${values.map(element).join(",")}}`;
}

function element(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return "NULL";
  if (typeof value !== "string") return String(value);
  return special.test(value) ? `"${value.replaceAll(everySpecial, String.raw`\$&`)}"` : `"${value}"`;
}
