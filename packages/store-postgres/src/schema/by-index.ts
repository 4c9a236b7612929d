/**
 * Settings of a function that finds rows by their keys. Its statements are planned once a connection, maybe while the
 * tables are still empty: the plan has to be the one that is right for millions of rows.
 */
export const byIndex = `
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off`;
