import {
  accountNames,
  emptyBalances,
  keyText,
  normalDelta,
  type Account,
  type Balances,
  type DueRecord,
  type Entry,
  type Posting,
  type RecordKey,
  type Store,
  type StoredRecord,
  type TenantId,
} from "@wonflow/core";
import { sql, type Kysely } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { withPatience } from "./patience.ts";
import { schemaName } from "./schema/schema-name.ts";
import type { RecordRow, Tables } from "./schema/tables.ts";
import { isStorable } from "./text.ts";

/** The reads of the store port. Each is one statement, hence one snapshot. */
export function createReads(db: Kysely<Tables>): Pick<Store, "read" | "listDue" | "balances" | "entries"> {
  const tables = db.withSchema(schemaName);
  return {
    read: (tenant, keys) => withPatience(() => read(tables, tenant, keys)),
    listDue: (kind, limit) => withPatience(() => listDue(tables, kind, limit)),
    balances: (tenant) => withPatience(() => balances(tables, tenant)),
    entries: (tenant, reference) => withPatience(() => entries(tables, tenant, reference)),
  };
}

async function read(
  db: Kysely<Tables>,
  tenant: TenantId,
  keys: readonly RecordKey[],
): Promise<readonly (StoredRecord | undefined)[]> {
  const possible = keys.filter(({ kind, id }) => isStorable(kind + id));
  if (possible.length === 0) return keys.map(() => undefined);
  // The keys travel as one parameter, so that their number does not alter the statement.
  const wanted = sql<Pick<RecordRow, "kind" | "id">>`jsonb_to_recordset(${JSON.stringify(possible)}::text::jsonb)`;
  const rows = await db
    .selectFrom("records")
    .select(["kind", "id", "version", "body", "due_at"])
    .where("tenant", "=", tenant)
    .where(sql<boolean>`(kind, id) in (select kind, id from ${wanted} as wanted(kind text, id text))`)
    .execute();
  const found = new Map(rows.map((row) => [keyText(row), row]));
  return keys.map((key) => {
    const row = found.get(keyText(key));
    return row === undefined ? undefined : toRecord(row);
  });
}

async function listDue(db: Kysely<Tables>, kind: string, limit: number): Promise<readonly DueRecord[]> {
  const rows = await db
    .selectFrom("records")
    .select(["tenant", "kind", "id", "version", "body", "due_at"])
    .where("kind", "=", kind)
    .where("due_at", "is not", null)
    .orderBy("due_at")
    .orderBy("tenant")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(toDueRecord);
}

async function balances(db: Kysely<Tables>, tenant: TenantId): Promise<Balances> {
  const rows = await db.selectFrom("accounts").select(["account", "balance"]).where("tenant", "=", tenant).execute();
  const result: Record<Account, number> = { ...emptyBalances };
  for (const account of accountNames) {
    const row = rows.find((each) => each.account === account);
    if (row !== undefined) result[account] = normalDelta({ account, amount: row.balance });
  }
  return result;
}

async function entries(db: Kysely<Tables>, tenant: TenantId, reference: string): Promise<readonly Entry[]> {
  if (!isStorable(reference)) return [];
  const rows = await db
    .selectFrom("entries")
    .select((entry) => [
      "commit_id",
      "at",
      "reference",
      jsonArrayFrom(
        entry
          .selectFrom("postings")
          .select(["account", "amount"])
          .whereRef("postings.tenant", "=", "entries.tenant")
          .whereRef("postings.commit_id", "=", "entries.commit_id")
          .orderBy("line")
          .$castTo<Posting>(),
      ).as("postings"),
    ])
    .where("tenant", "=", tenant)
    .where("reference", "=", reference)
    .orderBy("position")
    .execute();
  return rows.map(({ commit_id, ...entry }) => ({ commitId: commit_id, ...entry }));
}

type FoundRow = Pick<RecordRow, "kind" | "id" | "version" | "body" | "due_at">;

function toRecord({ kind, id, version, body, due_at }: FoundRow): StoredRecord {
  return { key: { kind, id }, version, body, dueAt: due_at };
}

export function toDueRecord(row: FoundRow & Pick<RecordRow, "tenant">): DueRecord {
  // Only a change set writes this column, and its tenant is a TenantId.
  return { tenant: row.tenant as TenantId, ...toRecord(row) };
}
