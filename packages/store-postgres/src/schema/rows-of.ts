/**
 * Arrays as numbered rows. `select unnest(…)` takes values one by one, where `from unnest(…)` first stores them all, which
 * takes three times as long.
 */
export function rowsOf(columns: Readonly<Record<string, string>>): string {
  const [first = ""] = Object.values(columns);
  const values = Object.entries(columns).map(([name, array]) => `unnest(${array}) as ${name}`);
  return `(select ${values.join(", ")}, generate_subscripts(${first}, 1) as no)`;
}
