import { rowsOf, schemaName } from "./sql.ts";

export const records = `${schemaName}.records`;
export const entries = `${schemaName}.entries`;

/** Columns of `commit_change_sets_1`, by the names that its steps give them. */
export const changes = { tenant: "tenants", id: "ids" };
export const accounts = { tenant: "account_tenants", name: "account_names" };

/** The change sets as rows, with the outcome of each. */
export const outcomes = `${rowsOf({ ...changes, in_doubt: "in_doubt", verdict: "verdicts", alive: "alive" })} as c`;

export const guards = rowsOf({ owner: "guard_owners", key: "guard_keys", version: "guard_versions" });
const keyColumns = { tenant: "key_tenants", kind: "key_kinds", id: "key_ids", use: "key_uses" };

/**
 * Locks the records that are expected to be there, in the order of their keys. Reads the version of each, 0 if it is
 * missing, and its place in the table. The next version is taken while the record is locked, so that it is higher than
 * all that the record had; in a copy of the database the sequence may lag behind. Each strength of lock has a
 * sub-query, because one statement has to take both in one order.
 */
export function lockRecords(ifLocked: "skip locked" | ""): string {
  const locked = (name: string, uses: string, lock: string) => `left join lateral (
        select version, records.ctid from ${records}
        where k.use in (${uses}) and records.tenant = k.tenant and records.kind = k.kind and records.id = k.id
        for ${lock} ${ifLocked}
      ) as ${name} on true`;
  return `select
      array_agg(coalesce(changed.version, read.version, 0)),
      array_agg(changed.ctid), -- @places
      array_agg(greatest(nextval('${schemaName}.versions'), changed.version + 1)), -- @next-version
      bool_or(coalesce(changed.version, read.version, 0) is distinct from k.version) -- @any-unexpected
    into seen, places, versions, any_unexpected
    from ${rowsOf({ ...keyColumns, version: "key_versions" })} as k
      ${locked("changed", "'written', 'removed'", "update")} -- @write-lock
      ${locked("read", "'read'", "share")} -- @read-lock
  `;
}

/** The keys as rows, with what is written to each, and the place of its record. */
export const keys = `${rowsOf({
  ...keyColumns,
  owner: "key_owners",
  body: "key_bodies",
  due_at: "key_dues",
  list: "key_lists",
  position: "key_positions",
  place: "places",
})} as k`;

export const isKey = "records.tenant = k.tenant and records.kind = k.kind and records.id = k.id";

export const isMade = "k.use in ('absent', 'reserved')";

/** How many statements have removed records; null for none. */
export const removals = `pg_sequence_last_value('${schemaName}.removals')`;

export const isOurs = "records.xmin = pg_current_xact_id()::xid";

/** Adds to balances, in the order in which every process locks them. */
export function addToBalances(amounts: string): string {
  return `insert into ${schemaName}.accounts as known (tenant, account, balance)
    select tenant, name, sum(amount) from (${amounts}) as a
    group by tenant, name
    order by tenant collate "C", name collate "C"
    on conflict (tenant, account) do update set balance = known.balance + excluded.balance`; // @balances
}

/** What the change sets post that are not refused, without and with floors. */
const deltas = { owner: "delta_owners", tenant: "delta_tenants", name: "delta_names", amount: "delta_amounts" };
export const posted = `select tenant, name, amount from ${rowsOf(deltas)} as d where alive[owner]`; // @posted
export const steps = { owner: "step_owners", min: "step_mins", amount: "step_amounts" };
export const postedUnderFloors = `select tenant, name, amount
      from ${rowsOf({ ...steps, tenant: "step_tenants", name: "step_names" })} as s
      where min is null and alive[owner]`; // @posted-under-floors
