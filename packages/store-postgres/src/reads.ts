import {
  emptyBalances,
  isStorable,
  normalDelta,
  type Account,
  type DueRecord,
  type Entry,
  type ListRequest,
  type ReadRequest,
  type Snapshot,
  type Store,
  type StoredRecord,
  type Tally,
  type TallyRequest,
  type TenantId,
} from "@wonflow/core";
import { CompiledQuery, sql, type Kysely } from "kysely";
import { binaryArray } from "./binary-array.ts";
import { inGroups } from "./group.ts";
import { nameIn, recordName } from "./name-in.ts";
import { withRetries } from "./retry.ts";
import { schemaName } from "./schema/sql.ts";
import type { RecordRow, Tables } from "./schema/tables.ts";

/** The reads of the store port. Each is one statement, hence one snapshot. */
export function createReads(
  db: Kysely<Tables>,
): Pick<Store, "read" | "list" | "listDue" | "entries" | "listEntries" | "sumPostings" | "tallies"> {
  const tables = db.withSchema(schemaName);
  return {
    read: createRead(async (columns) => {
      const { rows } = await db.executeQuery<SnapshotRow>(CompiledQuery.raw(readRecords, [...columns]));
      return rows;
    }),
    list: (tenant, request) => withRetries(() => list(tables, tenant, request)),
    listDue: (kind, limit) => withRetries(() => listDue(tables, kind, limit)),
    entries: (tenant, reference) => withRetries(() => entries(tables, tenant, reference)),
    listEntries: (tenant, page) => withRetries(() => listEntries(tables, tenant, page)),
    sumPostings: (tenant) => withRetries(() => sumPostings(db, tenant)),
    tallies: (tenant, request) => withRetries(() => tallies(tables, tenant, request)),
  };
}

const recordColumns = ["kind", "id", "version", "body", "due_at", "list", "position"] as const;

interface Asked {
  readonly tenant: TenantId;
  readonly request: ReadRequest;
}

const mostTogether = 1_000;
const statementsAtOnce = 2;

/** The read of the store port. Reads that arrive while others run go together: one statement, one snapshot for all. */
export function createRead(call: CallRead): Store["read"] {
  const readTogether = inGroups<Asked, Snapshot>({
    atOnce: statementsAtOnce,
    choose(waiting) {
      const chosen = new Set<Asked>();
      let count = 0;
      for (const one of waiting) {
        count += one.request.keys.length + (one.request.accounts?.length ?? 0);
        if (chosen.size > 0 && count > mostTogether) break;
        chosen.add(one);
      }
      return chosen;
    },
    run: (group) => withRetries(() => readAll(call, group)),
  });
  return (tenant, request) => readTogether({ tenant, request });
}

/** A row of a snapshot: a record, or a balance with debits positive. */
export type SnapshotRow =
  | (FoundRow & { readonly tenant: string; readonly account: null })
  | { readonly tenant: string; readonly kind: null; readonly account: string; readonly balance: number };

/** Calls the reading function with its columns, and answers its rows. Given is the tenant of one of them, too. */
type CallRead = (columns: readonly unknown[], oneOf: TenantId) => Promise<readonly SnapshotRow[]>;

const readRecords = "select * from wonflow.read_records_5($1, $2, $3, $4, $5)";

async function readAll(call: CallRead, group: readonly Asked[]): Promise<readonly Snapshot[]> {
  const [first] = group;
  if (first === undefined) return [];
  const keys = new Map<string, readonly [tenant: string, kind: string, id: string]>();
  const accounts = new Map<string, readonly [tenant: string, account: string]>();
  for (const { tenant, request } of group) {
    for (const key of request.keys) {
      if (isStorable(key.kind + key.id)) keys.set(recordName(tenant, key), [tenant, key.kind, key.id]);
    }
    for (const account of request.accounts ?? []) accounts.set(nameIn(tenant, account), [tenant, account]);
  }
  const columnsOf = (rows: readonly (readonly string[])[], numbers: readonly number[]) =>
    numbers.map((number) =>
      binaryArray(
        "text",
        Array.from(rows, (row) => row[number]),
      ),
    );
  const columns = [...columnsOf([...keys.values()], [0, 1, 2]), ...columnsOf([...accounts.values()], [0, 1])];
  const rows = await call(columns, first.tenant);
  const records = new Map<string, StoredRecord>();
  const balances = new Map<string, number>();
  for (const row of rows) {
    if (row.account === null) records.set(recordName(row.tenant, row), toRecord(row));
    else balances.set(nameIn(row.tenant, row.account), row.balance);
  }
  return group.map(({ tenant, request }) => {
    const balanceOf = (account: Account) =>
      normalDelta({ account, amount: balances.get(nameIn(tenant, account)) ?? 0 });
    return {
      records: request.keys.map((key) => records.get(recordName(tenant, key))),
      balances: Object.fromEntries((request.accounts ?? []).map((account) => [account, balanceOf(account)])),
    };
  });
}

async function list(
  db: Kysely<Tables>,
  tenant: TenantId,
  { list: name, from, to, after, limit, order }: ListRequest,
): Promise<readonly StoredRecord[]> {
  const direction = order === "ascending" ? "asc" : "desc";
  let part = db.selectFrom("records").select(recordColumns).where("tenant", "=", tenant).where("list", "=", name); // @list
  if (from !== undefined) part = part.where("position", ">=", from); // @list-from
  if (to !== undefined) part = part.where("position", "<", to); // @list-to
  if (after !== undefined) {
    const { position, key } = after;
    const isBehind = order === "ascending" ? ">" : "<"; // @list-after
    part = part.where(
      (row) => row(row.refTuple("position", "kind", "id"), isBehind, row.tuple(position, key.kind, key.id)), // @list-after-all
    );
  }
  const rows = await part
    .orderBy("position", direction) // @list-by-position
    .orderBy("kind", direction) // @list-by-kind
    .orderBy("id", direction) // @list-by-id
    .limit(limit) // @list-limit
    .execute();
  return rows.map(toRecord);
}

async function listDue(db: Kysely<Tables>, kind: string, limit: number): Promise<readonly DueRecord[]> {
  const rows = await db
    .selectFrom("records")
    .select(["tenant", ...recordColumns])
    .where("kind", "=", kind) // @due-of-kind
    .where("due_at", "is not", null) // @due-only
    .orderBy("due_at") // @longest-due
    .orderBy("tenant")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(toDueRecord);
}

async function entries(db: Kysely<Tables>, tenant: TenantId, reference: string): Promise<readonly Entry[]> {
  if (!isStorable(reference)) return [];
  const rows = await entriesOf(db, tenant).where("reference", "=", reference).execute(); // @entries-of-reference
  return rows.map(toEntry);
}

async function listEntries(
  db: Kysely<Tables>,
  tenant: TenantId,
  page: Parameters<Store["listEntries"]>[1],
): Promise<readonly Entry[]> {
  const rows = await entriesPage(db, tenant, page).execute();
  return rows.map(toEntry);
}

export function entriesPage(
  db: Kysely<Tables>,
  tenant: TenantId,
  { after, limit }: Parameters<Store["listEntries"]>[1],
) {
  const page = entriesOf(db, tenant).limit(limit); // @entries-limit
  if (after === undefined) return page;
  const before = db
    .selectFrom("entries")
    .select("position")
    .where("tenant", "=", tenant) // @entries-after-of-tenant
    .where("commit_id", "=", after);
  return page.where("position", ">", before); // @entries-after
}

function entriesOf(db: Kysely<Tables>, tenant: TenantId) {
  return db
    .selectFrom("entries")
    .select(["commit_id", "at", "reference", "postings"])
    .where("tenant", "=", tenant) // @entries-of-tenant
    .orderBy("position"); // @entries-order
}

function toEntry({ commit_id, ...entry }: Omit<Entry, "commitId"> & { readonly commit_id: string }): Entry {
  return { commitId: commit_id, ...entry };
}

async function sumPostings(db: Kysely<Tables>, tenant: TenantId): ReturnType<Store["sumPostings"]> {
  const { rows } = await sql<{ readonly account: Account; readonly balance: string; readonly posted: string }>`
    select account, coalesce(balance, 0)::text as balance, coalesce(posted, 0)::text as posted
    from (select account, balance from wonflow.accounts where tenant = ${tenant}) as accounts -- @balances
    full join (
      select account, sum(amount) as posted from wonflow.postings where tenant = ${tenant} group by account -- @sums
    ) as postings using (account)
  `.execute(db);
  const onNormalSide = (of: "balance" | "posted") =>
    Object.fromEntries(
      rows.map((row) => [row.account, normalDelta({ account: row.account, amount: Number(row[of]) })]),
    );
  return {
    balances: { ...emptyBalances, ...onNormalSide("balance") },
    sums: { ...emptyBalances, ...onNormalSide("posted") },
  };
}

async function tallies(
  db: Kysely<Tables>,
  tenant: TenantId,
  { names, from, to }: TallyRequest,
): Promise<readonly Tally[]> {
  return db
    .selectFrom("tallies")
    .select(["name", "day", "amount", "count"])
    .where("tenant", "=", tenant) // @tallies-of-tenant
    .where("name", "in", names) // @tallies-of-names
    .where("day", ">=", from) // @tallies-from
    .where("day", "<=", to) // @tallies-to
    .where((row) => row.or([row("amount", "<>", 0), row("count", "<>", 0)])) // @tallies-not-zero
    .orderBy("name") // @tallies-by-name
    .orderBy("day") // @tallies-by-day
    .execute();
}

type FoundRow = Pick<RecordRow, (typeof recordColumns)[number]>;

function toRecord({ kind, id, version, body, due_at, list: name, position }: FoundRow): StoredRecord {
  const place = name === null || position === null ? null : { list: name, position };
  return { key: { kind, id }, version, body, dueAt: due_at, place };
}

export function toDueRecord(row: FoundRow & Pick<RecordRow, "tenant">): DueRecord {
  // Only change sets write this column, and the tenant of a change set is a TenantId.
  return { tenant: row.tenant as TenantId, ...toRecord(row) };
}
