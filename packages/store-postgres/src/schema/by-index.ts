/** Plans by indexes, because a function is planned once a connection, perhaps while the tables are empty. */
export const byIndex = `
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off`;
