import { setTimeout as pause } from "node:timers/promises";

import { own, runAt } from "./run-at.ts";

/** Statements that end the remains of a broken move of a shard, which would keep the database from being dropped. */
const leftovers = `
  select format('rollback prepared %L', gid) as statement from pg_prepared_xacts where database = current_database()
  union all
  select unnest(array[
    format('alter subscription %I disable', subname),
    format('alter subscription %I set (slot_name = none)', subname),
    format('drop subscription %I', subname)])
  from pg_subscription where subdbid = (select oid from pg_database where datname = current_database())`;

const endSlots = `
  select pg_terminate_backend(active_pid) from pg_replication_slots
  where database = current_database() and active_pid is not null`;

const tries = 20;

/** Drops a database on every node, by its URL on each and that of the node's database `postgres`. */
export async function dropDatabase(
  name: string,
  nodes: readonly { readonly url: string; readonly postgresUrl: string }[],
): Promise<void> {
  const there = [];
  for (const node of nodes) {
    const find = `select from pg_database where datname = '${name}'`;
    if ((await runAt(node.postgresUrl, [find])).length > 0) there.push(node);
  }
  for (const { url } of there) {
    for (const { statement } of await runAt(url, [leftovers])) await runAt(url, [ofThisNode, String(statement)]);
  }
  for (const { url, postgresUrl } of there) {
    await again(async () => {
      await runAt(url, [endSlots]);
      await runAt(postgresUrl, [own, `drop database ${name} with (force)`]);
    });
  }
}

/** Citus would run some of them everywhere. */
const ofThisNode = "set citus.enable_ddl_propagation = off";

async function again(work: () => Promise<void>): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (tried === tries) throw error;
      await pause(250);
    }
  }
}
