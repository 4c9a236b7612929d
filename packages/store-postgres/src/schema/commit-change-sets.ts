import { byIndex, rowsOf, schemaName } from "./sql.ts";
import {
  accounts,
  addToBalances,
  changes,
  entries,
  guards,
  isKey,
  isMade,
  isOurs,
  keys,
  lockRecords,
  outcomes,
  posted,
  postedUnderFloors,
  records,
  removals,
  steps,
} from "./commit-rows.ts";

/** The parameters of the function, in their order. */
export const changeSetParameters = [
  "patient boolean, absent_keys integer, reserved_keys integer, written_keys integer, removed_keys integer",
  "tenants text[], ids text[], ats bigint[], refs text[], entry_postings text[], in_doubt boolean[]",
  "key_tenants text[], key_kinds text[], key_ids text[], key_versions bigint[], key_owners integer[], key_uses text[]",
  "key_bodies text[], key_dues bigint[], key_lists text[], key_positions text[]",
  "guard_owners integer[], guard_keys integer[], guard_versions bigint[]",
  "account_tenants text[], account_names text[], account_sums bigint[]",
  "delta_owners integer[], delta_tenants text[], delta_names text[], delta_amounts bigint[]",
  "step_owners integer[], step_accounts integer[], step_tenants text[], step_names text[]",
  "step_signs integer[], step_mins bigint[], step_amounts bigint[]",
];

/**
 * Commits change sets in one statement, hence in one transaction. Each of them is committed whole or not at all,
 * whatever becomes of the others.
 *
 * They come as columns, as `../batch.ts` makes them; rows are numbered from 1. For example, c1 writes order A, makes
 * order B and posts 100 won. c2, of another merchant, removes order C and takes 70 won from `available`, of which there
 * are 50. One key is `absent`, none `reserved`, one `written` and one `removed`; the columns are:
 *
 *     the change sets                                     in_doubt: an earlier try may still be in flight
 *        tenants  ids  ats  refs  entry_postings          in_doubt
 *     1  7:test   c1   5    A     [{"account": "rec…      false
 *     2  8:test   c2   6    C     [{"account": "ban…      false
 *
 *     the keys, none twice, by tenant, kind and id        owner: the change set that alone writes the key, or 0
 *        key_tenants  kinds  ids  versions  owners  uses     bodies    dues  lists   positions
 *     1  7:test       order  A    4         1       written  {"n": 2}  null  orders  1
 *     2  7:test       order  B    0         1       absent   {}        9     null    null
 *     3  8:test       order  C    9         2       removed  null      null  null    null
 *
 *     the guards                                          version: 0 if the key must be absent
 *        guard_owners  keys  versions
 *     1  1             1     4
 *     2  1             2     0
 *     3  2             3     9
 *
 *     the accounts, none twice                            sum: what change sets without floors add, debits positive
 *        account_tenants  names       sums
 *     1  7:test           receivable  100
 *     2  7:test           pending     -100
 *     3  8:test           available   0
 *     4  8:test           bank        0
 *
 *     what change sets without floors post
 *        delta_owners  tenants  names       amounts
 *     1  1             7:test   receivable  100
 *     2  1             7:test   pending     -100
 *
 *     change sets with floors: first the floors, with what the change set itself adds; then what it posts
 *        step_owners  accounts  tenants  names      signs  mins  amounts
 *     1  2            3         8:test   available  -1     0     70
 *     2  2            4         8:test   bank       null   null  -70
 *     3  2            3         8:test   available  null   null  70
 *
 * `entry_postings` is null if nothing is posted. A key's version is null if several change sets expect different ones.
 * Its use is `written`, `removed` or `read` for an expected record, `absent` for a new one, and `reserved` if the
 * key must stay absent.
 *
 * The steps, and what each yields:
 *
 * 1. Both ids are inserted: `alive` is {true, true}. An id that was there before is not done again.
 * 2. Records are locked: `seen` is {4, 0, 9}, `versions` {501, 502, 503}. All guards are met.
 * 3. B is inserted.
 * 4. c2 would leave -1 × (-50 + 70) = -20 won in `available`: `alive` is {true, false}, and `verdicts`
 *    {null, {"status": "below-floor", "account": "available"}}. Balances grow by what c1 posts.
 * 5. A is written with version 501. C is not removed. A record that a refused change set has made would go again.
 * 6. The entry of c1 is booked.
 * 7. The id of c2 is deleted. Were c2 in doubt, then its refusal would be recorded under its id, which the earlier try
 *    would find taken.
 *
 * Answers `versions`, one for each key. When this call has committed all, the rest is null. Otherwise it answers
 * `committed_now` {true, false} too, and `verdicts`: null for a change set that is committed, now or earlier, or its
 * refusal as the port's `CommitResult`.
 *
 * Every process takes locks in this order, so that none waits in a circle: ids, records by key, keys that are made, and
 * accounts by name. Accounts come last, because most commits want the same ones; where there are floors, they
 * come before anything is written. An impatient call never waits for a record that another transaction has locked: it answers `busy` for the
 * change sets that use the record.
 */
export const commitChangeSets = `
create function ${schemaName}.commit_change_sets_1(
  ${changeSetParameters.join(",\n  ")},
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
  -- Waits for a transaction that is committing the same id, and leaves out the ids that it has committed.
  insert into ${schemaName}.commits (tenant, id, at)
    select tenant, id, at from ${rowsOf({ ...changes, at: "ats" })} as c
    order by tenant collate "C", id collate "C"
    on conflict do nothing;
  get diagnostics id_count = row_count;
  if id_count < size then -- @ids-known
    for loser in
      select c.no, commits.refusal from ${rowsOf(changes)} as c
      join ${schemaName}.commits using (tenant, id)
      where commits.xmin <> pg_current_xact_id()::xid
    loop
      alive[loser.no] := false; verdicts[loser.no] := loser.refusal; -- @committed-before
    end loop;
  end if;
  -- An old id is deleted, unless it has an entry. An impatient call fails below, by the primary key of entries, and
  -- each of its change sets is then committed alone and patiently.
  if patient and cardinality(account_names) > 0 then
    for loser in
      select c.no from ${rowsOf({ ...changes, postings: "entry_postings" })} as c
      join ${entries} on entries.tenant = c.tenant and entries.commit_id = c.id
      where c.postings is not null -- @entry-before
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
        where seen[key] <> version and alive[owner] -- @unexpected
        order by owner, key -- @first-unexpected
      loop
        continue when not alive[loser.owner];
        alive[loser.owner] := false;
        any_refused := true;
        verdicts[loser.owner] := case
          when seen[loser.key] = 0 and not patient then '{"status": "busy"}' -- @busy
          else jsonb_build_object('status', 'conflict', 'key',
            jsonb_build_object('kind', key_kinds[loser.key], 'id', key_ids[loser.key])) -- @conflict-key
        end;
      end loop;
    end if;
  end if;

  if absent_keys + reserved_keys > 0 then
    -- Of all transactions that expect a key absent, the primary key admits one; the others wait for its outcome.
    -- A key that must stay absent is reserved by an empty record, which is deleted again below.
    insert into ${records} (tenant, kind, id, version, body, due_at, list, position)
      select tenant, kind, id, versions[no], coalesce(body::json, '{}'), due_at, list, position from ${keys} -- @made
      where ${isMade} and (owner = 0 or alive[owner]) -- @made-for-alive
      on conflict do nothing; -- @made-where-free
    get diagnostics made_count = row_count;
    if made_count < absent_keys + reserved_keys then -- @made-elsewhere
      for loser in
        select g.owner, g.key from ${guards} as g
        join ${keys} on k.no = g.key
        where g.version = 0 and alive[g.owner]
          and not exists (select from ${records} where ${isKey} and ${isOurs}) -- @not-made
        order by g.owner, g.key
      loop
        continue when not alive[loser.owner];
        alive[loser.owner] := false;
        any_refused := true;
        verdicts[loser.owner] := jsonb_build_object('status', 'conflict', 'key',
          jsonb_build_object('kind', key_kinds[loser.key], 'id', key_ids[loser.key]));
      end loop;
    end if;
    -- A new record's version was taken before its key was free. Since then a record of that key, with a higher version,
    -- may have been removed: then the new record gets another version.
    if ${removals} is distinct from removals_before then -- @removed-meanwhile
      for made in
        update ${records} set version = nextval('${schemaName}.versions') from ${keys}
        where ${isMade} and ${isKey} and ${isOurs}
        returning k.no, records.version
      loop
        versions[made.no] := made.version; -- @version-told
      end loop;
    end if;
  end if;

  if cardinality(step_owners) > 0 then
    -- All accounts are locked in one statement, in one order: also those without a floor, and those that only have one.
    ${addToBalances(`${posted} union all select tenant, name, 0 from ${rowsOf(accounts)} as a`)}; -- @floors-see
    select array_agg(accounts.balance order by a.no) into balances
      from ${rowsOf(accounts)} as a
      join ${schemaName}.accounts on accounts.tenant = a.tenant and accounts.account = a.name;
    for step in
      select owner, account, sign, min, amount
        from ${rowsOf({ ...steps, account: "step_accounts", sign: "step_signs" })} as s order by no
    loop
      continue when not alive[step.owner]; -- @step-of-alive
      if step.min is null then
        balances[step.account] := balances[step.account] + step.amount; -- @step-adds
      elsif step.sign * (balances[step.account] + step.amount) < step.min then -- @floor
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
      set version = versions[k.no], body = k.body::json, due_at = k.due_at, list = k.list, position = k.position -- @written
      from ${keys}
      where k.use = 'written' and alive[k.owner] and records.ctid = k.place; -- @written-for-alive
    get diagnostics written_count = row_count;
    -- A locked row stays at its place in the table. Were one elsewhere, its write would be lost in silence.
    assert false = any(alive) or written_count = written_keys;
  end if;
  if removed_keys > 0 then
    delete from ${records} using ${keys}
      where k.use = 'removed' and alive[k.owner] and records.ctid = k.place; -- @removed-for-alive
  end if;
  -- Deletes the records that only reserved a key, and those of change sets that were refused later.
  if made_count > 0 and (any_refused or reserved_keys > 0) then -- @undo-made
    delete from ${records} using ${keys}
      where ${isMade} and (k.owner = 0 or not alive[k.owner]) and ${isKey} and ${isOurs}; -- @undone
  end if;

  if cardinality(account_names) > 0 then
    if (select sum(amount) from unnest(delta_amounts) as amount) <> 0 then -- @balanced
      raise exception 'postings are not balanced' using errcode = 'WF002';
    end if;
    insert into ${entries} (tenant, commit_id, at, reference, postings)
      select tenant, id, at, reference, postings::jsonb -- @entry
      from ${rowsOf({ ...changes, at: "ats", reference: "refs", postings: "entry_postings" })} as c
      where postings is not null and alive[no] -- @entry-of-alive
      order by no;
    if cardinality(step_owners) > 0 then null;
    elsif not false = any(alive) then -- @all-alive
      insert into ${schemaName}.accounts as known (tenant, account, balance)
        select tenant, name, amount from ${rowsOf({ ...accounts, amount: "account_sums" })} as a
        order by tenant collate "C", name collate "C"
        on conflict (tenant, account) do update set balance = known.balance + excluded.balance; -- @balances-of-all
    else
      ${addToBalances(posted)};
    end if;
  end if;

  if any_refused then
    -- A change set whose entry is there was committed earlier, though its id has been deleted.
    for loser in
      select c.no from ${rowsOf({ ...changes, alive: "alive" })} as c
      join ${entries} on entries.tenant = c.tenant and entries.commit_id = c.id
      where not c.alive -- @entry-of-refused
    loop
      verdicts[loser.no] := null;
    end loop;
    update ${schemaName}.commits set refusal = c.verdict
      from ${outcomes}
      where c.in_doubt and not c.alive and c.verdict ->> 'status' <> 'busy' -- @refusal-recorded
        and commits.tenant = c.tenant and commits.id = c.id and commits.xmin = pg_current_xact_id()::xid;
    delete from ${schemaName}.commits
      using ${outcomes}
      where not c.alive and (not c.in_doubt or c.verdict ->> 'status' = 'busy') -- @id-given-back
        and commits.tenant = c.tenant and commits.id = c.id and commits.xmin = pg_current_xact_id()::xid; -- @id-of-ours
  end if;

  if false = any(alive) then committed_now := alive; -- @committed-now
  else verdicts := null; end if;
end $$`;
