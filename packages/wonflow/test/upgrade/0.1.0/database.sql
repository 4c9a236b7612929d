create schema wonflow;

create table wonflow.migrations (name varchar(255) not null primary key, timestamp varchar(255) not null);

create table wonflow.migrations_lock (id varchar(255) not null primary key, is_locked integer not null default 0);

create table wonflow.records (
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
      and due_at between -9007199254740991 and 9007199254740991
      and (list is null) = (position is null)
    )
  );

create index records_due on wonflow.records (kind, due_at) where due_at is not null;

create index records_list on wonflow.records (tenant, list, position, kind, id) where list is not null;

create table wonflow.accounts (
    tenant text collate "C" not null,
    account text collate "C" not null,
    balance bigint not null check (balance between -9007199254740991 and 9007199254740991),
    primary key (tenant, account)
  );

create table wonflow.entries (
    tenant text collate "C" not null,
    commit_id text collate "C" not null,
    at bigint not null check (at between -9007199254740991 and 9007199254740991),
    reference text collate "C" not null,
    position bigint generated always as identity,
    postings jsonb not null check (jsonb_typeof(postings) = 'array'),
    primary key (tenant, commit_id)
  );

create index entries_reference on wonflow.entries (tenant, reference);

create view wonflow.postings as
    select entries.tenant, entries.commit_id, posting.line::integer, posting.account collate "C", posting.amount
    from wonflow.entries, rows from (jsonb_to_recordset(entries.postings) as (account text, amount bigint))
      with ordinality as posting(account, amount, line);

create table wonflow.commits (
    tenant text collate "C" not null,
    id text collate "C" not null,
    at bigint not null check (at between -9007199254740991 and 9007199254740991),
    refusal jsonb,
    primary key (tenant, id)
  );

create index commits_at on wonflow.commits using brin (at);

create unlogged table wonflow.rates (
    key text collate "C" primary key,
    full_at bigint not null
  ) with (fillfactor = 50);

create function wonflow.refuse_alteration_1() returns trigger language plpgsql as $$
  begin
    raise exception 'the ledger is append only: % on % is refused', tg_op, tg_table_name;
  end $$;

create trigger append_only before update or delete or truncate on wonflow.entries
    for each statement execute function wonflow.refuse_alteration_1();

create sequence wonflow.versions;

create sequence wonflow.removals;

create function wonflow.count_removal_1() returns trigger language plpgsql as $$
  begin
    perform nextval('wonflow.removals');
    return null;
  end $$;

create trigger count_removal after delete on wonflow.records
    for each statement execute function wonflow.count_removal_1();


create function wonflow.commit_change_sets_1(
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
) language plpgsql 
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  size constant integer := cardinality(ids);
  removals_before constant bigint := pg_sequence_last_value('wonflow.removals');
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
  insert into wonflow.commits (tenant, id, at)
    select tenant, id, at from (select unnest(tenants) as tenant, unnest(ids) as id, unnest(ats) as at, generate_subscripts(tenants, 1) as no) as c
    order by tenant collate "C", id collate "C"
    on conflict do nothing;
  get diagnostics id_count = row_count;
  if id_count < size then -- @ids-taken
    for loser in
      select c.no, commits.refusal from (select unnest(tenants) as tenant, unnest(ids) as id, generate_subscripts(tenants, 1) as no) as c
      join wonflow.commits using (tenant, id)
      where commits.xmin <> pg_current_xact_id()::xid
    loop
      alive[loser.no] := false; verdicts[loser.no] := loser.refusal; -- @committed-before
    end loop;
  end if;
  -- An old id is forgotten, unless it has an entry. An impatient call fails below, by the primary key of entries, and
  -- each of its change sets is then committed alone and patiently.
  if patient and cardinality(account_names) > 0 then
    for loser in
      select c.no from (select unnest(tenants) as tenant, unnest(ids) as id, unnest(entry_postings) as postings, generate_subscripts(tenants, 1) as no) as c
      join wonflow.entries on entries.tenant = c.tenant and entries.commit_id = c.id
      where c.postings is not null -- @entry-before
    loop
      alive[loser.no] := false;
    end loop;
  end if;

  if cardinality(key_ids) > 0 then
    if patient then select
      array_agg(coalesce(changed.version, read.version, 0)),
      array_agg(changed.ctid), -- @places
      array_agg(greatest(nextval('wonflow.versions'), changed.version + 1)), -- @next-version
      bool_or(coalesce(changed.version, read.version, 0) is distinct from k.version) -- @any-unexpected
    into seen, places, versions, any_unexpected
    from (select unnest(key_tenants) as tenant, unnest(key_kinds) as kind, unnest(key_ids) as id, unnest(key_uses) as use, unnest(key_versions) as version, generate_subscripts(key_tenants, 1) as no) as k
      left join lateral (
        select version, records.ctid from wonflow.records
        where k.use in ('written', 'removed') and records.tenant = k.tenant and records.kind = k.kind and records.id = k.id
        for update 
      ) as changed on true -- @write-lock
      left join lateral (
        select version, records.ctid from wonflow.records
        where k.use in ('read') and records.tenant = k.tenant and records.kind = k.kind and records.id = k.id
        for share 
      ) as read on true -- @read-lock
  ;
    else select
      array_agg(coalesce(changed.version, read.version, 0)),
      array_agg(changed.ctid), -- @places
      array_agg(greatest(nextval('wonflow.versions'), changed.version + 1)), -- @next-version
      bool_or(coalesce(changed.version, read.version, 0) is distinct from k.version) -- @any-unexpected
    into seen, places, versions, any_unexpected
    from (select unnest(key_tenants) as tenant, unnest(key_kinds) as kind, unnest(key_ids) as id, unnest(key_uses) as use, unnest(key_versions) as version, generate_subscripts(key_tenants, 1) as no) as k
      left join lateral (
        select version, records.ctid from wonflow.records
        where k.use in ('written', 'removed') and records.tenant = k.tenant and records.kind = k.kind and records.id = k.id
        for update skip locked
      ) as changed on true -- @write-lock
      left join lateral (
        select version, records.ctid from wonflow.records
        where k.use in ('read') and records.tenant = k.tenant and records.kind = k.kind and records.id = k.id
        for share skip locked
      ) as read on true -- @read-lock
  ; end if;
    if any_unexpected then
      for loser in
        select owner, key, version from (select unnest(guard_owners) as owner, unnest(guard_keys) as key, unnest(guard_versions) as version, generate_subscripts(guard_owners, 1) as no) as g
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
    -- Of all transactions that expect a key absent, the primary key lets one go on; the others wait for its outcome.
    -- A key that must stay absent is reserved by an empty record, which is deleted again below.
    insert into wonflow.records (tenant, kind, id, version, body, due_at, list, position)
      select tenant, kind, id, versions[no], coalesce(body::json, '{}'), due_at, list, position from (select unnest(key_tenants) as tenant, unnest(key_kinds) as kind, unnest(key_ids) as id, unnest(key_uses) as use, unnest(key_owners) as owner, unnest(key_bodies) as body, unnest(key_dues) as due_at, unnest(key_lists) as list, unnest(key_positions) as position, unnest(places) as place, generate_subscripts(key_tenants, 1) as no) as k -- @made
      where k.use in ('absent', 'reserved') and (owner = 0 or alive[owner]) -- @made-for-alive
      on conflict do nothing; -- @made-where-free
    get diagnostics made_count = row_count;
    if made_count < absent_keys + reserved_keys then -- @made-elsewhere
      for loser in
        select g.owner, g.key from (select unnest(guard_owners) as owner, unnest(guard_keys) as key, unnest(guard_versions) as version, generate_subscripts(guard_owners, 1) as no) as g
        join (select unnest(key_tenants) as tenant, unnest(key_kinds) as kind, unnest(key_ids) as id, unnest(key_uses) as use, unnest(key_owners) as owner, unnest(key_bodies) as body, unnest(key_dues) as due_at, unnest(key_lists) as list, unnest(key_positions) as position, unnest(places) as place, generate_subscripts(key_tenants, 1) as no) as k on k.no = g.key
        where g.version = 0 and alive[g.owner]
          and not exists (select from wonflow.records where records.tenant = k.tenant and records.kind = k.kind and records.id = k.id and records.xmin = pg_current_xact_id()::xid) -- @not-made
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
    if pg_sequence_last_value('wonflow.removals') is distinct from removals_before then -- @removed-meanwhile
      for made in
        update wonflow.records set version = nextval('wonflow.versions') from (select unnest(key_tenants) as tenant, unnest(key_kinds) as kind, unnest(key_ids) as id, unnest(key_uses) as use, unnest(key_owners) as owner, unnest(key_bodies) as body, unnest(key_dues) as due_at, unnest(key_lists) as list, unnest(key_positions) as position, unnest(places) as place, generate_subscripts(key_tenants, 1) as no) as k
        where k.use in ('absent', 'reserved') and records.tenant = k.tenant and records.kind = k.kind and records.id = k.id and records.xmin = pg_current_xact_id()::xid
        returning k.no, records.version
      loop
        versions[made.no] := made.version; -- @version-told
      end loop;
    end if;
  end if;

  if cardinality(step_owners) > 0 then
    -- All accounts are locked in one statement, in one order: also those without a floor, and those that only have one.
    insert into wonflow.accounts as known (tenant, account, balance)
    select tenant, name, sum(amount) from (select tenant, name, amount from (select unnest(delta_owners) as owner, unnest(delta_tenants) as tenant, unnest(delta_names) as name, unnest(delta_amounts) as amount, generate_subscripts(delta_owners, 1) as no) as d where alive[owner] union all select tenant, name, 0 from (select unnest(account_tenants) as tenant, unnest(account_names) as name, generate_subscripts(account_tenants, 1) as no) as a) as a
    group by tenant, name
    order by tenant collate "C", name collate "C"
    on conflict (tenant, account) do update set balance = known.balance + excluded.balance; -- @floors-see
    select array_agg(accounts.balance order by a.no) into balances
      from (select unnest(account_tenants) as tenant, unnest(account_names) as name, generate_subscripts(account_tenants, 1) as no) as a
      join wonflow.accounts on accounts.tenant = a.tenant and accounts.account = a.name;
    for step in
      select owner, account, sign, min, amount
        from (select unnest(step_owners) as owner, unnest(step_mins) as min, unnest(step_amounts) as amount, unnest(step_accounts) as account, unnest(step_signs) as sign, generate_subscripts(step_owners, 1) as no) as s order by no
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
    insert into wonflow.accounts as known (tenant, account, balance)
    select tenant, name, sum(amount) from (select tenant, name, amount
      from (select unnest(step_owners) as owner, unnest(step_mins) as min, unnest(step_amounts) as amount, unnest(step_tenants) as tenant, unnest(step_names) as name, generate_subscripts(step_owners, 1) as no) as s
      where min is null and alive[owner]) as a
    group by tenant, name
    order by tenant collate "C", name collate "C"
    on conflict (tenant, account) do update set balance = known.balance + excluded.balance;
  end if;

  if written_keys > 0 then
    update wonflow.records
      set version = versions[k.no], body = k.body::json, due_at = k.due_at, list = k.list, position = k.position -- @written
      from (select unnest(key_tenants) as tenant, unnest(key_kinds) as kind, unnest(key_ids) as id, unnest(key_uses) as use, unnest(key_owners) as owner, unnest(key_bodies) as body, unnest(key_dues) as due_at, unnest(key_lists) as list, unnest(key_positions) as position, unnest(places) as place, generate_subscripts(key_tenants, 1) as no) as k
      where k.use = 'written' and alive[k.owner] and records.ctid = k.place; -- @written-for-alive
    get diagnostics written_count = row_count;
    -- A locked row stays at its place in the table. Were one elsewhere, its write would be lost in silence.
    assert false = any(alive) or written_count = written_keys;
  end if;
  if removed_keys > 0 then
    delete from wonflow.records using (select unnest(key_tenants) as tenant, unnest(key_kinds) as kind, unnest(key_ids) as id, unnest(key_uses) as use, unnest(key_owners) as owner, unnest(key_bodies) as body, unnest(key_dues) as due_at, unnest(key_lists) as list, unnest(key_positions) as position, unnest(places) as place, generate_subscripts(key_tenants, 1) as no) as k
      where k.use = 'removed' and alive[k.owner] and records.ctid = k.place; -- @removed-for-alive
  end if;
  -- Deletes the records that only reserved a key, and those of change sets that were refused later.
  if made_count > 0 and (any_refused or reserved_keys > 0) then -- @undo-made
    delete from wonflow.records using (select unnest(key_tenants) as tenant, unnest(key_kinds) as kind, unnest(key_ids) as id, unnest(key_uses) as use, unnest(key_owners) as owner, unnest(key_bodies) as body, unnest(key_dues) as due_at, unnest(key_lists) as list, unnest(key_positions) as position, unnest(places) as place, generate_subscripts(key_tenants, 1) as no) as k
      where k.use in ('absent', 'reserved') and (k.owner = 0 or not alive[k.owner]) and records.tenant = k.tenant and records.kind = k.kind and records.id = k.id and records.xmin = pg_current_xact_id()::xid; -- @undone
  end if;

  if cardinality(account_names) > 0 then
    if (select sum(amount) from unnest(delta_amounts) as amount) <> 0 then -- @balanced
      raise exception 'postings are not balanced' using errcode = 'WF002';
    end if;
    insert into wonflow.entries (tenant, commit_id, at, reference, postings)
      select tenant, id, at, reference, postings::jsonb -- @entry
      from (select unnest(tenants) as tenant, unnest(ids) as id, unnest(ats) as at, unnest(refs) as reference, unnest(entry_postings) as postings, generate_subscripts(tenants, 1) as no) as c
      where postings is not null and alive[no] -- @entry-of-alive
      order by no;
    if cardinality(step_owners) > 0 then null;
    elsif not false = any(alive) then -- @all-alive
      insert into wonflow.accounts as known (tenant, account, balance)
        select tenant, name, amount from (select unnest(account_tenants) as tenant, unnest(account_names) as name, unnest(account_sums) as amount, generate_subscripts(account_tenants, 1) as no) as a
        order by tenant collate "C", name collate "C"
        on conflict (tenant, account) do update set balance = known.balance + excluded.balance; -- @balances-of-all
    else
      insert into wonflow.accounts as known (tenant, account, balance)
    select tenant, name, sum(amount) from (select tenant, name, amount from (select unnest(delta_owners) as owner, unnest(delta_tenants) as tenant, unnest(delta_names) as name, unnest(delta_amounts) as amount, generate_subscripts(delta_owners, 1) as no) as d where alive[owner]) as a
    group by tenant, name
    order by tenant collate "C", name collate "C"
    on conflict (tenant, account) do update set balance = known.balance + excluded.balance;
    end if;
  end if;

  if any_refused then
    -- A change set whose entry is there was committed earlier, though its id was forgotten.
    for loser in
      select c.no from (select unnest(tenants) as tenant, unnest(ids) as id, unnest(alive) as alive, generate_subscripts(tenants, 1) as no) as c
      join wonflow.entries on entries.tenant = c.tenant and entries.commit_id = c.id
      where not c.alive -- @entry-of-refused
    loop
      verdicts[loser.no] := null;
    end loop;
    update wonflow.commits set refusal = c.verdict
      from (select unnest(tenants) as tenant, unnest(ids) as id, unnest(in_doubt) as in_doubt, unnest(verdicts) as verdict, unnest(alive) as alive, generate_subscripts(tenants, 1) as no) as c
      where c.in_doubt and not c.alive and c.verdict ->> 'status' <> 'busy' -- @refusal-recorded
        and commits.tenant = c.tenant and commits.id = c.id and commits.xmin = pg_current_xact_id()::xid;
    delete from wonflow.commits
      using (select unnest(tenants) as tenant, unnest(ids) as id, unnest(in_doubt) as in_doubt, unnest(verdicts) as verdict, unnest(alive) as alive, generate_subscripts(tenants, 1) as no) as c
      where not c.alive and (not c.in_doubt or c.verdict ->> 'status' = 'busy') -- @id-given-back
        and commits.tenant = c.tenant and commits.id = c.id and commits.xmin = pg_current_xact_id()::xid; -- @id-of-ours
  end if;

  if false = any(alive) then committed_now := alive; -- @committed-now
  else verdicts := null; end if;
end $$;


create function wonflow.read_records_1(
  record_tenants text[], record_kinds text[], record_ids text[], account_tenants text[], account_names text[]
) returns table (
  tenant text, kind text, id text, version bigint, body json, due_at bigint, list text, "position" text,
  account text, balance bigint
) language plpgsql stable 
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  -- A stable function reads one snapshot, that of its call.
  if cardinality(record_ids) > 0 then
    return query select r.tenant, r.kind, r.id, r.version, r.body, r.due_at, r.list, r.position, null::text, null::bigint
    from (select unnest(record_tenants) as tenant, unnest(record_kinds) as kind, unnest(record_ids) as id, generate_subscripts(record_tenants, 1) as no) as wanted
    join wonflow.records as r on r.tenant = wanted.tenant and r.kind = wanted.kind and r.id = wanted.id;
  end if;
  if cardinality(account_names) > 0 then
    return query select a.tenant, null::text, null::text, null::bigint, null::json, null::bigint, null::text, null::text,
      a.account, a.balance
    from (select unnest(account_tenants) as tenant, unnest(account_names) as account, generate_subscripts(account_tenants, 1) as no) as wanted
    join wonflow.accounts as a on a.tenant = wanted.tenant and a.account = wanted.account;
  end if;
end $$;


create function wonflow.claim_due_1(kinds text[], nows bigint[], untils bigint[], limits integer[])
returns table (
  tenant text, kind text, id text, version bigint, body json, due_at bigint, list text, "position" text
) language plpgsql 
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  return query
    -- Materialized, because a step that ran again would take more rows than the limit, and lock others.
    with due as materialized (
      select d.* from unnest(kinds, nows, untils, limits) with ordinality as asked(kind, now, until, most, no)
      cross join lateral (
        select r.tenant, r.kind, r.id, r.due_at, asked.until, asked.no from wonflow.records as r
        where r.kind = asked.kind and r.due_at <= asked.now -- @due
        order by r.due_at, r.tenant, r.id -- @longest-due
        limit asked.most -- @limit
        for update skip locked
      ) as d
    ), claimed as (
      update wonflow.records as r set due_at = due.until from due -- @until
      where r.tenant = due.tenant and r.kind = due.kind and r.id = due.id -- @claimed
      returning r.*, due.due_at as was_due_at, due.no
    )
    select c.tenant, c.kind, c.id, c.version, c.body, c.due_at, c.list, c.position from claimed as c
    order by c.no, c.was_due_at, c.tenant, c.id; -- @order
end $$;

create function wonflow.take_rates_1(
  keys text[], times bigint[], counts bigint[], wanted bigint[]
) returns table (taken_from text, taken bigint, wait_us bigint) language plpgsql as $$
declare
  asked record;
  known bigint;
  now_us bigint;
  each_us bigint;
  begun bigint;
begin
  -- Every process locks keys in the same order, so that no two wait for each other.
  for asked in
    select * from unnest(keys, times, counts, wanted) as a(key, time_us, count, wanted) order by key collate "C"
  loop
    loop
      select full_at into known from wonflow.rates where key = asked.key for update;
      exit when found;
      insert into wonflow.rates (key, full_at) values (asked.key, 0) on conflict do nothing; -- @new-key
    end loop;
    -- The clock is read once the row is locked: a process that waited for the row comes after the one that had it.
    now_us := (extract(epoch from clock_timestamp()) * 1000000)::bigint; -- @clock
    each_us := asked.time_us / asked.count; -- @each
    -- When a limit has become shorter, a key that owed more than the whole of it would be refused for too long.
    begun := greatest(least(known, now_us + asked.time_us), now_us); -- @owed
    taken_from := asked.key; -- @taken-from
    taken := least(asked.wanted, (now_us + asked.time_us - begun) / each_us); -- @taken
    begun := begun + taken * each_us; -- @cost
    wait_us := begun + each_us - asked.time_us - now_us; -- @wait
    if begun <> known then -- @kept
      update wonflow.rates set full_at = begun where key = asked.key; -- @one-key
    end if;
    return next;
  end loop;
end $$;

insert into wonflow.migrations (name, timestamp) values
('0001-records-and-ledger', '2026-11-28T10:45:28.599Z');

insert into wonflow.migrations_lock (id, is_locked) values
('migration_lock', '0');

insert into wonflow.records (tenant, kind, id, version, body, due_at, list, position) values
('1:test', 'merchant', 'self', '13', '{"mId":1,"mode":"test","name":"Wonflow Docs","businessName":null,"businessRegistrationNumber":"1234567890","phone":"02-000-0000","terms":null,"color":null,"feeRate":"3.3","nextFeeRate":null,"contracts":{"kyc":true,"taxFree":true,"payouts":true,"webhook":true,"gateways":["PG_A","PG_B"]},"origins":[],"settlementDays":3,"minAmount":1,"maxAmount":1000000000000}', NULL, NULL, NULL),
('1:test', 'settlementSchedule', 'self', '26', '{}', '1795878000000', NULL, NULL),
('1:test', 'transferAccount', 'self', '17', '{"account":{"bankCode":"004","accountNumber":"********0001","holderName":"Wonflow Docs"},"sealedNumber":"v1.91bc9dbbe3dbed2a.B80ibduHrsm8M87N.wiGuHqESDEiWH_kYgQEK0mo3gEbD6L3FUjsMFA","daily":true,"nextDay":"2026-11-28"}', '1795874400000', NULL, NULL),
('7:test', 'attempt', 'approval.1S8RwE-CBuU7Wi1pWGnDP', '172', '{"key":"approval.1S8RwE-CBuU7Wi1pWGnDP","kind":"approval","status":"UNKNOWN","openedAt":1795862781790,"deadline":1795862811790,"lookUpAt":1795862782940,"lookUps":1,"flagged":false,"intentKey":"1S8RwE-CBuU7Wi1pWGnDP","approvalKey":"approval.1S8RwE-CBuU7Wi1pWGnDP","amount":10000,"methods":1,"reversal":null,"refusal":null,"approvedAt":null,"approvalNumber":null,"answer":null}', '1795862782940', NULL, NULL),
('7:test', 'attempt', 'approval.RtiCT-Fp8WSXL56rd86vt', '147', '{"key":"approval.RtiCT-Fp8WSXL56rd86vt","kind":"approval","status":"DONE","openedAt":1795862781372,"deadline":1795862811372,"lookUpAt":null,"lookUps":0,"flagged":false,"intentKey":"RtiCT-Fp8WSXL56rd86vt","approvalKey":"approval.RtiCT-Fp8WSXL56rd86vt","amount":10000,"methods":1,"reversal":null,"refusal":null,"approvedAt":1795862781420,"approvalNumber":"00000007","answer":{"ok":true,"value":{"intentKey":"RtiCT-Fp8WSXL56rd86vt","orderId":"upgraded-order-cancellation-unknown","settlementId":null,"orderName":"Tea","mId":7,"totalAmount":10000,"status":"DONE","requestedAt":"2026-11-28T19:46:21+09:00","approvedAt":"2026-11-28T19:46:21+09:00","methods":[{"method":"KEYIN","amount":10000,"keyin":{"number":"400000******0006","installmentPlanMonths":0,"issuerCode":"61"}}],"receipt":{"candyUrl":"http://localhost:38913/receipts/rc_7_test_RtiCT-Fp8WSXL56rd86vttzwAHb5nNeyTASYMr5-HO9","perMethodUrls":["http://localhost:38913/receipts/rc_7_test_RtiCT-Fp8WSXL56rd86vttzwAHb5nNeyTASYMr5-HO9/1"]}}}}', NULL, NULL, NULL),
('7:test', 'attempt', 'approval.TMnySu_4IOhs_rzvNrhRt', '105', '{"key":"approval.TMnySu_4IOhs_rzvNrhRt","kind":"approval","status":"DONE","openedAt":1795862780348,"deadline":1795862810348,"lookUpAt":null,"lookUps":0,"flagged":false,"intentKey":"TMnySu_4IOhs_rzvNrhRt","approvalKey":"approval.TMnySu_4IOhs_rzvNrhRt","amount":10000,"methods":1,"reversal":null,"refusal":null,"approvedAt":1795862780436,"approvalNumber":"00000004","answer":{"ok":true,"value":{"intentKey":"TMnySu_4IOhs_rzvNrhRt","orderId":"upgraded-order-canceled","settlementId":null,"orderName":"Tea","mId":7,"totalAmount":10000,"status":"DONE","requestedAt":"2026-11-28T19:46:20+09:00","approvedAt":"2026-11-28T19:46:20+09:00","methods":[{"method":"KEYIN","amount":10000,"keyin":{"number":"400000******0009","installmentPlanMonths":0,"issuerCode":"11"}}],"receipt":{"candyUrl":"http://localhost:38913/receipts/rc_7_test_TMnySu_4IOhs_rzvNrhRtkJytjibBjGiOPhyyd050Fi","perMethodUrls":["http://localhost:38913/receipts/rc_7_test_TMnySu_4IOhs_rzvNrhRtkJytjibBjGiOPhyyd050Fi/1"]}}}}', NULL, NULL, NULL),
('7:test', 'attempt', 'approval.TVn5GzfuL-yyvpRhRUS-c', '130', '{"key":"approval.TVn5GzfuL-yyvpRhRUS-c","kind":"approval","status":"REFUSED","openedAt":1795862781045,"deadline":1795862811045,"lookUpAt":null,"lookUps":0,"flagged":false,"intentKey":"TVn5GzfuL-yyvpRhRUS-c","approvalKey":"approval.TVn5GzfuL-yyvpRhRUS-c","amount":10000,"methods":1,"reversal":null,"refusal":"REJECT_CARD_PAYMENT","approvedAt":null,"approvalNumber":null,"answer":{"ok":false,"error":{"code":"REJECT_CARD_PAYMENT"}}}', NULL, NULL, NULL),
('7:test', 'attempt', 'approval.kWTOiz39UHfKyLZBNED9j', '79', '{"key":"approval.kWTOiz39UHfKyLZBNED9j","kind":"approval","status":"DONE","openedAt":1795862779722,"deadline":1795862809722,"lookUpAt":null,"lookUps":0,"flagged":false,"intentKey":"kWTOiz39UHfKyLZBNED9j","approvalKey":"approval.kWTOiz39UHfKyLZBNED9j","amount":10000,"methods":1,"reversal":null,"refusal":null,"approvedAt":1795862779791,"approvalNumber":"00000002","answer":{"ok":true,"value":{"intentKey":"kWTOiz39UHfKyLZBNED9j","orderId":"upgraded-order-partly-canceled","settlementId":null,"orderName":"Tea","mId":7,"totalAmount":10000,"status":"DONE","requestedAt":"2026-11-28T19:46:19+09:00","approvedAt":"2026-11-28T19:46:19+09:00","methods":[{"method":"KEYIN","amount":10000,"keyin":{"number":"400000******0009","installmentPlanMonths":0,"issuerCode":"11"}}],"receipt":{"candyUrl":"http://localhost:38913/receipts/rc_7_test_kWTOiz39UHfKyLZBNED9j1_GW-K9mKU_IGxH4Tuqe-4","perMethodUrls":["http://localhost:38913/receipts/rc_7_test_kWTOiz39UHfKyLZBNED9j1_GW-K9mKU_IGxH4Tuqe-4/1"]}}}}', NULL, NULL, NULL),
('7:test', 'attempt', 'approval.qDjV9rH_AZjvpqPPE2ld2', '61', '{"key":"approval.qDjV9rH_AZjvpqPPE2ld2","kind":"approval","status":"DONE","openedAt":1795862779278,"deadline":1795862809278,"lookUpAt":null,"lookUps":0,"flagged":false,"intentKey":"qDjV9rH_AZjvpqPPE2ld2","approvalKey":"approval.qDjV9rH_AZjvpqPPE2ld2","amount":10000,"methods":1,"reversal":null,"refusal":null,"approvedAt":1795862779365,"approvalNumber":"00000001","answer":{"ok":true,"value":{"intentKey":"qDjV9rH_AZjvpqPPE2ld2","orderId":"upgraded-order-done","settlementId":null,"orderName":"Tea","mId":7,"totalAmount":10000,"status":"DONE","requestedAt":"2026-11-28T19:46:18+09:00","approvedAt":"2026-11-28T19:46:19+09:00","methods":[{"method":"KEYIN","amount":10000,"keyin":{"number":"400000******0009","installmentPlanMonths":0,"issuerCode":"11"}}],"receipt":{"candyUrl":"http://localhost:38913/receipts/rc_7_test_qDjV9rH_AZjvpqPPE2ld2zdFteUaqh0u-zLi3kDszXj","perMethodUrls":["http://localhost:38913/receipts/rc_7_test_qDjV9rH_AZjvpqPPE2ld2zdFteUaqh0u-zLi3kDszXj/1"]}}}}', NULL, NULL, NULL),
('7:test', 'attempt', 'cancellation.RtiCT-Fp8WSXL56rd86vt.1', '154', '{"key":"cancellation.RtiCT-Fp8WSXL56rd86vt.1","kind":"cancellation","status":"UNKNOWN","openedAt":1795862781484,"deadline":1795862811484,"lookUpAt":1795862782557,"lookUps":1,"flagged":false,"intentKey":"RtiCT-Fp8WSXL56rd86vt","number":1,"approvalKey":"approval.RtiCT-Fp8WSXL56rd86vt","amount":10000,"reason":"out of stock","method":0,"group":["cancellation.RtiCT-Fp8WSXL56rd86vt.1"],"canceledAt":null,"refusal":null,"answer":null}', '1795862782557', NULL, NULL),
('7:test', 'attempt', 'cancellation.TMnySu_4IOhs_rzvNrhRt.1', '112', '{"key":"cancellation.TMnySu_4IOhs_rzvNrhRt.1","kind":"cancellation","status":"DONE","openedAt":1795862780505,"deadline":1795862810505,"lookUpAt":null,"lookUps":0,"flagged":false,"intentKey":"TMnySu_4IOhs_rzvNrhRt","number":1,"approvalKey":"approval.TMnySu_4IOhs_rzvNrhRt","amount":10000,"reason":"out of stock","method":0,"group":["cancellation.TMnySu_4IOhs_rzvNrhRt.1"],"canceledAt":1795862780625,"refusal":null,"answer":{"ok":true,"value":{"intentKey":"TMnySu_4IOhs_rzvNrhRt","orderId":"upgraded-order-canceled","settlementId":null,"orderName":"Tea","mId":7,"totalAmount":10000,"status":"CANCELED","requestedAt":"2026-11-28T19:46:20+09:00","approvedAt":"2026-11-28T19:46:20+09:00","cancel":{"canceledAt":"2026-11-28T19:46:20+09:00","canceledAmount":10000,"remainingAmount":0,"inProgress":false},"methods":[{"method":"KEYIN","amount":10000,"keyin":{"number":"400000******0009","installmentPlanMonths":0,"issuerCode":"11"}}],"receipt":{"candyUrl":"http://localhost:38913/receipts/rc_7_test_TMnySu_4IOhs_rzvNrhRtkJytjibBjGiOPhyyd050Fi","perMethodUrls":["http://localhost:38913/receipts/rc_7_test_TMnySu_4IOhs_rzvNrhRtkJytjibBjGiOPhyyd050Fi/1"]}}}}', NULL, NULL, NULL),
('7:test', 'attempt', 'cancellation.kWTOiz39UHfKyLZBNED9j.1', '87', '{"key":"cancellation.kWTOiz39UHfKyLZBNED9j.1","kind":"cancellation","status":"DONE","openedAt":1795862779904,"deadline":1795862809904,"lookUpAt":null,"lookUps":0,"flagged":false,"intentKey":"kWTOiz39UHfKyLZBNED9j","number":1,"approvalKey":"approval.kWTOiz39UHfKyLZBNED9j","amount":4000,"reason":"out of stock","method":0,"group":["cancellation.kWTOiz39UHfKyLZBNED9j.1"],"canceledAt":1795862780024,"refusal":null,"answer":{"ok":true,"value":{"intentKey":"kWTOiz39UHfKyLZBNED9j","orderId":"upgraded-order-partly-canceled","settlementId":null,"orderName":"Tea","mId":7,"totalAmount":10000,"status":"PARTIAL_CANCELED","requestedAt":"2026-11-28T19:46:19+09:00","approvedAt":"2026-11-28T19:46:19+09:00","cancel":{"canceledAt":"2026-11-28T19:46:20+09:00","canceledAmount":4000,"remainingAmount":6000,"inProgress":false},"methods":[{"method":"KEYIN","amount":10000,"keyin":{"number":"400000******0009","installmentPlanMonths":0,"issuerCode":"11"}}],"receipt":{"candyUrl":"http://localhost:38913/receipts/rc_7_test_kWTOiz39UHfKyLZBNED9j1_GW-K9mKU_IGxH4Tuqe-4","perMethodUrls":["http://localhost:38913/receipts/rc_7_test_kWTOiz39UHfKyLZBNED9j1_GW-K9mKU_IGxH4Tuqe-4/1"]}}}}', NULL, NULL, NULL),
('7:test', 'earning', 'RtiCT-Fp8WSXL56rd86vt', '148', '{"id":"RtiCT-Fp8WSXL56rd86vt","orderId":"upgraded-order-cancellation-unknown","transactionAmount":10000,"feeRate":"2.8","fee":280,"vat":28,"net":9692,"earnedAt":1795862781420,"settlementDays":3,"dueDay":"2026-12-02","settlementId":null,"settledAt":null}', NULL, 'unsettled', '2026-12-02/RtiCT-Fp8WSXL56rd86vt'),
('7:test', 'earning', 'TMnySu_4IOhs_rzvNrhRt', '113', '{"id":"TMnySu_4IOhs_rzvNrhRt","orderId":"upgraded-order-canceled","transactionAmount":0,"feeRate":"2.8","fee":0,"vat":0,"net":0,"earnedAt":1795862780436,"settlementDays":3,"dueDay":"2026-12-02","settlementId":null,"settledAt":null}', NULL, NULL, NULL),
('7:test', 'earning', 'kWTOiz39UHfKyLZBNED9j', '88', '{"id":"kWTOiz39UHfKyLZBNED9j","orderId":"upgraded-order-partly-canceled","transactionAmount":6000,"feeRate":"2.8","fee":168,"vat":17,"net":5815,"earnedAt":1795862779791,"settlementDays":3,"dueDay":"2026-12-02","settlementId":null,"settledAt":null}', NULL, 'unsettled', '2026-12-02/kWTOiz39UHfKyLZBNED9j'),
('7:test', 'earning', 'qDjV9rH_AZjvpqPPE2ld2', '62', '{"id":"qDjV9rH_AZjvpqPPE2ld2","orderId":"upgraded-order-done","transactionAmount":10000,"feeRate":"2.8","fee":280,"vat":28,"net":9692,"earnedAt":1795862779365,"settlementDays":3,"dueDay":"2026-12-02","settlementId":null,"settledAt":null}', NULL, 'unsettled', '2026-12-02/qDjV9rH_AZjvpqPPE2ld2'),
('7:test', 'idempotency', 'cancel 1', '83', '{"fingerprint":"7efbcb11d48c8a038cfcc1c5568d3bded14ff672ff61f4e9af25231615d21242","attempt":"cancellation.kWTOiz39UHfKyLZBNED9j.1","answer":null,"forgetAt":1797158779904}', '1797158779904', NULL, NULL),
('7:test', 'idempotency', 'confirm 1', '58', '{"fingerprint":"cf759f3a7d2765fd065f9fca998e988b65bd1ce4a5aa4bfea160d87fd0522f82","attempt":"approval.qDjV9rH_AZjvpqPPE2ld2","answer":null,"forgetAt":1797158779278}', '1797158779278', NULL, NULL),
('7:test', 'idempotency', 'session 1', '28', '{"fingerprint":"3f0137724a794698b3da3ed864b1c146eb2b6d4c5b8c66108a9b1c40bd383105","attempt":null,"answer":"v1.91bc9dbbe3dbed2a.Px9V80foeGGzuLd4.ITXFdhia_LFiHFLEukI2-ZjCQBa1XLcpo1D-aWnFzXCjw3y0YRrJhcbtkHfRkHFMOLHLumXajd6I0txdn3HX4sgrnEqTNfkiYNf_5St_Ory-Wm7xvpLyrVCc1XZTl-1JYO4XOrEOxs16ruXjx2bJZEaA8CLP-tCPtpObTlW7PX2jw9RiuPwCj5wyc-vfmqkQLOqfQVdM3D4nzzkk5PUkGg0KHbYZygDr0ORr39XvitGpeabDFlT10OTz3ESs_DPaYeUs0cYrlaug4RPGH-rg","forgetAt":1797158778307}', '1797158778307', NULL, NULL),
('7:test', 'intent', '1S8RwE-CBuU7Wi1pWGnDP', '170', '{"intentKey":"1S8RwE-CBuU7Wi1pWGnDP","orderId":"upgraded-order-unknown","orderName":"Tea","customerId":"upgrade-buyer","metadata":null,"sessionId":"0a4df22344c43bf7881aa303779db29ca038d2f45c618d50d53a5fc3c75dfb97","status":"IN_PROGRESS","superseded":false,"totalAmount":10000,"taxFreeAmount":0,"canceledAmount":0,"methods":[{"cardToken":"sbx_answer-lost_7:test_LvQhx5tbMkxkk-1V","maskedNumber":"400000******0008","issuerCode":"51","installmentPlanMonths":0,"amount":10000,"billkey":null,"canceledAmount":0}],"requestedAt":1795862781600,"confirmBy":1795863381708,"approvedAt":null,"canceledAt":null,"feeRate":"2.8","approvalKey":"approval.1S8RwE-CBuU7Wi1pWGnDP","openAttempt":"approval.1S8RwE-CBuU7Wi1pWGnDP","cancellations":0,"settlementDays":3,"receiptToken":null,"agreedTerms":null,"failure":null,"failedMethod":0}', NULL, 'intents', '2026-11-28T10:46:21.600Z/1S8RwE-CBuU7Wi1pWGnDP'),
('7:test', 'intent', '5tMDN1F1LSiwhygXugf0Z', '29', '{"metadata":null,"sessionId":"fc7f4b69735d2b309366da44b94eacfdfed5512f64c43656246418619c448022","status":"READY","superseded":false,"taxFreeAmount":0,"canceledAmount":0,"methods":[],"confirmBy":null,"approvedAt":null,"canceledAt":null,"feeRate":null,"approvalKey":null,"openAttempt":null,"cancellations":0,"settlementDays":3,"receiptToken":null,"agreedTerms":null,"failure":null,"failedMethod":0,"intentKey":"5tMDN1F1LSiwhygXugf0Z","orderId":"upgraded-order-ready","orderName":"Tea","customerId":"upgrade-buyer","totalAmount":10000,"requestedAt":1795862778308}', NULL, 'intents', '2026-11-28T10:46:18.308Z/5tMDN1F1LSiwhygXugf0Z'),
('7:test', 'intent', 'NTqOGoVt46FU1x4cMlmTg', '41', '{"intentKey":"NTqOGoVt46FU1x4cMlmTg","orderId":"upgraded-order-authenticated","orderName":"Tea","customerId":"upgrade-buyer","metadata":null,"sessionId":"83efa154b33b8939e8b5d0c80a27b506e1d3091432303a6d004365a02a3a35df","status":"IN_PROGRESS","superseded":false,"totalAmount":10000,"taxFreeAmount":0,"canceledAmount":0,"methods":[{"cardToken":"sbx_kb_7:test_wC6O1QMA3BJG-7Eu","maskedNumber":"400000******0009","issuerCode":"11","installmentPlanMonths":0,"amount":10000,"billkey":null,"canceledAmount":0}],"requestedAt":1795862778495,"confirmBy":1795863378779,"approvedAt":null,"canceledAt":null,"feeRate":null,"approvalKey":null,"openAttempt":null,"cancellations":0,"settlementDays":3,"receiptToken":null,"agreedTerms":null,"failure":null,"failedMethod":0}', '1795863378779', 'intents', '2026-11-28T10:46:18.495Z/NTqOGoVt46FU1x4cMlmTg'),
('7:test', 'intent', 'RtiCT-Fp8WSXL56rd86vt', '151', '{"intentKey":"RtiCT-Fp8WSXL56rd86vt","orderId":"upgraded-order-cancellation-unknown","orderName":"Tea","customerId":"upgrade-buyer","metadata":null,"sessionId":"0d06beab163aca9c12b9630ebc9f336ecaa29288aaab18477beebf69a5755706","status":"DONE","superseded":false,"totalAmount":10000,"taxFreeAmount":0,"canceledAmount":0,"methods":[{"cardToken":"sbx_refund-answer-lost_7:test_TmCQLA8tIh5orE4c","maskedNumber":"400000******0006","issuerCode":"61","installmentPlanMonths":0,"amount":10000,"billkey":null,"canceledAmount":0}],"requestedAt":1795862781193,"confirmBy":1795863381286,"approvedAt":1795862781420,"canceledAt":null,"feeRate":"2.8","approvalKey":"approval.RtiCT-Fp8WSXL56rd86vt","openAttempt":"cancellation.RtiCT-Fp8WSXL56rd86vt.1","cancellations":1,"settlementDays":3,"receiptToken":"rc_7_test_RtiCT-Fp8WSXL56rd86vttzwAHb5nNeyTASYMr5-HO9","agreedTerms":null,"failure":null,"failedMethod":0}', NULL, 'intents', '2026-11-28T10:46:21.193Z/RtiCT-Fp8WSXL56rd86vt'),
('7:test', 'intent', 'TMnySu_4IOhs_rzvNrhRt', '114', '{"intentKey":"TMnySu_4IOhs_rzvNrhRt","orderId":"upgraded-order-canceled","orderName":"Tea","customerId":"upgrade-buyer","metadata":null,"sessionId":"ca06220132f9b41f3040d76120aa008d1a2be32ffed29d169aba77e8cb363aeb","status":"CANCELED","superseded":false,"totalAmount":10000,"taxFreeAmount":0,"canceledAmount":10000,"methods":[{"cardToken":"sbx_kb_7:test_b61SXrS_DtAA5MCU","maskedNumber":"400000******0009","issuerCode":"11","installmentPlanMonths":0,"amount":10000,"billkey":null,"canceledAmount":10000}],"requestedAt":1795862780074,"confirmBy":1795863380200,"approvedAt":1795862780436,"canceledAt":1795862780625,"feeRate":"2.8","approvalKey":"approval.TMnySu_4IOhs_rzvNrhRt","openAttempt":null,"cancellations":1,"settlementDays":3,"receiptToken":"rc_7_test_TMnySu_4IOhs_rzvNrhRtkJytjibBjGiOPhyyd050Fi","agreedTerms":null,"failure":null,"failedMethod":0}', NULL, 'intents', '2026-11-28T10:46:20.074Z/TMnySu_4IOhs_rzvNrhRt'),
('7:test', 'intent', 'TVn5GzfuL-yyvpRhRUS-c', '131', '{"intentKey":"TVn5GzfuL-yyvpRhRUS-c","orderId":"upgraded-order-refused","orderName":"Tea","customerId":"upgrade-buyer","metadata":null,"sessionId":"2109893e73f613c806189b26c33a8016a4d2371658495f41b0ce03429dcfc620","status":"ABORTED","superseded":false,"totalAmount":10000,"taxFreeAmount":0,"canceledAmount":0,"methods":[{"cardToken":"sbx_no-funds_7:test_-yaBcRUmLkL7FHzi","maskedNumber":"400000******0009","issuerCode":"41","installmentPlanMonths":0,"amount":10000,"billkey":null,"canceledAmount":0}],"requestedAt":1795862780782,"confirmBy":1795863380952,"approvedAt":null,"canceledAt":null,"feeRate":"2.8","approvalKey":"approval.TVn5GzfuL-yyvpRhRUS-c","openAttempt":null,"cancellations":0,"settlementDays":3,"receiptToken":null,"agreedTerms":null,"failure":"REJECT_CARD_PAYMENT","failedMethod":0}', NULL, 'intents', '2026-11-28T10:46:20.782Z/TVn5GzfuL-yyvpRhRUS-c'),
('7:test', 'intent', 'kWTOiz39UHfKyLZBNED9j', '89', '{"intentKey":"kWTOiz39UHfKyLZBNED9j","orderId":"upgraded-order-partly-canceled","orderName":"Tea","customerId":"upgrade-buyer","metadata":null,"sessionId":"3693f4a08bd5855a5ea96e425e9722d3549b4ead4f7e9661b3285c836a061805","status":"PARTIAL_CANCELED","superseded":false,"totalAmount":10000,"taxFreeAmount":0,"canceledAmount":4000,"methods":[{"cardToken":"sbx_kb_7:test_z_9qjM4A1b-lqzHJ","maskedNumber":"400000******0009","issuerCode":"11","installmentPlanMonths":0,"amount":10000,"billkey":null,"canceledAmount":4000}],"requestedAt":1795862779485,"confirmBy":1795863379626,"approvedAt":1795862779791,"canceledAt":1795862780024,"feeRate":"2.8","approvalKey":"approval.kWTOiz39UHfKyLZBNED9j","openAttempt":null,"cancellations":1,"settlementDays":3,"receiptToken":"rc_7_test_kWTOiz39UHfKyLZBNED9j1_GW-K9mKU_IGxH4Tuqe-4","agreedTerms":null,"failure":null,"failedMethod":0}', NULL, 'intents', '2026-11-28T10:46:19.485Z/kWTOiz39UHfKyLZBNED9j'),
('7:test', 'intent', 'qDjV9rH_AZjvpqPPE2ld2', '63', '{"intentKey":"qDjV9rH_AZjvpqPPE2ld2","orderId":"upgraded-order-done","orderName":"Tea","customerId":"upgrade-buyer","metadata":null,"sessionId":"0724b48cd9b23e4f3f1d81f55f6af6627b55a8f0b7125960e5df41a3effb1a8f","status":"DONE","superseded":false,"totalAmount":10000,"taxFreeAmount":0,"canceledAmount":0,"methods":[{"cardToken":"sbx_kb_7:test_w3huKb-6nQYuJW1Q","maskedNumber":"400000******0009","issuerCode":"11","installmentPlanMonths":0,"amount":10000,"billkey":null,"canceledAmount":0}],"requestedAt":1795862778952,"confirmBy":1795863379161,"approvedAt":1795862779365,"canceledAt":null,"feeRate":"2.8","approvalKey":"approval.qDjV9rH_AZjvpqPPE2ld2","openAttempt":null,"cancellations":0,"settlementDays":3,"receiptToken":"rc_7_test_qDjV9rH_AZjvpqPPE2ld2zdFteUaqh0u-zLi3kDszXj","agreedTerms":null,"failure":null,"failedMethod":0}', NULL, 'intents', '2026-11-28T10:46:18.952Z/qDjV9rH_AZjvpqPPE2ld2'),
('7:test', 'merchant', 'self', '7', '{"mId":7,"mode":"test","name":"Corner Shop","businessName":null,"businessRegistrationNumber":null,"phone":null,"terms":null,"color":null,"feeRate":"2.8","nextFeeRate":null,"contracts":{"kyc":false,"taxFree":false,"payouts":false,"webhook":false,"gateways":[]},"origins":[],"settlementDays":3,"minAmount":1,"maxAmount":1000000000000}', NULL, NULL, NULL),
('7:test', 'order', 'upgraded-order-authenticated', '35', '{"orderId":"upgraded-order-authenticated","intentKey":"NTqOGoVt46FU1x4cMlmTg"}', NULL, NULL, NULL),
('7:test', 'order', 'upgraded-order-canceled', '92', '{"orderId":"upgraded-order-canceled","intentKey":"TMnySu_4IOhs_rzvNrhRt"}', NULL, NULL, NULL),
('7:test', 'order', 'upgraded-order-cancellation-unknown', '134', '{"orderId":"upgraded-order-cancellation-unknown","intentKey":"RtiCT-Fp8WSXL56rd86vt"}', NULL, NULL, NULL),
('7:test', 'order', 'upgraded-order-done', '47', '{"orderId":"upgraded-order-done","intentKey":"qDjV9rH_AZjvpqPPE2ld2"}', NULL, NULL, NULL),
('7:test', 'order', 'upgraded-order-partly-canceled', '66', '{"orderId":"upgraded-order-partly-canceled","intentKey":"kWTOiz39UHfKyLZBNED9j"}', NULL, NULL, NULL),
('7:test', 'order', 'upgraded-order-ready', '31', '{"orderId":"upgraded-order-ready","intentKey":"5tMDN1F1LSiwhygXugf0Z"}', NULL, NULL, NULL),
('7:test', 'order', 'upgraded-order-refused', '117', '{"orderId":"upgraded-order-refused","intentKey":"TVn5GzfuL-yyvpRhRUS-c"}', NULL, NULL, NULL),
('7:test', 'order', 'upgraded-order-unknown', '159', '{"orderId":"upgraded-order-unknown","intentKey":"1S8RwE-CBuU7Wi1pWGnDP"}', NULL, NULL, NULL),
('7:test', 'session', '0724b48cd9b23e4f3f1d81f55f6af6627b55a8f0b7125960e5df41a3effb1a8f', '56', '{"id":"0724b48cd9b23e4f3f1d81f55f6af6627b55a8f0b7125960e5df41a3effb1a8f","intentKey":"qDjV9rH_AZjvpqPPE2ld2","openedBy":"server","status":"AUTHENTICATED","successUrl":"https://shop.example/ok","failUrl":"https://shop.example/fail","tries":1,"triedAt":1795862779099,"refusals":0,"createdAt":1795862778952,"expiresAt":1795864578952,"kyc":null}', NULL, NULL, NULL),
('7:test', 'session', '0a4df22344c43bf7881aa303779db29ca038d2f45c618d50d53a5fc3c75dfb97', '168', '{"id":"0a4df22344c43bf7881aa303779db29ca038d2f45c618d50d53a5fc3c75dfb97","intentKey":"1S8RwE-CBuU7Wi1pWGnDP","openedBy":"server","status":"AUTHENTICATED","successUrl":"https://shop.example/ok","failUrl":"https://shop.example/fail","tries":1,"triedAt":1795862781685,"refusals":0,"createdAt":1795862781600,"expiresAt":1795864581600,"kyc":null}', NULL, NULL, NULL),
('7:test', 'session', '0d06beab163aca9c12b9630ebc9f336ecaa29288aaab18477beebf69a5755706', '143', '{"id":"0d06beab163aca9c12b9630ebc9f336ecaa29288aaab18477beebf69a5755706","intentKey":"RtiCT-Fp8WSXL56rd86vt","openedBy":"server","status":"AUTHENTICATED","successUrl":"https://shop.example/ok","failUrl":"https://shop.example/fail","tries":1,"triedAt":1795862781261,"refusals":0,"createdAt":1795862781193,"expiresAt":1795864581193,"kyc":null}', NULL, NULL, NULL),
('7:test', 'session', '2109893e73f613c806189b26c33a8016a4d2371658495f41b0ce03429dcfc620', '126', '{"id":"2109893e73f613c806189b26c33a8016a4d2371658495f41b0ce03429dcfc620","intentKey":"TVn5GzfuL-yyvpRhRUS-c","openedBy":"server","status":"AUTHENTICATED","successUrl":"https://shop.example/ok","failUrl":"https://shop.example/fail","tries":1,"triedAt":1795862780915,"refusals":0,"createdAt":1795862780782,"expiresAt":1795864580782,"kyc":null}', NULL, NULL, NULL),
('7:test', 'session', '3693f4a08bd5855a5ea96e425e9722d3549b4ead4f7e9661b3285c836a061805', '75', '{"id":"3693f4a08bd5855a5ea96e425e9722d3549b4ead4f7e9661b3285c836a061805","intentKey":"kWTOiz39UHfKyLZBNED9j","openedBy":"server","status":"AUTHENTICATED","successUrl":"https://shop.example/ok","failUrl":"https://shop.example/fail","tries":1,"triedAt":1795862779546,"refusals":0,"createdAt":1795862779485,"expiresAt":1795864579485,"kyc":null}', NULL, NULL, NULL),
('7:test', 'session', '83efa154b33b8939e8b5d0c80a27b506e1d3091432303a6d004365a02a3a35df', '44', '{"id":"83efa154b33b8939e8b5d0c80a27b506e1d3091432303a6d004365a02a3a35df","intentKey":"NTqOGoVt46FU1x4cMlmTg","openedBy":"server","status":"AUTHENTICATED","successUrl":"https://shop.example/ok","failUrl":"https://shop.example/fail","tries":1,"triedAt":1795862778681,"refusals":0,"createdAt":1795862778495,"expiresAt":1795864578495,"kyc":null}', NULL, NULL, NULL),
('7:test', 'session', 'ca06220132f9b41f3040d76120aa008d1a2be32ffed29d169aba77e8cb363aeb', '101', '{"id":"ca06220132f9b41f3040d76120aa008d1a2be32ffed29d169aba77e8cb363aeb","intentKey":"TMnySu_4IOhs_rzvNrhRt","openedBy":"server","status":"AUTHENTICATED","successUrl":"https://shop.example/ok","failUrl":"https://shop.example/fail","tries":1,"triedAt":1795862780105,"refusals":0,"createdAt":1795862780074,"expiresAt":1795864580074,"kyc":null}', NULL, NULL, NULL),
('7:test', 'session', 'fc7f4b69735d2b309366da44b94eacfdfed5512f64c43656246418619c448022', '32', '{"id":"fc7f4b69735d2b309366da44b94eacfdfed5512f64c43656246418619c448022","intentKey":"5tMDN1F1LSiwhygXugf0Z","openedBy":"server","status":"OPEN","tries":0,"triedAt":null,"refusals":0,"successUrl":"https://shop.example/ok","failUrl":"https://shop.example/fail","createdAt":1795862778308,"expiresAt":1795864578308,"kyc":null}', '1795864578308', NULL, NULL),
('7:test', 'settlementSchedule', 'self', '25', '{}', '1795878000000', NULL, NULL),
('platform', 'apiKey', '985b18bc54f37710b66f4ca7b2065a17f4c16a9668a138d7ac0f23dac2046c50', '11', '{"tenant":"7:test","type":"client","hint":"E909","createdAt":1795862770264,"revokedAt":null}', NULL, 'apiKeys', '7:test/2026-11-28T10:46:10.264Z'),
('platform', 'apiKey', 'db0156fa96bdfccd4d91f2905fe3a514b1dcbd97cfab862429eb4e12668a7209', '10', '{"tenant":"7:test","type":"secret","hint":"-UXa","createdAt":1795862761884,"revokedAt":null}', NULL, 'apiKeys', '7:test/2026-11-28T10:46:01.884Z'),
('platform', 'cardTable', 'bins', '1', '{"version":"09978c37b1ea274382f1e8d7d5212a65","parts":1,"importedAt":1795862729689}', NULL, NULL, NULL),
('platform', 'cardTable', 'catalog', '3', '{"version":"4dd64c098cd3fb1bfc048ee77e01d0cf","parts":1,"importedAt":1795862742693}', NULL, NULL, NULL),
('platform', 'cardTablePart', 'bins.09978c37b1ea274382f1e8d7d5212a65.0', '2', '{"rows":[{"bin":"40005001","type":"CRD","acquirer":"71","issuer":"71","nickname":"롯데상회","updatedAt":"2026-11-28","providerCode":"","kind":"credit"}]}', NULL, NULL, NULL),
('platform', 'cardTablePart', 'catalog.4dd64c098cd3fb1bfc048ee77e01d0cf.0', '4', '{"rows":[{"id":"5f0c9a3e-7d1b-4c2a-9e60-000000000001","name":"오래된 카드","acquirer":"11","ref":"11-C1007","annualFeeDomestic":49000,"annualFeeInternational":{"VISA":52000},"thumbnails":["https://cards.example/thumbnails/11-c1007-front.png","https://cards.example/thumbnails/11-c1007-back.png"],"benefits":[{"categoryId":1,"title":"항공 마일리지 적립","notes":["이용금액 1,000원당 적립됩니다.","상품권·선불카드 충전 금액은 제외됩니다."],"details":[{"prevMonthSpendingRange":[300000,1000000],"content":["RATIO",0.1],"discountLimit":{"amount":{"monthly":10000}}},{"prevMonthSpendingRange":[1000000,null],"content":["RATIO",0.15],"discountLimit":{"amount":{"daily":10000,"monthly":20000}}}]},{"categoryId":2,"title":"해외 이용 할인","notes":["해외 가맹점 원화 결제는 제외됩니다."],"details":[{"prevMonthSpendingRange":[300000,1000000],"content":["RATIO",1],"discountLimit":{"amount":{"monthly":10000}}},{"prevMonthSpendingRange":[1000000,null],"content":["RATIO",2],"discountLimit":{"amount":{"daily":10000,"monthly":20000}}}]}],"updatedAt":"2026-02-02T00:00:00+09:00"}]}', NULL, NULL, NULL),
('platform', 'commitIds', 'all', '24', '{"forgottenBefore":1795776377997}', '1795866377997', NULL, NULL),
('platform', 'installmentFeed', 'PG_A', '22', '{"offers":{"period":{"startDate":"2026-11-01","endDate":"2026-11-30"},"free":[{"issuer":"11","minimumAmount":50000,"maximumAmount":null,"lastDay":"","installmentMonth":{"min":2,"max":5}},{"issuer":"21","minimumAmount":50000,"maximumAmount":null,"lastDay":"","installmentMonth":{"min":2,"max":3}},{"issuer":"31","minimumAmount":50000,"maximumAmount":null,"lastDay":"","installmentMonth":{"min":2,"max":7}},{"issuer":"33","minimumAmount":50000,"maximumAmount":null,"lastDay":"","installmentMonth":{"min":2,"max":4}},{"issuer":"W1","minimumAmount":50000,"maximumAmount":null,"lastDay":"","installmentMonth":{"min":2,"max":4}},{"issuer":"41","minimumAmount":50000,"maximumAmount":null,"lastDay":"","installmentMonth":{"min":2,"max":3}},{"issuer":"41","minimumAmount":50000,"maximumAmount":null,"lastDay":"","installmentMonth":{"min":7,"max":8}},{"issuer":"41","minimumAmount":200000,"maximumAmount":null,"lastDay":"","installmentMonth":{"min":2,"max":3}},{"issuer":"41","minimumAmount":200000,"maximumAmount":null,"lastDay":"","installmentMonth":{"min":7,"max":8}},{"issuer":"41","minimumAmount":200000,"maximumAmount":null,"lastDay":"","installmentMonth":{"min":14,"max":14}},{"issuer":"51","minimumAmount":50000,"maximumAmount":null,"lastDay":"","installmentMonth":{"min":2,"max":6}},{"issuer":"61","minimumAmount":100000,"maximumAmount":null,"lastDay":"","installmentMonth":{"min":2,"max":3}},{"issuer":"71","minimumAmount":50000,"maximumAmount":null,"lastDay":"","installmentMonth":{"min":3,"max":3}},{"issuer":"91","minimumAmount":50000,"maximumAmount":null,"lastDay":"","installmentMonth":{"min":2,"max":6}}],"partial":[{"issuer":"11","minimumAmount":50000,"maximumAmount":null,"lastDay":"","plan":[{"month":10,"customerInterestMonthRange":{"start":1,"end":4}},{"month":12,"customerInterestMonthRange":{"start":1,"end":5}}]},{"issuer":"41","minimumAmount":50000,"maximumAmount":null,"lastDay":"","plan":[{"month":10,"customerInterestMonthRange":{"start":1,"end":4}}]},{"issuer":"51","minimumAmount":50000,"maximumAmount":null,"lastDay":"","plan":[{"month":12,"customerInterestMonthRange":{"start":1,"end":6}},{"month":18,"customerInterestMonthRange":{"start":1,"end":8}}]}]},"sandbox":true,"readAt":1795862777966}', '1795866377966', NULL, NULL),
('platform', 'installmentFeed', 'PG_B', '23', '{"offers":{"period":{"startDate":"2026-11-01","endDate":"2026-11-30"},"free":[{"issuer":"11","minimumAmount":50000,"maximumAmount":null,"lastDay":"2026-11-30","installmentMonth":{"min":2,"max":5}},{"issuer":"15","minimumAmount":50000,"maximumAmount":3000000,"lastDay":"2026-11-30","installmentMonth":{"min":2,"max":3}},{"issuer":"21","minimumAmount":50000,"maximumAmount":null,"lastDay":"2026-11-30","installmentMonth":{"min":2,"max":3}},{"issuer":"31","minimumAmount":50000,"maximumAmount":null,"lastDay":"2026-11-30","installmentMonth":{"min":2,"max":7}},{"issuer":"33","minimumAmount":50000,"maximumAmount":null,"lastDay":"2026-11-30","installmentMonth":{"min":2,"max":4}},{"issuer":"41","minimumAmount":50000,"maximumAmount":null,"lastDay":"2026-11-30","installmentMonth":{"min":2,"max":3}},{"issuer":"41","minimumAmount":50000,"maximumAmount":null,"lastDay":"2026-11-30","installmentMonth":{"min":7,"max":8}},{"issuer":"41","minimumAmount":200000,"maximumAmount":null,"lastDay":"2026-11-30","installmentMonth":{"min":2,"max":3}},{"issuer":"41","minimumAmount":200000,"maximumAmount":null,"lastDay":"2026-11-30","installmentMonth":{"min":7,"max":8}},{"issuer":"41","minimumAmount":200000,"maximumAmount":null,"lastDay":"2026-11-30","installmentMonth":{"min":14,"max":14}},{"issuer":"51","minimumAmount":50000,"maximumAmount":null,"lastDay":"2026-11-30","installmentMonth":{"min":2,"max":6}},{"issuer":"61","minimumAmount":100000,"maximumAmount":null,"lastDay":"2026-11-30","installmentMonth":{"min":2,"max":3}},{"issuer":"71","minimumAmount":50000,"maximumAmount":null,"lastDay":"2026-11-30","installmentMonth":{"min":3,"max":3}},{"issuer":"91","minimumAmount":50000,"maximumAmount":null,"lastDay":"2026-11-30","installmentMonth":{"min":2,"max":6}},{"issuer":"W1","minimumAmount":50000,"maximumAmount":null,"lastDay":"2026-11-30","installmentMonth":{"min":2,"max":4}}],"partial":[{"issuer":"11","minimumAmount":50000,"maximumAmount":null,"lastDay":"2026-11-30","plan":[{"month":10,"customerInterestMonthRange":{"start":1,"end":4}},{"month":12,"customerInterestMonthRange":{"start":1,"end":5}}]},{"issuer":"41","minimumAmount":50000,"maximumAmount":null,"lastDay":"2026-11-30","plan":[{"month":10,"customerInterestMonthRange":{"start":1,"end":4}}]},{"issuer":"51","minimumAmount":50000,"maximumAmount":null,"lastDay":"2026-11-30","plan":[{"month":12,"customerInterestMonthRange":{"start":1,"end":6}},{"month":18,"customerInterestMonthRange":{"start":1,"end":8}}]}]},"sandbox":true,"readAt":1795862777966}', '1795866377966', NULL, NULL),
('platform', 'merchantIndex', '1:test', '12', '{"mId":1,"mode":"test"}', NULL, 'merchants', '000000000000001:test'),
('platform', 'merchantIndex', '7:test', '6', '{"mId":7,"mode":"test"}', NULL, 'merchants', '000000000000007:test'),
('platform', 'retention', 'all', '27', '{"turn":1,"begunAt":1795949177749,"done":null,"delivery":null}', '1795949177749', NULL, NULL),
('platform', 'secretCheck', 'newest', '5', '{"fingerprint":"ef5130a0115db3397565ba170aec0bcfe3538cd0d9d5a3b284b59f366aa12234"}', NULL, NULL, NULL);

insert into wonflow.accounts (tenant, account, balance) values
('7:test', 'fee', '-728'),
('7:test', 'pending', '-25199'),
('7:test', 'receivable', '26000'),
('7:test', 'vat', '-73');

insert into wonflow.entries (tenant, commit_id, at, reference, postings) values
('7:test', 'gfNsKnhMpdISILVE6GrQCfhw', '1795862779377', 'qDjV9rH_AZjvpqPPE2ld2', '[{"amount": 10000, "account": "receivable"}, {"amount": -9692, "account": "pending"}, {"amount": -280, "account": "fee"}, {"amount": -28, "account": "vat"}]'),
('7:test', '2F7wolU3wpbYgFQY77A5tu5j', '1795862779796', 'kWTOiz39UHfKyLZBNED9j', '[{"amount": 10000, "account": "receivable"}, {"amount": -9692, "account": "pending"}, {"amount": -280, "account": "fee"}, {"amount": -28, "account": "vat"}]'),
('7:test', '_yCtpMc4hcwxGk4xMuo1c6kI', '1795862780032', 'kWTOiz39UHfKyLZBNED9j', '[{"amount": -4000, "account": "receivable"}, {"amount": 3877, "account": "pending"}, {"amount": 112, "account": "fee"}, {"amount": 11, "account": "vat"}]'),
('7:test', 'PYN7W5LAg43m68H3ksZ4h8Il', '1795862780440', 'TMnySu_4IOhs_rzvNrhRt', '[{"amount": 10000, "account": "receivable"}, {"amount": -9692, "account": "pending"}, {"amount": -280, "account": "fee"}, {"amount": -28, "account": "vat"}]'),
('7:test', '9Remt_n9-dfE8Y8BAp6FrRVK', '1795862780657', 'TMnySu_4IOhs_rzvNrhRt', '[{"amount": -10000, "account": "receivable"}, {"amount": 9692, "account": "pending"}, {"amount": 280, "account": "fee"}, {"amount": 28, "account": "vat"}]'),
('7:test', 'AX3HtjXSqxn3xxu1gp393vkI', '1795862781424', 'RtiCT-Fp8WSXL56rd86vt', '[{"amount": 10000, "account": "receivable"}, {"amount": -9692, "account": "pending"}, {"amount": -280, "account": "fee"}, {"amount": -28, "account": "vat"}]');

insert into wonflow.commits (tenant, id, at, refusal) values
('1:test', '-ccnKcvRh61GZaJJFBJYgzf5', '1795862778096', NULL),
('1:test', '814qWZhG_fhZicufbNnKVbiO', '1795862777303', NULL),
('1:test', 'Fm1REwYqsWPybngk1if-5qUx', '1795862777221', NULL),
('7:test', '2F7wolU3wpbYgFQY77A5tu5j', '1795862779796', NULL),
('7:test', '47YMx9EtoFlhfryRoyfYYp7Y', '1795862778953', NULL),
('7:test', '6vPdTMLW1iO5tCSkC8ADK1Z7', '1795862781286', NULL),
('7:test', '9Remt_n9-dfE8Y8BAp6FrRVK', '1795862780657', NULL),
('7:test', 'AJafM1IgFhrZt0ahj8fn7SB6', '1795862779099', NULL),
('7:test', 'AX3HtjXSqxn3xxu1gp393vkI', '1795862781424', NULL),
('7:test', 'CHjjl_-gjW4O16S8vf_8Ml67', '1795862780505', NULL),
('7:test', 'CQsZ1tkS8euRgLOqDI2pRpgI', '1795862781708', NULL),
('7:test', 'E75o48L8JVK7-oZRgLbjPaA7', '1795862778016', NULL),
('7:test', 'EClUNJ2BHKnp-mX6tlhF-QVH', '1795862778779', NULL),
('7:test', 'Gmc3HTsxdZywPF8IilgC14r0', '1795862780075', NULL),
('7:test', 'Jtxbjr0q_Bcx-abDQE4JYKl5', '1795862779626', NULL),
('7:test', 'L8KwFSd-pugByGtS7LJRPWiw', '1795862781045', NULL),
('7:test', 'MkyxnjE8KZVuubtyzU_CBlyl', '1795862779278', NULL),
('7:test', 'OPsAKV1FMSmxVHSY9J3ghhiw', '1795862781685', NULL),
('7:test', 'PYN7W5LAg43m68H3ksZ4h8Il', '1795862780440', NULL),
('7:test', 'SLRjGAu4kcESevD7hXCgkHyh', '1795862779161', NULL),
('7:test', 'V4zkLD67bR0eHGBhjvMlGoUx', '1795862781790', NULL),
('7:test', 'VZ074w-aGADQtSdKZn2xdmpy', '1795862779722', NULL),
('7:test', 'VuL32Yt4r6jf93rc3F3EtW2E', '1795862778681', NULL),
('7:test', 'Wpgoz2hatFVY42D2Tpz6RcEG', '1795862781196', NULL),
('7:test', 'ZA-xVrNvTNJc2qYZGrVSyEQv', '1795862779546', NULL),
('7:test', 'ZEghWlrDx6exumYBCI-r5_8O', '1795862781557', NULL),
('7:test', '_yCtpMc4hcwxGk4xMuo1c6kI', '1795862780032', NULL),
('7:test', 'bScA07hkcsCFdMhE0JU3QIZj', '1795862781124', NULL),
('7:test', 'cjuBNN-c0qqaEk7-jbJayRdY', '1795862778512', NULL),
('7:test', 'ei8Gs-5hzu1uCJdKr5kUwo3F', '1795862781605', NULL),
('7:test', 'fYIg_Y3pfetJ9U9MuIgVwCnl', '1795862779505', NULL),
('7:test', 'frYbVdvYcg9BsIv9VhNrtwLP', '1795862780952', NULL),
('7:test', 'gVg97dhReKRbEcobfnpi0qJi', '1795862780105', NULL),
('7:test', 'gfNsKnhMpdISILVE6GrQCfhw', '1795862779377', NULL),
('7:test', 'hMrkNUuQg9cpX7uR5nNigcx9', '1795862780915', NULL),
('7:test', 'iKw2gjWmwDj53lvwCWsQuPxn', '1795862778311', NULL),
('7:test', 'kfoqIBAHcrauoOXqsrl8WnB6', '1795862781372', NULL),
('7:test', 'kiX4P2FHVixXRAo9V-TzLsEO', '1795862781484', NULL),
('7:test', 'obfT2XMUP-N9EZg45ykHponv', '1795862780815', NULL),
('7:test', 'q0UJV4_KdwUS77cMB9B5CoVP', '1795862780348', NULL),
('7:test', 'ro7SH4Zld88Zy3FL5I0SH7nY', '1795862781940', NULL),
('7:test', 'tE-sS5zFhRkirdxKDCuDRtcK', '1795862779904', NULL),
('7:test', 'u6WWYaVSOlDLtRiUv0vW1sR3', '1795862781261', NULL),
('7:test', 'x8HUQrO7BGkDwL0ymgOyyQyz', '1795862780200', NULL),
('7:test', 'zTLIOmEgPxkETFJPktll-kTt', '1795862754315', NULL),
('platform', '0sPvO9tQT7cRRA4rXbDaQySh', '1795862777966', NULL),
('platform', '1jYrA7Ey7CGV2cZBmqPkzMaA', '1795862778310', NULL),
('platform', '4op3dLgETkJdR-3pe6xsLZAj', '1795862777517', NULL),
('platform', '82PzCK2bti_tL5-90WNo15Ur', '1795862777749', NULL),
('platform', 'KqKKNzbRr3DXh7bpH1vD0Uuh', '1795862742693', NULL),
('platform', 'VMoyjvOzvtnBiTEK_2RztQSX', '1795862729689', NULL),
('platform', '_MmPpmKp-D3NesdjcYdewTwX', '1795862770264', NULL),
('platform', 'aB-xuRbkvjxBI7z0yauIVdbd', '1795862777547', NULL),
('platform', 'ahf26Ss1F3vn56KQNJoIVQqK', '1795862754282', NULL),
('platform', 'buQCQoF3Q7YqlfSS94rCJwfg', '1795862777749', NULL),
('platform', 'fwI5P3XzZHekWv4nFleIdD_a', '1795862777144', NULL),
('platform', 'hacT7gAHd32F-g4LROQi6-Nr', '1795862761884', NULL),
('platform', 'sQVGHGPK0POxiRGpm4OLK8Jn', '1795862777966', NULL),
('platform', 'wQw5HtNQ7JiyB1iyfby4E6OM', '1795862754184', NULL),
('platform', 'xHsnL4NZNu9OCju1dnsvXp9A', '1795862777997', NULL);

select setval('wonflow.versions', 173);

select setval('wonflow.removals', 16);
