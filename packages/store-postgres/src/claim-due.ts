import type { Store } from "@wonflow/core";
import { sql, type Kysely } from "kysely";
import { withRetries } from "./retry.ts";
import { toDueRecord } from "./reads.ts";
import type { RecordRow, Tables } from "./schema/tables.ts";

/**
 * The claim of the store port. Claimers pass over rows that another holds, so none waits. A claim that
 * was lost is made again: what the lost one took stays taken until its `until`, as with a process that dies.
 */
export function createClaimDue(db: Kysely<Tables>): Store["claimDue"] {
  return async (kind, { now, until, limit }) => {
    const { rows } = await withRetries(() =>
      // The inner query is a materialized step of its own, as its limit and locks must hold once for all.
      sql<RecordRow>`
        with due as materialized (
          select tenant, kind, id, due_at from wonflow.records
          where kind = ${kind} and due_at <= ${now}
          order by due_at, tenant, id
          limit ${limit}
          for update skip locked
        ), claimed as (
          update wonflow.records set due_at = ${until} from due
          where records.tenant = due.tenant and records.kind = due.kind and records.id = due.id
          returning records.*, due.due_at as was_due_at
        )
        select tenant, kind, id, version, body, due_at, list, position from claimed order by was_due_at, tenant, id
      `.execute(db),
    );
    return rows.map(toDueRecord);
  };
}
