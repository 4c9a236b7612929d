import { query, session } from "./test-database.ts";

/** A gate at which sessions that write certain rows wait until it is opened. */
export interface Gate {
  /** Resolves once `count` sessions of stores wait for a lock. */
  untilWaiting(count: number): Promise<void>;
  open(): Promise<void>;
}

/** Closes a gate in a database, for the rows that a trigger names. */
export async function closeGate(url: string, trigger: { readonly on: string; readonly when: string }): Promise<Gate> {
  await query(
    url,
    `create function pass_gate() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock_shared(7); return new; end $$`,
  );
  await query(
    url,
    `create trigger pass_gate ${trigger.on} for each row when (${trigger.when}) execute function pass_gate()`,
  );
  const other = await session(url);
  await other.query("select pg_advisory_lock(7)");
  const waiting = `select from pg_stat_activity
    where datname = current_database() and application_name = 'wonflow' and wait_event_type = 'Lock'`;
  return {
    async untilWaiting(count) {
      while ((await other.query(waiting)).rowCount !== count);
    },
    async open() {
      await other.query("select pg_advisory_unlock(7)");
    },
  };
}
