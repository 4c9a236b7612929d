/**
 * Arrays as rows, with the number of each. A set in the list of a `select` is taken value by value, where one in `from`
 * is written down first, which takes three times as long.
 */
export function rowsOf(columns: Readonly<Record<string, string>>): string {
  const [first = ""] = Object.values(columns);
  const values = Object.entries(columns).map(([name, array]) => `unnest(${array}) as ${name}`);
  return `(select ${values.join(", ")}, generate_subscripts(${first}, 1) as no)`;
}
