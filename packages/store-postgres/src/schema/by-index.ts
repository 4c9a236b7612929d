/**
 * Settings of a function that finds rows by their keys. Its statements are planned once a connection, perhaps while the
 * tables are empty. Without these settings such a plan would scan whole tables when they hold millions of rows.
 */
export const byIndex = `
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off`;
