import { byIndex } from "./by-index.ts";
import { schemaName } from "./schema-name.ts";

const records = `${schemaName}.records`;
const entries = `${schemaName}.entries`;

/**
 * Locks each record that is expected to be there, in the order in which everybody does, and reads its version: 0 where
 * there is none. A sub-query for each strength of lock, as one statement takes both, in one order.
 */
function lockRecords(inCompany: "skip locked" | ""): string {
  const locked = (name: string, uses: string, lock: string) => `left join lateral (
        select version from ${records}
        where k.use in (${uses}) and records.tenant = k.tenant and records.kind = k.kind and records.id = k.id
        for ${lock} ${inCompany}
      ) as ${name} on true`;
  return `select array_agg(coalesce(changed.version, read.version, 0) order by k.no) into seen
    from (
      select * from unnest(key_tenants, key_kinds, key_ids, key_uses) with ordinality as k(tenant, kind, id, use, no)
      order by tenant collate "C", kind collate "C", id collate "C"
    ) as k
      ${locked("changed", "'written', 'removed'", "update")}
      ${locked("read", "'read'", "share")}`;
}

/** The keys as rows, with the number of each. */
const keys = `unnest(key_tenants, key_kinds, key_ids, key_owners, key_uses, key_bodies, key_dues, key_lists, key_positions)
      with ordinality as k(tenant, kind, id, owner, use, body, due_at, list, position, no)`;

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
const posted = `select tenant, name, amount
      from unnest(delta_owners, delta_tenants, delta_names, delta_amounts) as d(owner, tenant, name, amount)
      where alive[owner]`;
const postedUnderFloors = `select tenant, name, amount
      from unnest(step_owners, step_tenants, step_names, step_mins, step_amounts)
        as s(owner, tenant, name, min, amount)
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
 * - the keys, none twice: tenant, kind, id, the change set that alone writes it or 0, its use, and what is written.
 *   A use is `written`, `removed` or `read`, where somebody expects the record to be there; `absent` for one that is
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
create function ${schemaName}.commit_change_sets_6(
  patient boolean,
  tenants text[], ids text[], ats bigint[], refs text[], entry_postings text[], in_doubt boolean[],
  key_tenants text[], key_kinds text[], key_ids text[], key_owners integer[], key_uses text[],
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
  made_count integer;
  balances bigint[];
  step record;
  loser record;
  made record;
begin
  verdicts := array_fill(null::jsonb, array[size]);

  -- Waits for a transaction that is committing the same id, and leaves out what that has committed.
  insert into ${schemaName}.commits (tenant, id, at)
    select * from unnest(tenants, ids, ats) as c(tenant, id, at)
    order by tenant collate "C", id collate "C"
    on conflict do nothing;
  get diagnostics id_count = row_count;
  if id_count < size then
    for loser in
      select c.no, commits.refusal from unnest(tenants, ids) with ordinality as c(tenant, id, no)
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
      select c.no from unnest(tenants, ids, entry_postings) with ordinality as c(tenant, id, postings, no)
      join ${entries} on entries.tenant = c.tenant and entries.commit_id = c.id
      where c.postings is not null
    loop
      alive[loser.no] := false;
    end loop;
  end if;

  if patient then
    ${lockRecords("")};
  else
    ${lockRecords("skip locked")};
  end if;
  for loser in
    select owner, key, version from unnest(guard_owners, guard_keys, guard_versions) as g(owner, key, version)
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

  -- Taken while the records are locked, so that each gets a higher one than all that it had: by 2 at least, as older
  -- functions add 1, see 0006-group-commit.ts.
  versions := array(
    select greatest(nextval('${schemaName}.versions'), seen[no] + 2) from generate_subscripts(key_ids, 1) as no
  );

  if key_uses && array['absent', 'reserved'] then
    -- The primary key lets one of all that expect a key absent go on; the others wait for its outcome.
    -- A key that must stay absent is reserved by an empty record, which is taken away again below.
    insert into ${records} (tenant, kind, id, version, body, due_at, list, position)
      select tenant, kind, id, versions[no], coalesce(body::jsonb, '{}'), due_at, list, position from ${keys}
      where ${isMade} and (owner = 0 or alive[owner])
      order by tenant collate "C", kind collate "C", id collate "C"
      on conflict do nothing;
    get diagnostics made_count = row_count;
    if made_count < cardinality(array_positions(key_uses, 'absent') || array_positions(key_uses, 'reserved')) then
      for loser in
        select g.owner, g.key from unnest(guard_owners, guard_keys, guard_versions) as g(owner, key, version)
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
    ${addToBalances(`${posted} union all select *, 0 from unnest(account_tenants, account_names) as a(tenant, name)`)};
    select array_agg(accounts.balance order by a.no) into balances
      from unnest(account_tenants, account_names) with ordinality as a(tenant, account, no)
      join ${schemaName}.accounts using (tenant, account);
    for step in
      select * from unnest(step_owners, step_accounts, step_signs, step_mins, step_amounts)
        as s(owner, account, sign, min, amount)
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

  if 'written' = any(key_uses) then
    update ${records}
      set version = versions[k.no], body = k.body::jsonb, due_at = k.due_at, list = k.list, position = k.position
      from ${keys}
      where k.use = 'written' and alive[k.owner] and ${isKey};
  end if;
  if 'removed' = any(key_uses) then
    delete from ${records} using ${keys}
      where k.use = 'removed' and alive[k.owner] and ${isKey};
  end if;
  -- What only reserved its key, and what a change set made that was refused later.
  if made_count > 0 and (any_refused or 'reserved' = any(key_uses)) then
    delete from ${records} using ${keys}
      where ${isMade} and (k.owner = 0 or not alive[k.owner]) and ${isKey} and ${isOurs};
  end if;

  if cardinality(account_names) > 0 then
    if (select sum(amount) from unnest(delta_amounts) as amount) <> 0 then
      raise exception 'postings are not balanced' using errcode = 'WF002';
    end if;
    insert into ${entries} (tenant, commit_id, at, reference, postings)
      select tenant, id, at, reference, postings::jsonb
      from unnest(tenants, ids, ats, refs, entry_postings) with ordinality as c(tenant, id, at, reference, postings, no)
      where postings is not null and alive[no]
      order by no;
    if cardinality(step_owners) > 0 then
      null;
    elsif not false = any(alive) then
      insert into ${schemaName}.accounts as known (tenant, account, balance)
        select * from unnest(account_tenants, account_names, account_sums) as a(tenant, name, amount)
        order by tenant collate "C", name collate "C"
        on conflict (tenant, account) do update set balance = known.balance + excluded.balance;
    else
      ${addToBalances(posted)};
    end if;
  end if;

  if any_refused then
    -- What was committed under an id that is forgotten was not refused.
    for loser in
      select c.no from unnest(tenants, ids, alive) with ordinality as c(tenant, id, alive, no)
      join ${entries} on entries.tenant = c.tenant and entries.commit_id = c.id
      where not c.alive
    loop
      verdicts[loser.no] := null;
    end loop;
    update ${schemaName}.commits set refusal = c.verdict
      from unnest(tenants, ids, in_doubt, verdicts, alive) as c(tenant, id, in_doubt, verdict, alive)
      where c.in_doubt and not c.alive and c.verdict ->> 'status' <> 'busy'
        and commits.tenant = c.tenant and commits.id = c.id and commits.xmin = pg_current_xact_id()::xid;
    delete from ${schemaName}.commits
      using unnest(tenants, ids, in_doubt, verdicts, alive) as c(tenant, id, in_doubt, verdict, alive)
      where not c.alive and (not c.in_doubt or c.verdict ->> 'status' = 'busy')
        and commits.tenant = c.tenant and commits.id = c.id and commits.xmin = pg_current_xact_id()::xid;
  end if;

  if false = any(alive) then
    committed_now := alive;
  else
    verdicts := null;
  end if;
end $$`;
