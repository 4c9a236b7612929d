import { byIndex } from "./by-index.ts";
import { rowsOf } from "./rows-of.ts";
import { schemaName } from "./schema-name.ts";

const records = `${schemaName}.records`;
const entries = `${schemaName}.entries`;

const changes = { tenant: "tenants", id: "ids" };
const accounts = { tenant: "account_tenants", name: "account_names" };

/** Change sets with what has become of each. */
const outcomes = `${rowsOf({ ...changes, in_doubt: "in_doubt", verdict: "verdicts", alive: "alive" })} as c`;

const guards = rowsOf({ owner: "guard_owners", key: "guard_keys", version: "guard_versions" });
const keyColumns = { tenant: "key_tenants", kind: "key_kinds", id: "key_ids", use: "key_uses" };

/**
 * Locks each record that is expected to be there, in the order in which everybody does, reads its version, 0 where
 * there is none, and where in the table it is, and takes the version that it gets: while it is locked, so that each gets
 * a higher one than all that it had, by 2 at least, as older functions add 1, see 0006-group-commit.ts. A sub-query for
 * each strength of lock, as one statement takes both, in one order.
 */
function lockRecords(inCompany: "skip locked" | ""): string {
  const locked = (name: string, uses: string, lock: string) => `left join lateral (
        select version, records.ctid from ${records}
        where k.use in (${uses}) and records.tenant = k.tenant and records.kind = k.kind and records.id = k.id
        for ${lock} ${inCompany}
      ) as ${name} on true`;
  return `select
      array_agg(coalesce(changed.version, read.version, 0)),
      array_agg(changed.ctid),
      array_agg(greatest(nextval('${schemaName}.versions'), changed.version + 2)),
      bool_or(coalesce(changed.version, read.version, 0) is distinct from k.version)
    into seen, places, versions, any_unexpected
    from ${rowsOf({ ...keyColumns, version: "key_versions" })} as k
      ${locked("changed", "'written', 'removed'", "update")}
      ${locked("read", "'read'", "share")}`;
}

/** The keys as rows, with what is written to each, and where its record is. */
const keys = `${rowsOf({
  ...keyColumns,
  owner: "key_owners",
  body: "key_bodies",
  due_at: "key_dues",
  list: "key_lists",
  position: "key_positions",
  place: "places",
})} as k`;

const isKey = "records.tenant = k.tenant and records.kind = k.kind and records.id = k.id";

/** Keys that are expected absent. */
const isMade = "k.use in ('absent', 'reserved')";

/** How often records were taken away, by whomever: see 0002-lists-and-versions.ts. */
const removals = `pg_sequence_last_value('${schemaName}.removals')`;

/** Whether this transaction has made the record. */
const isOurs = "records.xmin = pg_current_xact_id()::xid";

/** Adds to balances, in the order in which everybody locks them. */
function addToBalances(amounts: string): string {
  return `insert into ${schemaName}.accounts as known (tenant, account, balance)
    select tenant, name, sum(amount) from (${amounts}) as a
    group by tenant, name
    order by tenant collate "C", name collate "C"
    on conflict (tenant, account) do update set balance = known.balance + excluded.balance`;
}

/** What those that are not refused post, without and with floors. */
const deltas = { owner: "delta_owners", tenant: "delta_tenants", name: "delta_names", amount: "delta_amounts" };
const posted = `select tenant, name, amount from ${rowsOf(deltas)} as d where alive[owner]`;
const steps = { owner: "step_owners", min: "step_mins", amount: "step_amounts" };
const postedUnderFloors = `select tenant, name, amount
      from ${rowsOf({ ...steps, tenant: "step_tenants", name: "step_names" })} as s
      where min is null and alive[owner]`;

/**
 * Commits change sets in one statement, hence in one transaction: each of them whole or not at all, whatever becomes of
 * the others. Answers the version of each key that is written or made. Where all are committed by this call, that is
 * all; otherwise also for each change set whether it is, and null where it is committed, now or earlier, or the refusal
 * as the port's `CommitResult`.
 *
 * They come as columns, in which everything is numbered from 1, null where there is nothing, see `../batch.ts`:
 *
 * - the change sets: `tenants`, `ids`, `ats`, `refs`, `entry_postings` (JSON, null where nothing is posted), and
 *   `in_doubt`: an earlier try may still be on its way, so a refusal is recorded under the id, which that try finds taken
 * - the keys, none twice, in the order in which everybody locks them, by tenant, kind and id: the version that is
 *   expected, 0 for absent, null where that differs; the change set that alone writes it or 0; its use, and what is
 *   written. How many are `absent`, `reserved`, `written` and `removed` is said first. A use is `written`, `removed` or `read`, where somebody expects the record to be there; `absent` for one that is
 *   made; `reserved` for one that must stay absent
 * - the guards: change set, key and version expected, 0 for absent
 * - the accounts, none twice: tenant, name, and what change sets without floors add to it, debits positive
 * - what change sets without floors post: change set, tenant, account and amount, debits positive
 * - those with floors, one after the other: first each floor, with its sign (1 where debits raise it), its least and what
 *   the change set itself adds to the account; then each amount that it posts, where sign and least are null
 *
 * Locks are taken in one order by everybody, so that nobody waits in a circle: commit ids, records by key, keys that are
 * made, accounts by name; these last, because they are the most wanted, unless floors have to be looked at before
 * anything is written. Who is not `patient` waits for no record that another transaction has locked: a change set that
 * meets one is answered `busy`.
 */
export const commitChangeSets = `
create function ${schemaName}.commit_change_sets_7(
  patient boolean, absent_keys integer, reserved_keys integer, written_keys integer, removed_keys integer,
  tenants text[], ids text[], ats bigint[], refs text[], entry_postings text[], in_doubt boolean[],
  key_tenants text[], key_kinds text[], key_ids text[], key_versions bigint[], key_owners integer[], key_uses text[],
  key_bodies text[], key_dues bigint[], key_lists text[], key_positions text[],
  guard_owners integer[], guard_keys integer[], guard_versions bigint[],
  account_tenants text[], account_names text[], account_sums bigint[],
  delta_owners integer[], delta_tenants text[], delta_names text[], delta_amounts bigint[],
  step_owners integer[], step_accounts integer[], step_tenants text[], step_names text[],
  step_signs integer[], step_mins bigint[], step_amounts bigint[],
  out versions bigint[], out committed_now boolean[], out verdicts jsonb[]
) language plpgsql ${byIndex} as $$
declare
  size constant integer := cardinality(ids);
  removals_before constant bigint := ${removals};
  alive boolean[] := array_fill(true, array[size]);
  any_refused boolean := false;
  id_count integer;
  seen bigint[];
  places tid[];
  any_unexpected boolean;
  made_count integer;
  written_count integer;
  balances bigint[];
  step record;
  loser record;
  made record;
begin
  versions := '{}';
  verdicts := array_fill(null::jsonb, array[size]);
  -- Waits for a transaction that is committing the same id, and leaves out what that has committed.
  insert into ${schemaName}.commits (tenant, id, at)
    select tenant, id, at from ${rowsOf({ ...changes, at: "ats" })} as c
    order by tenant collate "C", id collate "C"
    on conflict do nothing;
  get diagnostics id_count = row_count;
  if id_count < size then
    for loser in
      select c.no, commits.refusal from ${rowsOf(changes)} as c
      join ${schemaName}.commits using (tenant, id)
      where commits.xmin <> pg_current_xact_id()::xid
    loop
      alive[loser.no] := false;
      verdicts[loser.no] := loser.refusal;
    end loop;
  end if;
  -- Old commit ids are forgotten, those of entries stay with the entry. In company the primary key tells, below.
  if patient and cardinality(account_names) > 0 then
    for loser in
      select c.no from ${rowsOf({ ...changes, postings: "entry_postings" })} as c
      join ${entries} on entries.tenant = c.tenant and entries.commit_id = c.id
      where c.postings is not null
    loop
      alive[loser.no] := false;
    end loop;
  end if;

  if cardinality(key_ids) > 0 then
    if patient then ${lockRecords("")};
    else ${lockRecords("skip locked")}; end if;
    if any_unexpected then
      for loser in
        select owner, key, version from ${guards} as g
        where seen[key] <> version and alive[owner]
        order by owner, key
      loop
        continue when not alive[loser.owner];
        alive[loser.owner] := false;
        any_refused := true;
        verdicts[loser.owner] := case when seen[loser.key] = 0 and not patient then '{"status": "busy"}' else
          jsonb_build_object('status', 'conflict', 'key',
            jsonb_build_object('kind', key_kinds[loser.key], 'id', key_ids[loser.key])) end;
      end loop;
    end if;
  end if;

  if absent_keys + reserved_keys > 0 then
    -- The primary key lets one of all that expect a key absent go on; the others wait for its outcome.
    -- A key that must stay absent is reserved by an empty record, which is taken away again below.
    insert into ${records} (tenant, kind, id, version, body, due_at, list, position)
      select tenant, kind, id, versions[no], coalesce(body::json, '{}'), due_at, list, position from ${keys}
      where ${isMade} and (owner = 0 or alive[owner])
      on conflict do nothing;
    get diagnostics made_count = row_count;
    if made_count < absent_keys + reserved_keys then
      for loser in
        select g.owner, g.key from ${guards} as g
        join ${keys} on k.no = g.key
        where g.version = 0 and alive[g.owner] and not exists (select from ${records} where ${isKey} and ${isOurs})
        order by g.owner, g.key
      loop
        continue when not alive[loser.owner];
        alive[loser.owner] := false;
        any_refused := true;
        verdicts[loser.owner] := jsonb_build_object('status', 'conflict', 'key',
          jsonb_build_object('kind', key_kinds[loser.key], 'id', key_ids[loser.key]));
      end loop;
    end if;
    -- A new record has its version from before its key was free. Should an earlier record of that key have
    -- gone since, perhaps with a higher version, then this one gets another.
    if ${removals} <> removals_before then
      for made in
        update ${records} set body = records.body from ${keys}
        where ${isMade} and ${isKey} and ${isOurs}
        returning k.no, records.version
      loop
        versions[made.no] := made.version;
      end loop;
    end if;
  end if;

  if cardinality(step_owners) > 0 then
    -- All accounts are locked at once, also those to which nothing is posted, and those without a floor.
    ${addToBalances(`${posted} union all select tenant, name, 0 from ${rowsOf(accounts)} as a`)};
    select array_agg(accounts.balance order by a.no) into balances
      from ${rowsOf(accounts)} as a
      join ${schemaName}.accounts on accounts.tenant = a.tenant and accounts.account = a.name;
    for step in
      select owner, account, sign, min, amount
        from ${rowsOf({ ...steps, account: "step_accounts", sign: "step_signs" })} as s order by no
    loop
      continue when not alive[step.owner];
      if step.min is null then
        balances[step.account] := balances[step.account] + step.amount;
      elsif step.sign * (balances[step.account] + step.amount) < step.min then
        alive[step.owner] := false;
        any_refused := true;
        verdicts[step.owner] :=
          jsonb_build_object('status', 'below-floor', 'account', account_names[step.account]);
      end if;
    end loop;
    ${addToBalances(postedUnderFloors)};
  end if;

  if written_keys > 0 then
    update ${records}
      set version = versions[k.no], body = k.body::json, due_at = k.due_at, list = k.list, position = k.position
      from ${keys}
      where k.use = 'written' and alive[k.owner] and records.ctid = k.place;
    get diagnostics written_count = row_count;
    -- What is locked stays where it is. Were it elsewhere, it must not be lost in silence.
    assert false = any(alive) or written_count = written_keys;
  end if;
  if removed_keys > 0 then
    delete from ${records} using ${keys}
      where k.use = 'removed' and alive[k.owner] and records.ctid = k.place;
  end if;
  -- What only reserved its key, and what a change set made that was refused later.
  if made_count > 0 and (any_refused or reserved_keys > 0) then
    delete from ${records} using ${keys}
      where ${isMade} and (k.owner = 0 or not alive[k.owner]) and ${isKey} and ${isOurs};
  end if;

  if cardinality(account_names) > 0 then
    if (select sum(amount) from unnest(delta_amounts) as amount) <> 0 then
      raise exception 'postings are not balanced' using errcode = 'WF002';
    end if;
    insert into ${entries} (tenant, commit_id, at, reference, postings)
      select tenant, id, at, reference, postings::jsonb
      from ${rowsOf({ ...changes, at: "ats", reference: "refs", postings: "entry_postings" })} as c
      where postings is not null and alive[no]
      order by no;
    if cardinality(step_owners) > 0 then null;
    elsif not false = any(alive) then
      insert into ${schemaName}.accounts as known (tenant, account, balance)
        select tenant, name, amount from ${rowsOf({ ...accounts, amount: "account_sums" })} as a
        order by tenant collate "C", name collate "C"
        on conflict (tenant, account) do update set balance = known.balance + excluded.balance;
    else
      ${addToBalances(posted)};
    end if;
  end if;

  if any_refused then
    -- What was committed under an id that is forgotten was not refused.
    for loser in
      select c.no from ${rowsOf({ ...changes, alive: "alive" })} as c
      join ${entries} on entries.tenant = c.tenant and entries.commit_id = c.id
      where not c.alive
    loop
      verdicts[loser.no] := null;
    end loop;
    update ${schemaName}.commits set refusal = c.verdict
      from ${outcomes}
      where c.in_doubt and not c.alive and c.verdict ->> 'status' <> 'busy'
        and commits.tenant = c.tenant and commits.id = c.id and commits.xmin = pg_current_xact_id()::xid;
    delete from ${schemaName}.commits
      using ${outcomes}
      where not c.alive and (not c.in_doubt or c.verdict ->> 'status' = 'busy')
        and commits.tenant = c.tenant and commits.id = c.id and commits.xmin = pg_current_xact_id()::xid;
  end if;

  if false = any(alive) then committed_now := alive;
  else verdicts := null; end if;
end $$`;
