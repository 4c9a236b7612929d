/** The tables have a schema of their own, so that a host application may share its database with us. */
export const schemaName = "wonflow";

/** `select unnest(…)` takes values one by one; `from unnest(…)` stores them all first, at three times the cost. */
export function rowsOf(columns: Readonly<Record<string, string>>): string {
  const [first = ""] = Object.values(columns);
  const values = Object.entries(columns).map(([name, array]) => `unnest(${array}) as ${name}`);
  return `(select ${values.join(", ")}, generate_subscripts(${first}, 1) as no)`;
}

/** Plans by indexes, because a function is planned once a connection, perhaps while the tables are empty. */
export const byIndex = `
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off`;

/** The SQLSTATE of a call for a shard that another node has, or for merchants of several shards. */
export const elsewhere = "WF003";
