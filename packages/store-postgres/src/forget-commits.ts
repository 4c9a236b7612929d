import type { Store } from "@wonflow/core";
import { sql, type Kysely } from "kysely";
import { withRetries } from "./retry.ts";
import type { Tables } from "./schema/tables.ts";

/** Small batches keep each delete short, so that no commit waits for one. */
const batchSize = 10_000;

/** The store port's `forgetCommits`. The ids of ledger entries stay with the entries. */
export function createForgetCommits(db: Kysely<Tables>): Store["forgetCommits"] {
  return async ({ before, limit }) => {
    let forgotten = 0;
    while (forgotten < limit) {
      const batch = Math.min(batchSize, limit - forgotten);
      const deleted = await withRetries(() => deleteBatch(db, before, batch));
      forgotten += deleted;
      if (deleted < batch) break;
    }
    return forgotten;
  };
}

async function deleteBatch(db: Kysely<Tables>, before: number, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from wonflow.commits where ctid = any (array(
      select ctid from wonflow.commits where at < ${before} limit ${limit} for update skip locked
    ))
  `.execute(db);
  return Number(numAffectedRows);
}
