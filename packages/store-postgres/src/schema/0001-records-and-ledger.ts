import { schemaName } from "./schema-name.ts";

/** The largest whole number that JavaScript holds exactly: what leaves the database must fit. */
export const safe = `between -9007199254740991 and 9007199254740991`;

/**
 * Text is compared by its bytes (collation "C"): every process then locks keys in the same order,
 * whatever the locale of its server.
 */
const tables = [
  `create table ${schemaName}.records (
    tenant text collate "C" not null,
    kind text collate "C" not null,
    id text collate "C" not null,
    version bigint not null check (version between 1 and 9007199254740991),
    body jsonb not null check (jsonb_typeof(body) = 'object'),
    due_at bigint check (due_at ${safe}),
    primary key (tenant, kind, id)
  )`,
  `create index records_due on ${schemaName}.records (kind, due_at) where due_at is not null`,

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
    primary key (tenant, commit_id)
  )`,
  `create index entries_reference on ${schemaName}.entries (tenant, reference)`,

  `create table ${schemaName}.postings (
    tenant text collate "C" not null,
    commit_id text collate "C" not null,
    line integer not null check (line >= 1),
    account text collate "C" not null,
    amount bigint not null check (amount ${safe}),
    primary key (tenant, commit_id, line)
  )`,

  `create table ${schemaName}.commits (
    tenant text collate "C" not null,
    id text collate "C" not null,
    at bigint not null check (at ${safe}),
    refusal jsonb,
    primary key (tenant, id)
  )`,
  `create index commits_at on ${schemaName}.commits using brin (at)`,
];

/** The ledger only grows: whatever tries to alter it, also by hand, is an error. */
const appendOnly = [
  `create function ${schemaName}.refuse_alteration() returns trigger language plpgsql as $$
  begin
    raise exception 'the ledger is append only: % on % is refused', tg_op, tg_table_name;
  end $$`,
  ...["entries", "postings"].map(
    (table) => `create trigger append_only before update or delete or truncate on ${schemaName}.${table}
      for each statement execute function ${schemaName}.refuse_alteration()`,
  ),
];

/**
 * Commits one change set in one statement, hence in one transaction. Answers null when it is
 * committed, now or earlier, or the refusal that was recorded for it by `commit_in_doubt`.
 *
 * `change` is { id, tenant, at, reference, records, postings, floors }:
 *   records: [{ kind, id, expected, write, body, due_at }], where `expected` is null for absent
 *   postings: [{ account, amount }], debits positive
 *   floors: [{ account, sign, min }], where sign × balance is the balance on its normal side
 *
 * Locks are taken in one order by everybody, so that nobody waits in a circle: the commit id,
 * records by key, accounts by name. Each guard is part of the statement that takes the lock: when
 * that has to wait for another transaction, the guard looks at what the other has left.
 */
const commitChangeSet = `
create function ${schemaName}.commit_change_set(change jsonb) returns jsonb language plpgsql as $$
declare
  this_tenant constant text := change ->> 'tenant';
  this_id constant text := change ->> 'id';
  guard record;
  reserved_keys boolean := false;
  failed_account text;
begin
  -- Waits for a transaction that is committing the same id, and then does nothing if that has committed.
  insert into ${schemaName}.commits (tenant, id, at)
    values (this_tenant, this_id, (change ->> 'at')::bigint)
    on conflict do nothing;
  if not found then
    return (select refusal from ${schemaName}.commits where tenant = this_tenant and id = this_id);
  end if;
  -- Old commit ids are pruned, those of entries stay with the entry.
  if change -> 'postings' <> '[]' and exists (
    select from ${schemaName}.entries where tenant = this_tenant and commit_id = this_id
  ) then
    return null;
  end if;

  for guard in
    select * from jsonb_to_recordset(change -> 'records')
      as r(kind text, id text, expected bigint, write boolean, body jsonb, due_at bigint)
      order by kind collate "C", id collate "C"
  loop
    if guard.expected is null then
      -- The primary key lets one of all that expect the key absent go on; the others wait for its outcome.
      -- A key that must stay absent is reserved by an empty record, which is taken away again below.
      insert into ${schemaName}.records (tenant, kind, id, version, body, due_at)
        values (this_tenant, guard.kind, guard.id, 1, coalesce(guard.body, '{}'), guard.due_at)
        on conflict do nothing;
      reserved_keys := reserved_keys or guard.body is null;
    elsif not guard.write then
      perform from ${schemaName}.records
        where tenant = this_tenant and kind = guard.kind and id = guard.id and version = guard.expected
        for share;
    elsif guard.body is null then
      delete from ${schemaName}.records
        where tenant = this_tenant and kind = guard.kind and id = guard.id and version = guard.expected;
    else
      update ${schemaName}.records
        set version = version + 1, body = guard.body, due_at = guard.due_at
        where tenant = this_tenant and kind = guard.kind and id = guard.id and version = guard.expected;
    end if;
    if not found then
      raise exception 'a record is not as expected' using
        errcode = 'WF001',
        detail = jsonb_build_object(
          'status', 'conflict', 'key', jsonb_build_object('kind', guard.kind, 'id', guard.id));
    end if;
  end loop;

  if reserved_keys then
    delete from ${schemaName}.records using jsonb_to_recordset(change -> 'records')
        as r(kind text, id text, expected bigint, body jsonb)
      where records.tenant = this_tenant and records.kind = r.kind and records.id = r.id
        and r.expected is null and r.body is null;
  end if;

  if change -> 'postings' <> '[]' then
    if (select sum(amount) from jsonb_to_recordset(change -> 'postings') as p(amount bigint)) <> 0 then
      raise exception 'postings are not balanced' using errcode = 'WF002';
    end if;
    insert into ${schemaName}.entries (tenant, commit_id, at, reference)
      values (this_tenant, this_id, (change ->> 'at')::bigint, change ->> 'reference');
    insert into ${schemaName}.postings (tenant, commit_id, line, account, amount)
      select this_tenant, this_id, p.line, p.account, p.amount
      from rows from (jsonb_to_recordset(change -> 'postings') as (account text, amount bigint))
        with ordinality as p(account, amount, line);
  end if;

  if change -> 'postings' <> '[]' or change -> 'floors' <> '[]' then
    -- Accounts come last, because their locks are the most wanted. One with a floor is locked even if nothing is posted to it.
    insert into ${schemaName}.accounts (tenant, account, balance)
      select this_tenant, account, sum(amount) from (
        select account, amount from jsonb_to_recordset(change -> 'postings') as p(account text, amount bigint)
        union all
        select account, 0 from jsonb_to_recordset(change -> 'floors') as f(account text)
      ) as changes
      group by account order by account collate "C"
      on conflict (tenant, account) do update set balance = accounts.balance + excluded.balance;
    select f.account into failed_account
      from rows from (jsonb_to_recordset(change -> 'floors') as (account text, sign bigint, min bigint))
        with ordinality as f(account, sign, min, line)
      join ${schemaName}.accounts on accounts.tenant = this_tenant and accounts.account = f.account
      where f.sign * accounts.balance < f.min
      order by f.line limit 1;
    if found then
      raise exception 'an account would be below its floor' using
        errcode = 'WF001',
        detail = jsonb_build_object('status', 'below-floor', 'account', failed_account);
    end if;
  end if;
  return null;
end $$`;

/**
 * Commits a change set of which an earlier try was lost, and may still be on its way to the server.
 * A refusal is recorded under the commit id: the earlier try, should it come now, finds the id taken
 * and does nothing. Without this it could commit after its caller had been told that a guard failed.
 */
const commitInDoubt = `
create function ${schemaName}.commit_in_doubt(change jsonb) returns jsonb language plpgsql as $$
declare
  refused text;
begin
  begin
    return ${schemaName}.commit_change_set(change);
  exception when sqlstate 'WF001' then
    get stacked diagnostics refused = pg_exception_detail;
  end;
  insert into ${schemaName}.commits (tenant, id, at, refusal)
    values (change ->> 'tenant', change ->> 'id', (change ->> 'at')::bigint, refused::jsonb)
    on conflict do nothing;
  -- When the earlier try has got in between, its outcome stands.
  return (
    select refusal from ${schemaName}.commits where tenant = change ->> 'tenant' and id = change ->> 'id'
  );
end $$`;

/** The first state of the database, as it was published. Its functions stay for processes of that version. */
export const recordsAndLedger: readonly string[] = [...tables, ...appendOnly, commitChangeSet, commitInDoubt];
