import { sql, type Kysely } from "kysely";
import { withPatience } from "./patience.ts";
import type { Tables } from "./schema/tables.ts";

/** Short transactions, so that pruning holds nobody up. */
const batchSize = 10_000;

/** Deletes commit ids older than a moment and answers how many. The ids of ledger entries stay with the entries. */
export async function prune(db: Kysely<Tables>, olderThan: number): Promise<number> {
  let pruned = 0;
  for (;;) {
    const { numAffectedRows = 0n } = await withPatience(() =>
      sql`
        delete from wonflow.commits where ctid = any (array(
          select ctid from wonflow.commits where at < ${olderThan} limit ${batchSize} for update skip locked
        ))
      `.execute(db),
    );
    pruned += Number(numAffectedRows);
    if (numAffectedRows < batchSize) return pruned;
  }
}
