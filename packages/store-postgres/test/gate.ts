import { countWaiting, session, sessionsOfNodes } from "./test-database.ts";

/** A gate at which sessions that write certain rows wait until it is opened. */
export interface Gate {
  /** Resolves once `count` sessions of stores wait for a lock. */
  untilWaiting(count: number): Promise<void>;
  open(): Promise<void>;
}

/** Closes a gate in a database, for the rows that a trigger names. */
export async function closeGate(url: string, trigger: { readonly on: string; readonly when: string }): Promise<Gate> {
  const making = await session(url);
  await making.query(
    `create function pass_gate() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock_shared(7); return new; end $$`,
  );
  // Without this setting Citus refuses triggers; PostgreSQL keeps it as the setting of an extension that it has not got.
  await making.query("set citus.enable_unsafe_triggers = on");
  await making.query(
    `create trigger pass_gate ${trigger.on} for each row when (${trigger.when}) execute function pass_gate()`,
  );
  const nodes = await sessionsOfNodes(url);
  for (const node of nodes) await node.query("select pg_advisory_lock(7)");
  return {
    async untilWaiting(count) {
      while ((await countWaiting(nodes)) !== count);
    },
    async open() {
      for (const node of nodes) await node.query("select pg_advisory_unlock(7)");
    },
  };
}
