import { claimDue, readRecords, takeRates } from "./functions.ts";
import { commitChangeSets } from "./commit-change-sets.ts";
import { schemaName } from "./sql.ts";

/** JavaScript holds whole numbers exactly up to 2^53: a larger one must not get into the database. */
const safe = `between -9007199254740991 and 9007199254740991`;

/**
 * Text is compared by its bytes (collation "C"), so that every process locks keys in the same order, whatever the locale
 * of its server.
 *
 * A body is `json`, the text that was sent: nothing asks for its parts, and `jsonb` would take each body apart and put it
 * together again whenever it is read.
 *
 * An entry holds its postings, which makes one row of a booking instead of five.
 */
const tables = [
  `create table ${schemaName}.records (
    tenant text collate "C" not null,
    kind text collate "C" not null,
    id text collate "C" not null,
    version bigint not null,
    body json not null,
    due_at bigint,
    list text collate "C",
    position text collate "C",
    primary key (tenant, kind, id),
    constraint record_is_sound check (
      version between 1 and 9007199254740991
      and json_typeof(body) = 'object'
      and due_at ${safe}
      and (list is null) = (position is null)
    )
  )`,
  `create index records_due on ${schemaName}.records (kind, due_at) where due_at is not null`,
  `create index records_list on ${schemaName}.records (tenant, list, position, kind, id) where list is not null`,

  `create table ${schemaName}.accounts (
    tenant text collate "C" not null,
    account text collate "C" not null,
    balance bigint not null check (balance ${safe}),
    primary key (tenant, account)
  )`,

  `create table ${schemaName}.entries (
    tenant text collate "C" not null,
    commit_id text collate "C" not null,
    at bigint not null check (at ${safe}),
    reference text collate "C" not null,
    position bigint generated always as identity,
    postings jsonb not null check (jsonb_typeof(postings) = 'array'),
    primary key (tenant, commit_id)
  )`,
  `create index entries_reference on ${schemaName}.entries (tenant, reference)`,

  `create view ${schemaName}.postings as
    select entries.tenant, entries.commit_id, posting.line::integer, posting.account collate "C", posting.amount
    from ${schemaName}.entries, rows from (jsonb_to_recordset(entries.postings) as (account text, amount bigint))
      with ordinality as posting(account, amount, line)`,

  `create table ${schemaName}.commits (
    tenant text collate "C" not null,
    id text collate "C" not null,
    at bigint not null check (at ${safe}),
    refusal jsonb,
    primary key (tenant, id)
  )`,
  `create index commits_at on ${schemaName}.commits using brin (at)`,

  // When each key has all of its limit again, in microseconds since 1970. The table is unlogged, so that taking from a
  // limit does not wait for the disk: nothing of value is lost with it. Half of each page stays free for the next
  // versions of its rows.
  `create unlogged table ${schemaName}.rates (
    key text collate "C" primary key,
    full_at bigint not null
  ) with (fillfactor = 50)`,
];

/** An entry is never altered or removed, also not by hand. */
const appendOnly = [
  `create function ${schemaName}.refuse_alteration_1() returns trigger language plpgsql as $$
  begin
    raise exception 'the ledger is append only: % on % is refused', tg_op, tg_table_name;
  end $$`,
  `create trigger append_only before update or delete or truncate on ${schemaName}.entries
    for each statement execute function ${schemaName}.refuse_alteration_1()`,
];

/**
 * All versions come from one sequence, so that a re-created record never gets a version that it had before.
 *
 * An update takes its version while it holds the record's lock, so that it is higher than all versions before. An
 * insert takes its version before it waits for the key to be free. By `removals`, which counts the statements that
 * remove records, `commit_change_sets_1` sees that a new record may need another version.
 */
const versions = [
  `create sequence ${schemaName}.versions`,
  `create sequence ${schemaName}.removals`,
  `create function ${schemaName}.count_removal_1() returns trigger language plpgsql as $$
  begin
    perform nextval('${schemaName}.removals');
    return null;
  end $$`,
  `create trigger count_removal after delete on ${schemaName}.records
    for each statement execute function ${schemaName}.count_removal_1()`,
];

export const recordsAndLedger: readonly string[] = [
  ...tables,
  ...appendOnly,
  ...versions,
  commitChangeSets,
  readRecords,
  claimDue,
  takeRates,
];
