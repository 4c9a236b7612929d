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
  -- All of a stable function is of the snapshot of its call.
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
('0001-records-and-ledger', '2026-11-24T18:31:15.039Z');

insert into wonflow.migrations_lock (id, is_locked) values
('migration_lock', '0');

insert into wonflow.records (tenant, kind, id, version, body, due_at, list, position) values
('1:test', 'merchant', 'self', '13', '{"mId":1,"mode":"test","name":"Wonflow Docs","businessName":null,"businessRegistrationNumber":"1234567890","phone":"02-000-0000","terms":null,"color":null,"feeRate":"3.3","nextFeeRate":null,"contracts":{"kyc":true,"taxFree":true,"payouts":true,"webhook":true,"gateways":["PG_A","PG_B"]},"origins":[],"settlementDays":3,"minAmount":1,"maxAmount":1000000000000}', NULL, NULL, NULL),
('1:test', 'settlementSchedule', 'self', '23', '{}', '1795618800000', NULL, NULL),
('1:test', 'transferAccount', 'self', '17', '{"account":{"bankCode":"004","accountNumber":"********0001","holderName":"Wonflow Docs"},"sealedNumber":"v1.91bc9dbbe3dbed2a.t0hImXy8S7YWqM6r.eNLFUatao7EIz3g0AvVxN-eupeyb8emRU21hJg","daily":true,"nextDay":"2026-11-25"}', '1795615200000', NULL, NULL),
('7:test', 'attempt', 'approval.CWkf51MqRnLFvt7Qh1sCo', '132', '{"key":"approval.CWkf51MqRnLFvt7Qh1sCo","kind":"approval","status":"REFUSED","openedAt":1795545079134,"deadline":1795545109134,"lookUpAt":null,"lookUps":0,"flagged":false,"intentKey":"CWkf51MqRnLFvt7Qh1sCo","approvalKey":"approval.CWkf51MqRnLFvt7Qh1sCo","amount":10000,"methods":1,"reversal":null,"refusal":"REJECT_CARD_PAYMENT","approvedAt":null,"approvalNumber":null,"answer":{"ok":false,"error":{"code":"REJECT_CARD_PAYMENT"}}}', NULL, NULL, NULL),
('7:test', 'attempt', 'approval.EEdz7_j7cD7QlctEUz3Oj', '61', '{"key":"approval.EEdz7_j7cD7QlctEUz3Oj","kind":"approval","status":"DONE","openedAt":1795545079049,"deadline":1795545109049,"lookUpAt":null,"lookUps":0,"flagged":false,"intentKey":"EEdz7_j7cD7QlctEUz3Oj","approvalKey":"approval.EEdz7_j7cD7QlctEUz3Oj","amount":10000,"methods":1,"reversal":null,"refusal":null,"approvedAt":1795545079056,"approvalNumber":"00000001","answer":{"ok":true,"value":{"intentKey":"EEdz7_j7cD7QlctEUz3Oj","orderId":"upgraded-order-done","settlementId":null,"orderName":"Tea","mId":7,"totalAmount":10000,"status":"DONE","requestedAt":"2026-11-25T03:31:19+09:00","approvedAt":"2026-11-25T03:31:19+09:00","methods":[{"method":"KEYIN","amount":10000,"keyin":{"number":"400000******0009","installmentPlanMonths":0,"issuerCode":"11"}}],"receipt":{"candyUrl":"http://localhost:45229/receipts/rc_7_test_EEdz7_j7cD7QlctEUz3OjmWTPJ_Y_oB7TD9Cuo1eABo","perMethodUrls":["http://localhost:45229/receipts/rc_7_test_EEdz7_j7cD7QlctEUz3OjmWTPJ_Y_oB7TD9Cuo1eABo/1"]}}}}', NULL, NULL, NULL),
('7:test', 'attempt', 'approval.MFzFiZltZubhDUXl9SPLe', '106', '{"key":"approval.MFzFiZltZubhDUXl9SPLe","kind":"approval","status":"DONE","openedAt":1795545079108,"deadline":1795545109108,"lookUpAt":null,"lookUps":0,"flagged":false,"intentKey":"MFzFiZltZubhDUXl9SPLe","approvalKey":"approval.MFzFiZltZubhDUXl9SPLe","amount":10000,"methods":1,"reversal":null,"refusal":null,"approvedAt":1795545079111,"approvalNumber":"00000004","answer":{"ok":true,"value":{"intentKey":"MFzFiZltZubhDUXl9SPLe","orderId":"upgraded-order-canceled","settlementId":null,"orderName":"Tea","mId":7,"totalAmount":10000,"status":"DONE","requestedAt":"2026-11-25T03:31:19+09:00","approvedAt":"2026-11-25T03:31:19+09:00","methods":[{"method":"KEYIN","amount":10000,"keyin":{"number":"400000******0009","installmentPlanMonths":0,"issuerCode":"11"}}],"receipt":{"candyUrl":"http://localhost:45229/receipts/rc_7_test_MFzFiZltZubhDUXl9SPLeZdBXiGgJpxZ6LkNeSDLA_c","perMethodUrls":["http://localhost:45229/receipts/rc_7_test_MFzFiZltZubhDUXl9SPLeZdBXiGgJpxZ6LkNeSDLA_c/1"]}}}}', NULL, NULL, NULL),
('7:test', 'attempt', 'approval.czdLGg6R2J3NlWUYHW9t7', '149', '{"key":"approval.czdLGg6R2J3NlWUYHW9t7","kind":"approval","status":"UNKNOWN","openedAt":1795545079149,"deadline":1795545109149,"lookUpAt":1795545080152,"lookUps":1,"flagged":false,"intentKey":"czdLGg6R2J3NlWUYHW9t7","approvalKey":"approval.czdLGg6R2J3NlWUYHW9t7","amount":10000,"methods":1,"reversal":null,"refusal":null,"approvedAt":null,"approvalNumber":null,"answer":null}', '1795545080152', NULL, NULL),
('7:test', 'attempt', 'approval.wIvTuIGc5IEXhnuTFfyU7', '79', '{"key":"approval.wIvTuIGc5IEXhnuTFfyU7","kind":"approval","status":"DONE","openedAt":1795545079082,"deadline":1795545109082,"lookUpAt":null,"lookUps":0,"flagged":false,"intentKey":"wIvTuIGc5IEXhnuTFfyU7","approvalKey":"approval.wIvTuIGc5IEXhnuTFfyU7","amount":10000,"methods":1,"reversal":null,"refusal":null,"approvedAt":1795545079084,"approvalNumber":"00000002","answer":{"ok":true,"value":{"intentKey":"wIvTuIGc5IEXhnuTFfyU7","orderId":"upgraded-order-partly-canceled","settlementId":null,"orderName":"Tea","mId":7,"totalAmount":10000,"status":"DONE","requestedAt":"2026-11-25T03:31:19+09:00","approvedAt":"2026-11-25T03:31:19+09:00","methods":[{"method":"KEYIN","amount":10000,"keyin":{"number":"400000******0009","installmentPlanMonths":0,"issuerCode":"11"}}],"receipt":{"candyUrl":"http://localhost:45229/receipts/rc_7_test_wIvTuIGc5IEXhnuTFfyU7y6R4gSkQFvYYYF_J-Qx9QY","perMethodUrls":["http://localhost:45229/receipts/rc_7_test_wIvTuIGc5IEXhnuTFfyU7y6R4gSkQFvYYYF_J-Qx9QY/1"]}}}}', NULL, NULL, NULL),
('7:test', 'attempt', 'cancellation.MFzFiZltZubhDUXl9SPLe.1', '113', '{"key":"cancellation.MFzFiZltZubhDUXl9SPLe.1","kind":"cancellation","status":"DONE","openedAt":1795545079116,"deadline":1795545109116,"lookUpAt":null,"lookUps":0,"flagged":false,"intentKey":"MFzFiZltZubhDUXl9SPLe","approvalKey":"approval.MFzFiZltZubhDUXl9SPLe","amount":10000,"reason":"out of stock","method":0,"group":["cancellation.MFzFiZltZubhDUXl9SPLe.1"],"canceledAt":1795545079119,"refusal":null,"answer":{"ok":true,"value":{"intentKey":"MFzFiZltZubhDUXl9SPLe","orderId":"upgraded-order-canceled","settlementId":null,"orderName":"Tea","mId":7,"totalAmount":10000,"status":"CANCELED","requestedAt":"2026-11-25T03:31:19+09:00","approvedAt":"2026-11-25T03:31:19+09:00","cancel":{"canceledAt":"2026-11-25T03:31:19+09:00","canceledAmount":10000,"remainingAmount":0,"inProgress":false},"methods":[{"method":"KEYIN","amount":10000,"keyin":{"number":"400000******0009","installmentPlanMonths":0,"issuerCode":"11"}}],"receipt":{"candyUrl":"http://localhost:45229/receipts/rc_7_test_MFzFiZltZubhDUXl9SPLeZdBXiGgJpxZ6LkNeSDLA_c","perMethodUrls":["http://localhost:45229/receipts/rc_7_test_MFzFiZltZubhDUXl9SPLeZdBXiGgJpxZ6LkNeSDLA_c/1"]}}}}', NULL, NULL, NULL),
('7:test', 'attempt', 'cancellation.wIvTuIGc5IEXhnuTFfyU7.1', '87', '{"key":"cancellation.wIvTuIGc5IEXhnuTFfyU7.1","kind":"cancellation","status":"DONE","openedAt":1795545079089,"deadline":1795545109089,"lookUpAt":null,"lookUps":0,"flagged":false,"intentKey":"wIvTuIGc5IEXhnuTFfyU7","approvalKey":"approval.wIvTuIGc5IEXhnuTFfyU7","amount":4000,"reason":"out of stock","method":0,"group":["cancellation.wIvTuIGc5IEXhnuTFfyU7.1"],"canceledAt":1795545079093,"refusal":null,"answer":{"ok":true,"value":{"intentKey":"wIvTuIGc5IEXhnuTFfyU7","orderId":"upgraded-order-partly-canceled","settlementId":null,"orderName":"Tea","mId":7,"totalAmount":10000,"status":"PARTIAL_CANCELED","requestedAt":"2026-11-25T03:31:19+09:00","approvedAt":"2026-11-25T03:31:19+09:00","cancel":{"canceledAt":"2026-11-25T03:31:19+09:00","canceledAmount":4000,"remainingAmount":6000,"inProgress":false},"methods":[{"method":"KEYIN","amount":10000,"keyin":{"number":"400000******0009","installmentPlanMonths":0,"issuerCode":"11"}}],"receipt":{"candyUrl":"http://localhost:45229/receipts/rc_7_test_wIvTuIGc5IEXhnuTFfyU7y6R4gSkQFvYYYF_J-Qx9QY","perMethodUrls":["http://localhost:45229/receipts/rc_7_test_wIvTuIGc5IEXhnuTFfyU7y6R4gSkQFvYYYF_J-Qx9QY/1"]}}}}', NULL, NULL, NULL),
('7:test', 'earning', 'EEdz7_j7cD7QlctEUz3Oj', '62', '{"id":"EEdz7_j7cD7QlctEUz3Oj","orderId":"upgraded-order-done","transactionAmount":10000,"feeRate":"2.8","fee":280,"vat":28,"net":9692,"earnedAt":1795545079056,"settlementDays":3,"dueDay":"2026-11-30","settlementId":null,"settledAt":null}', NULL, 'unsettled', '2026-11-30/EEdz7_j7cD7QlctEUz3Oj'),
('7:test', 'earning', 'MFzFiZltZubhDUXl9SPLe', '114', '{"id":"MFzFiZltZubhDUXl9SPLe","orderId":"upgraded-order-canceled","transactionAmount":0,"feeRate":"2.8","fee":0,"vat":0,"net":0,"earnedAt":1795545079111,"settlementDays":3,"dueDay":"2026-11-30","settlementId":null,"settledAt":null}', NULL, NULL, NULL),
('7:test', 'earning', 'wIvTuIGc5IEXhnuTFfyU7', '88', '{"id":"wIvTuIGc5IEXhnuTFfyU7","orderId":"upgraded-order-partly-canceled","transactionAmount":6000,"feeRate":"2.8","fee":168,"vat":17,"net":5815,"earnedAt":1795545079084,"settlementDays":3,"dueDay":"2026-11-30","settlementId":null,"settledAt":null}', NULL, 'unsettled', '2026-11-30/wIvTuIGc5IEXhnuTFfyU7'),
('7:test', 'idempotency', 'cancel 1', '83', '{"fingerprint":"7efbcb11d48c8a038cfcc1c5568d3bded14ff672ff61f4e9af25231615d21242","attempt":"cancellation.wIvTuIGc5IEXhnuTFfyU7.1","answer":null,"forgetAt":1796841079089}', '1796841079089', NULL, NULL),
('7:test', 'idempotency', 'confirm 1', '58', '{"fingerprint":"65a0e0932da63b7aa2dc575b2024b9875fa2b2d61e3720f3f717e9c3766df713","attempt":"approval.EEdz7_j7cD7QlctEUz3Oj","answer":null,"forgetAt":1796841079049}', '1796841079049', NULL, NULL),
('7:test', 'idempotency', 'session 1', '28', '{"fingerprint":"3f0137724a794698b3da3ed864b1c146eb2b6d4c5b8c66108a9b1c40bd383105","attempt":null,"answer":"v1.91bc9dbbe3dbed2a.seYzgbjwOyAcavD3.gObMI04Mld5VMb3DqLlP2vcq6AyCM2kU_oJhCjI4SKDQY4GUDdyYcBbaB7YF7jCQMpxD3JRxazNsfghn2d_5UdQm0jbjgAGp7-TpVXum4sSCz_yG42F7AJiQC_i5arbrnNv3J4jVt1LH4L-_5FkQnqFUx2KpxAjQkHZYX6pJQbLRldYzum95JOzxxsb2Agrx77kCO9v-YohbYm4VWWgj6OtOPQUZSGmzJ3zRoV8TbnA1dqHTjJavTamvYbXpVvwVxdBwMgLocIcT9BIGGd06","forgetAt":1796841079000}', '1796841079000', NULL, NULL),
('7:test', 'intent', '-z8l0WCKG6RabPMgr1g2E', '29', '{"metadata":null,"sessionId":"a6e35b8bfbc7a4f0050b3e7d827d7fb547d985e1e65e74a4a6f99a321f00aa99","status":"READY","superseded":false,"taxFreeAmount":0,"canceledAmount":0,"methods":[],"confirmBy":null,"approvedAt":null,"canceledAt":null,"feeRate":null,"approvalKey":null,"openAttempt":null,"cancellations":0,"settlementDays":3,"receiptToken":null,"agreedTerms":null,"failure":null,"failedMethod":0,"intentKey":"-z8l0WCKG6RabPMgr1g2E","orderId":"upgraded-order-ready","orderName":"Tea","customerId":"upgrade-buyer","totalAmount":10000,"requestedAt":1795545079000}', NULL, 'intents', '2026-11-24T18:31:19.000Z/-z8l0WCKG6RabPMgr1g2E'),
('7:test', 'intent', 'CWkf51MqRnLFvt7Qh1sCo', '133', '{"intentKey":"CWkf51MqRnLFvt7Qh1sCo","orderId":"upgraded-order-refused","orderName":"Tea","customerId":"upgrade-buyer","metadata":null,"sessionId":"6de394b2d05fbb44dc07adb3fa881f9837b34342121e3a87febd0234fc120fba","status":"ABORTED","superseded":false,"totalAmount":10000,"taxFreeAmount":0,"canceledAmount":0,"methods":[{"cardToken":"sbx_no-funds_7:test_hZSyaNLelD9IZS9m","maskedNumber":"400000******0009","issuerCode":"41","installmentPlanMonths":0,"amount":10000,"billkey":null,"canceledAmount":0}],"requestedAt":1795545079123,"confirmBy":1795545679130,"approvedAt":null,"canceledAt":null,"feeRate":"2.8","approvalKey":"approval.CWkf51MqRnLFvt7Qh1sCo","openAttempt":null,"cancellations":0,"settlementDays":3,"receiptToken":null,"agreedTerms":null,"failure":"REJECT_CARD_PAYMENT","failedMethod":0}', NULL, 'intents', '2026-11-24T18:31:19.123Z/CWkf51MqRnLFvt7Qh1sCo'),
('7:test', 'intent', 'EEdz7_j7cD7QlctEUz3Oj', '63', '{"intentKey":"EEdz7_j7cD7QlctEUz3Oj","orderId":"upgraded-order-done","orderName":"Tea","customerId":"upgrade-buyer","metadata":null,"sessionId":"e59213d8ead9265c28c5b4e0b75e7101d34db8de6334872fa34b3aa7af09a512","status":"DONE","superseded":false,"totalAmount":10000,"taxFreeAmount":0,"canceledAmount":0,"methods":[{"cardToken":"sbx_kb_7:test_5gs49vMy7V63BlIf","maskedNumber":"400000******0009","issuerCode":"11","installmentPlanMonths":0,"amount":10000,"billkey":null,"canceledAmount":0}],"requestedAt":1795545079037,"confirmBy":1795545679043,"approvedAt":1795545079056,"canceledAt":null,"feeRate":"2.8","approvalKey":"approval.EEdz7_j7cD7QlctEUz3Oj","openAttempt":null,"cancellations":0,"settlementDays":3,"receiptToken":"rc_7_test_EEdz7_j7cD7QlctEUz3OjmWTPJ_Y_oB7TD9Cuo1eABo","agreedTerms":null,"failure":null,"failedMethod":0}', NULL, 'intents', '2026-11-24T18:31:19.037Z/EEdz7_j7cD7QlctEUz3Oj'),
('7:test', 'intent', 'K4oSS9XPwyAyxt_RAgMJW', '41', '{"intentKey":"K4oSS9XPwyAyxt_RAgMJW","orderId":"upgraded-order-authenticated","orderName":"Tea","customerId":"upgrade-buyer","metadata":null,"sessionId":"d7e78d9d6f84661a762c934fdcb92e7665a26e260ddda5f7d960cd4575e9daaf","status":"IN_PROGRESS","superseded":false,"totalAmount":10000,"taxFreeAmount":0,"canceledAmount":0,"methods":[{"cardToken":"sbx_kb_7:test_PYPvPVRKtQWD4w90","maskedNumber":"400000******0009","issuerCode":"11","installmentPlanMonths":0,"amount":10000,"billkey":null,"canceledAmount":0}],"requestedAt":1795545079012,"confirmBy":1795545679030,"approvedAt":null,"canceledAt":null,"feeRate":null,"approvalKey":null,"openAttempt":null,"cancellations":0,"settlementDays":3,"receiptToken":null,"agreedTerms":null,"failure":null,"failedMethod":0}', '1795545679030', 'intents', '2026-11-24T18:31:19.012Z/K4oSS9XPwyAyxt_RAgMJW'),
('7:test', 'intent', 'MFzFiZltZubhDUXl9SPLe', '116', '{"intentKey":"MFzFiZltZubhDUXl9SPLe","orderId":"upgraded-order-canceled","orderName":"Tea","customerId":"upgrade-buyer","metadata":null,"sessionId":"22eff28751e37668f4bbb36f93f7cd8ae549066f15bb3f91f17e74012433ea1c","status":"CANCELED","superseded":false,"totalAmount":10000,"taxFreeAmount":0,"canceledAmount":10000,"methods":[{"cardToken":"sbx_kb_7:test_N8q3xaIAWwCCHDjG","maskedNumber":"400000******0009","issuerCode":"11","installmentPlanMonths":0,"amount":10000,"billkey":null,"canceledAmount":10000}],"requestedAt":1795545079100,"confirmBy":1795545679105,"approvedAt":1795545079111,"canceledAt":1795545079119,"feeRate":"2.8","approvalKey":"approval.MFzFiZltZubhDUXl9SPLe","openAttempt":null,"cancellations":1,"settlementDays":3,"receiptToken":"rc_7_test_MFzFiZltZubhDUXl9SPLeZdBXiGgJpxZ6LkNeSDLA_c","agreedTerms":null,"failure":null,"failedMethod":0}', NULL, 'intents', '2026-11-24T18:31:19.100Z/MFzFiZltZubhDUXl9SPLe'),
('7:test', 'intent', 'czdLGg6R2J3NlWUYHW9t7', '147', '{"intentKey":"czdLGg6R2J3NlWUYHW9t7","orderId":"upgraded-order-unknown","orderName":"Tea","customerId":"upgrade-buyer","metadata":null,"sessionId":"a76cb7a71f7a6f3c78beb336a575cdee8ba740a9ae4f5358071f72b0c7ebf43b","status":"IN_PROGRESS","superseded":false,"totalAmount":10000,"taxFreeAmount":0,"canceledAmount":0,"methods":[{"cardToken":"sbx_answer-lost_7:test_NnQqMY1fA8iC-KQz","maskedNumber":"400000******0008","issuerCode":"51","installmentPlanMonths":0,"amount":10000,"billkey":null,"canceledAmount":0}],"requestedAt":1795545079140,"confirmBy":1795545679145,"approvedAt":null,"canceledAt":null,"feeRate":"2.8","approvalKey":"approval.czdLGg6R2J3NlWUYHW9t7","openAttempt":"approval.czdLGg6R2J3NlWUYHW9t7","cancellations":0,"settlementDays":3,"receiptToken":null,"agreedTerms":null,"failure":null,"failedMethod":0}', NULL, 'intents', '2026-11-24T18:31:19.140Z/czdLGg6R2J3NlWUYHW9t7'),
('7:test', 'intent', 'wIvTuIGc5IEXhnuTFfyU7', '90', '{"intentKey":"wIvTuIGc5IEXhnuTFfyU7","orderId":"upgraded-order-partly-canceled","orderName":"Tea","customerId":"upgrade-buyer","metadata":null,"sessionId":"829132b685c93f65f57fdcb5e0f51f3d5c77a16a680501ef17bdf588331ac7d2","status":"PARTIAL_CANCELED","superseded":false,"totalAmount":10000,"taxFreeAmount":0,"canceledAmount":4000,"methods":[{"cardToken":"sbx_kb_7:test_L_dHsR3EgOZEH4GR","maskedNumber":"400000******0009","issuerCode":"11","installmentPlanMonths":0,"amount":10000,"billkey":null,"canceledAmount":4000}],"requestedAt":1795545079069,"confirmBy":1795545679077,"approvedAt":1795545079084,"canceledAt":1795545079093,"feeRate":"2.8","approvalKey":"approval.wIvTuIGc5IEXhnuTFfyU7","openAttempt":null,"cancellations":1,"settlementDays":3,"receiptToken":"rc_7_test_wIvTuIGc5IEXhnuTFfyU7y6R4gSkQFvYYYF_J-Qx9QY","agreedTerms":null,"failure":null,"failedMethod":0}', NULL, 'intents', '2026-11-24T18:31:19.069Z/wIvTuIGc5IEXhnuTFfyU7'),
('7:test', 'merchant', 'self', '7', '{"mId":7,"mode":"test","name":"Corner Shop","businessName":null,"businessRegistrationNumber":null,"phone":null,"terms":null,"color":null,"feeRate":"2.8","nextFeeRate":null,"contracts":{"kyc":false,"taxFree":false,"payouts":false,"webhook":false,"gateways":[]},"origins":[],"settlementDays":3,"minAmount":1,"maxAmount":1000000000000}', NULL, NULL, NULL),
('7:test', 'order', 'upgraded-order-authenticated', '35', '{"orderId":"upgraded-order-authenticated","intentKey":"K4oSS9XPwyAyxt_RAgMJW"}', NULL, NULL, NULL),
('7:test', 'order', 'upgraded-order-canceled', '93', '{"orderId":"upgraded-order-canceled","intentKey":"MFzFiZltZubhDUXl9SPLe"}', NULL, NULL, NULL),
('7:test', 'order', 'upgraded-order-done', '47', '{"orderId":"upgraded-order-done","intentKey":"EEdz7_j7cD7QlctEUz3Oj"}', NULL, NULL, NULL),
('7:test', 'order', 'upgraded-order-partly-canceled', '66', '{"orderId":"upgraded-order-partly-canceled","intentKey":"wIvTuIGc5IEXhnuTFfyU7"}', NULL, NULL, NULL),
('7:test', 'order', 'upgraded-order-ready', '31', '{"orderId":"upgraded-order-ready","intentKey":"-z8l0WCKG6RabPMgr1g2E"}', NULL, NULL, NULL),
('7:test', 'order', 'upgraded-order-refused', '119', '{"orderId":"upgraded-order-refused","intentKey":"CWkf51MqRnLFvt7Qh1sCo"}', NULL, NULL, NULL),
('7:test', 'order', 'upgraded-order-unknown', '136', '{"orderId":"upgraded-order-unknown","intentKey":"czdLGg6R2J3NlWUYHW9t7"}', NULL, NULL, NULL),
('7:test', 'session', '22eff28751e37668f4bbb36f93f7cd8ae549066f15bb3f91f17e74012433ea1c', '102', '{"id":"22eff28751e37668f4bbb36f93f7cd8ae549066f15bb3f91f17e74012433ea1c","intentKey":"MFzFiZltZubhDUXl9SPLe","openedBy":"server","status":"AUTHENTICATED","successUrl":"https://shop.example/ok","failUrl":"https://shop.example/fail","tries":1,"triedAt":1795545079103,"refusals":0,"createdAt":1795545079100,"expiresAt":1795546879100,"kyc":null}', NULL, NULL, NULL),
('7:test', 'session', '6de394b2d05fbb44dc07adb3fa881f9837b34342121e3a87febd0234fc120fba', '128', '{"id":"6de394b2d05fbb44dc07adb3fa881f9837b34342121e3a87febd0234fc120fba","intentKey":"CWkf51MqRnLFvt7Qh1sCo","openedBy":"server","status":"AUTHENTICATED","successUrl":"https://shop.example/ok","failUrl":"https://shop.example/fail","tries":1,"triedAt":1795545079128,"refusals":0,"createdAt":1795545079123,"expiresAt":1795546879123,"kyc":null}', NULL, NULL, NULL),
('7:test', 'session', '829132b685c93f65f57fdcb5e0f51f3d5c77a16a680501ef17bdf588331ac7d2', '75', '{"id":"829132b685c93f65f57fdcb5e0f51f3d5c77a16a680501ef17bdf588331ac7d2","intentKey":"wIvTuIGc5IEXhnuTFfyU7","openedBy":"server","status":"AUTHENTICATED","successUrl":"https://shop.example/ok","failUrl":"https://shop.example/fail","tries":1,"triedAt":1795545079074,"refusals":0,"createdAt":1795545079069,"expiresAt":1795546879069,"kyc":null}', NULL, NULL, NULL),
('7:test', 'session', 'a6e35b8bfbc7a4f0050b3e7d827d7fb547d985e1e65e74a4a6f99a321f00aa99', '32', '{"id":"a6e35b8bfbc7a4f0050b3e7d827d7fb547d985e1e65e74a4a6f99a321f00aa99","intentKey":"-z8l0WCKG6RabPMgr1g2E","openedBy":"server","status":"OPEN","tries":0,"triedAt":null,"refusals":0,"successUrl":"https://shop.example/ok","failUrl":"https://shop.example/fail","createdAt":1795545079000,"expiresAt":1795546879000,"kyc":null}', '1795546879000', NULL, NULL),
('7:test', 'session', 'a76cb7a71f7a6f3c78beb336a575cdee8ba740a9ae4f5358071f72b0c7ebf43b', '145', '{"id":"a76cb7a71f7a6f3c78beb336a575cdee8ba740a9ae4f5358071f72b0c7ebf43b","intentKey":"czdLGg6R2J3NlWUYHW9t7","openedBy":"server","status":"AUTHENTICATED","successUrl":"https://shop.example/ok","failUrl":"https://shop.example/fail","tries":1,"triedAt":1795545079144,"refusals":0,"createdAt":1795545079140,"expiresAt":1795546879140,"kyc":null}', NULL, NULL, NULL),
('7:test', 'session', 'd7e78d9d6f84661a762c934fdcb92e7665a26e260ddda5f7d960cd4575e9daaf', '44', '{"id":"d7e78d9d6f84661a762c934fdcb92e7665a26e260ddda5f7d960cd4575e9daaf","intentKey":"K4oSS9XPwyAyxt_RAgMJW","openedBy":"server","status":"AUTHENTICATED","successUrl":"https://shop.example/ok","failUrl":"https://shop.example/fail","tries":1,"triedAt":1795545079024,"refusals":0,"createdAt":1795545079012,"expiresAt":1795546879012,"kyc":null}', NULL, NULL, NULL),
('7:test', 'session', 'e59213d8ead9265c28c5b4e0b75e7101d34db8de6334872fa34b3aa7af09a512', '56', '{"id":"e59213d8ead9265c28c5b4e0b75e7101d34db8de6334872fa34b3aa7af09a512","intentKey":"EEdz7_j7cD7QlctEUz3Oj","openedBy":"server","status":"AUTHENTICATED","successUrl":"https://shop.example/ok","failUrl":"https://shop.example/fail","tries":1,"triedAt":1795545079041,"refusals":0,"createdAt":1795545079037,"expiresAt":1795546879037,"kyc":null}', NULL, NULL, NULL),
('7:test', 'settlementSchedule', 'self', '18', '{}', '1795618800000', NULL, NULL),
('platform', 'apiKey', 'b0a7c4dd6f25a93f0fe87d04c3f4a7714ffd26594b93245b0e04f46b3fa0fe02', '10', '{"tenant":"7:test","type":"secret","hint":"VDdA","revokedAt":null,"createdAt":1795545077274}', NULL, 'apiKeys', '7:test/2026-11-24T18:31:17.274Z'),
('platform', 'apiKey', 'ec079fc9a6a65594e30636f3fc994a86b57edff4569fb82343e120cb5ea9a99f', '11', '{"tenant":"7:test","type":"client","hint":"CRE1","revokedAt":null,"createdAt":1795545078024}', NULL, 'apiKeys', '7:test/2026-11-24T18:31:18.024Z'),
('platform', 'cardTable', 'bins', '1', '{"version":"80bd8ec34632b721bb0c9aed038cf95b","parts":1,"importedAt":1795545075068}', NULL, NULL, NULL),
('platform', 'cardTable', 'catalog', '3', '{"version":"4dd64c098cd3fb1bfc048ee77e01d0cf","parts":1,"importedAt":1795545075814}', NULL, NULL, NULL),
('platform', 'cardTablePart', 'bins.80bd8ec34632b721bb0c9aed038cf95b.0', '2', '{"rows":[{"bin":"40005001","type":"CRD","acquirer":"71","issuer":"71","nickname":"롯데상회","updatedAt":"2026-11-25","providerCode":"","kind":"credit"}]}', NULL, NULL, NULL),
('platform', 'cardTablePart', 'catalog.4dd64c098cd3fb1bfc048ee77e01d0cf.0', '4', '{"rows":[{"id":"5f0c9a3e-7d1b-4c2a-9e60-000000000001","name":"오래된 카드","acquirer":"11","ref":"11-C1007","annualFeeDomestic":49000,"annualFeeInternational":{"VISA":52000},"thumbnails":["https://cards.example/thumbnails/11-c1007-front.png","https://cards.example/thumbnails/11-c1007-back.png"],"benefits":[{"categoryId":1,"title":"항공 마일리지 적립","notes":["이용금액 1,000원당 적립됩니다.","상품권·선불카드 충전 금액은 제외됩니다."],"details":[{"prevMonthSpendingRange":[300000,1000000],"content":["RATIO",0.1],"discountLimit":{"amount":{"monthly":10000}}},{"prevMonthSpendingRange":[1000000,null],"content":["RATIO",0.15],"discountLimit":{"amount":{"daily":10000,"monthly":20000}}}]},{"categoryId":2,"title":"해외 이용 할인","notes":["해외 가맹점 원화 결제는 제외됩니다."],"details":[{"prevMonthSpendingRange":[300000,1000000],"content":["RATIO",1],"discountLimit":{"amount":{"monthly":10000}}},{"prevMonthSpendingRange":[1000000,null],"content":["RATIO",2],"discountLimit":{"amount":{"daily":10000,"monthly":20000}}}]}],"updatedAt":"2026-02-02T00:00:00+09:00"}]}', NULL, NULL, NULL),
('platform', 'commitIds', 'all', '24', '{"forgottenBefore":1795458678863}', '1795548678863', NULL, NULL),
('platform', 'installmentFeed', 'PG_A', '25', '{"offers":{"period":{"startDate":"2026-11-01","endDate":"2026-11-30"},"free":[{"issuer":"11","minimumAmount":50000,"maximumAmount":null,"lastDay":"","installmentMonth":{"min":2,"max":5}},{"issuer":"21","minimumAmount":50000,"maximumAmount":null,"lastDay":"","installmentMonth":{"min":2,"max":3}},{"issuer":"31","minimumAmount":50000,"maximumAmount":null,"lastDay":"","installmentMonth":{"min":2,"max":7}},{"issuer":"33","minimumAmount":50000,"maximumAmount":null,"lastDay":"","installmentMonth":{"min":2,"max":4}},{"issuer":"W1","minimumAmount":50000,"maximumAmount":null,"lastDay":"","installmentMonth":{"min":2,"max":4}},{"issuer":"41","minimumAmount":50000,"maximumAmount":null,"lastDay":"","installmentMonth":{"min":2,"max":3}},{"issuer":"41","minimumAmount":50000,"maximumAmount":null,"lastDay":"","installmentMonth":{"min":7,"max":8}},{"issuer":"41","minimumAmount":200000,"maximumAmount":null,"lastDay":"","installmentMonth":{"min":2,"max":3}},{"issuer":"41","minimumAmount":200000,"maximumAmount":null,"lastDay":"","installmentMonth":{"min":7,"max":8}},{"issuer":"41","minimumAmount":200000,"maximumAmount":null,"lastDay":"","installmentMonth":{"min":14,"max":14}},{"issuer":"51","minimumAmount":50000,"maximumAmount":null,"lastDay":"","installmentMonth":{"min":2,"max":6}},{"issuer":"61","minimumAmount":100000,"maximumAmount":null,"lastDay":"","installmentMonth":{"min":2,"max":3}},{"issuer":"71","minimumAmount":50000,"maximumAmount":null,"lastDay":"","installmentMonth":{"min":3,"max":3}},{"issuer":"91","minimumAmount":50000,"maximumAmount":null,"lastDay":"","installmentMonth":{"min":2,"max":6}}],"partial":[{"issuer":"11","minimumAmount":50000,"maximumAmount":null,"lastDay":"","plan":[{"month":10,"customerInterestMonthRange":{"start":1,"end":4}},{"month":12,"customerInterestMonthRange":{"start":1,"end":5}}]},{"issuer":"41","minimumAmount":50000,"maximumAmount":null,"lastDay":"","plan":[{"month":10,"customerInterestMonthRange":{"start":1,"end":4}}]},{"issuer":"51","minimumAmount":50000,"maximumAmount":null,"lastDay":"","plan":[{"month":12,"customerInterestMonthRange":{"start":1,"end":6}},{"month":18,"customerInterestMonthRange":{"start":1,"end":8}}]}]},"sandbox":true,"readAt":1795545078862}', '1795548678862', NULL, NULL),
('platform', 'installmentFeed', 'PG_B', '26', '{"offers":{"period":{"startDate":"2026-11-01","endDate":"2026-11-30"},"free":[{"issuer":"11","minimumAmount":50000,"maximumAmount":null,"lastDay":"2026-11-30","installmentMonth":{"min":2,"max":5}},{"issuer":"15","minimumAmount":50000,"maximumAmount":3000000,"lastDay":"2026-11-30","installmentMonth":{"min":2,"max":3}},{"issuer":"21","minimumAmount":50000,"maximumAmount":null,"lastDay":"2026-11-30","installmentMonth":{"min":2,"max":3}},{"issuer":"31","minimumAmount":50000,"maximumAmount":null,"lastDay":"2026-11-30","installmentMonth":{"min":2,"max":7}},{"issuer":"33","minimumAmount":50000,"maximumAmount":null,"lastDay":"2026-11-30","installmentMonth":{"min":2,"max":4}},{"issuer":"41","minimumAmount":50000,"maximumAmount":null,"lastDay":"2026-11-30","installmentMonth":{"min":2,"max":3}},{"issuer":"41","minimumAmount":50000,"maximumAmount":null,"lastDay":"2026-11-30","installmentMonth":{"min":7,"max":8}},{"issuer":"41","minimumAmount":200000,"maximumAmount":null,"lastDay":"2026-11-30","installmentMonth":{"min":2,"max":3}},{"issuer":"41","minimumAmount":200000,"maximumAmount":null,"lastDay":"2026-11-30","installmentMonth":{"min":7,"max":8}},{"issuer":"41","minimumAmount":200000,"maximumAmount":null,"lastDay":"2026-11-30","installmentMonth":{"min":14,"max":14}},{"issuer":"51","minimumAmount":50000,"maximumAmount":null,"lastDay":"2026-11-30","installmentMonth":{"min":2,"max":6}},{"issuer":"61","minimumAmount":100000,"maximumAmount":null,"lastDay":"2026-11-30","installmentMonth":{"min":2,"max":3}},{"issuer":"71","minimumAmount":50000,"maximumAmount":null,"lastDay":"2026-11-30","installmentMonth":{"min":3,"max":3}},{"issuer":"91","minimumAmount":50000,"maximumAmount":null,"lastDay":"2026-11-30","installmentMonth":{"min":2,"max":6}},{"issuer":"W1","minimumAmount":50000,"maximumAmount":null,"lastDay":"2026-11-30","installmentMonth":{"min":2,"max":4}}],"partial":[{"issuer":"11","minimumAmount":50000,"maximumAmount":null,"lastDay":"2026-11-30","plan":[{"month":10,"customerInterestMonthRange":{"start":1,"end":4}},{"month":12,"customerInterestMonthRange":{"start":1,"end":5}}]},{"issuer":"41","minimumAmount":50000,"maximumAmount":null,"lastDay":"2026-11-30","plan":[{"month":10,"customerInterestMonthRange":{"start":1,"end":4}}]},{"issuer":"51","minimumAmount":50000,"maximumAmount":null,"lastDay":"2026-11-30","plan":[{"month":12,"customerInterestMonthRange":{"start":1,"end":6}},{"month":18,"customerInterestMonthRange":{"start":1,"end":8}}]}]},"sandbox":true,"readAt":1795545078862}', '1795548678862', NULL, NULL),
('platform', 'merchantIndex', '1:test', '12', '{"mId":1,"mode":"test"}', NULL, 'merchants', '000000000000001:test'),
('platform', 'merchantIndex', '7:test', '6', '{"mId":7,"mode":"test"}', NULL, 'merchants', '000000000000007:test'),
('platform', 'retention', 'all', '27', '{"turn":1,"begunAt":1795631478816,"done":null,"delivery":null}', '1795631478816', NULL, NULL),
('platform', 'secretCheck', 'newest', '5', '{"fingerprint":"ef5130a0115db3397565ba170aec0bcfe3538cd0d9d5a3b284b59f366aa12234"}', NULL, NULL, NULL);

insert into wonflow.accounts (tenant, account, balance) values
('7:test', 'fee', '-448'),
('7:test', 'pending', '-15507'),
('7:test', 'receivable', '16000'),
('7:test', 'vat', '-45');

insert into wonflow.entries (tenant, commit_id, at, reference, postings) values
('7:test', 'CZqXhzYIPomriJhTcia78ckz', '1795545079058', 'EEdz7_j7cD7QlctEUz3Oj', '[{"amount": 10000, "account": "receivable"}, {"amount": -9692, "account": "pending"}, {"amount": -280, "account": "fee"}, {"amount": -28, "account": "vat"}]'),
('7:test', 'jynlyA2ELAwli3XlUd9IKyXt', '1795545079085', 'wIvTuIGc5IEXhnuTFfyU7', '[{"amount": 10000, "account": "receivable"}, {"amount": -9692, "account": "pending"}, {"amount": -280, "account": "fee"}, {"amount": -28, "account": "vat"}]'),
('7:test', '19fVRta5GHg-InhNyymaGsv6', '1795545079094', 'wIvTuIGc5IEXhnuTFfyU7', '[{"amount": -4000, "account": "receivable"}, {"amount": 3877, "account": "pending"}, {"amount": 112, "account": "fee"}, {"amount": 11, "account": "vat"}]'),
('7:test', '-FF0uv8y97eOE_jRrEt4N4JO', '1795545079112', 'MFzFiZltZubhDUXl9SPLe', '[{"amount": 10000, "account": "receivable"}, {"amount": -9692, "account": "pending"}, {"amount": -280, "account": "fee"}, {"amount": -28, "account": "vat"}]'),
('7:test', 'CB9HZOCc7N-o7djGDZmaHdxX', '1795545079120', 'MFzFiZltZubhDUXl9SPLe', '[{"amount": -10000, "account": "receivable"}, {"amount": 9692, "account": "pending"}, {"amount": 280, "account": "fee"}, {"amount": 28, "account": "vat"}]');

insert into wonflow.commits (tenant, id, at, refusal) values
('1:test', 'a4Usn9oqa1Zi_jDYbtMpm_kU', '1795545078761', NULL),
('1:test', 'mMAMt2KB9_2h5Hp7VwOngWrd', '1795545078757', NULL),
('1:test', 'zTmGx2n_j3i3WpF4FSRnZ1Ua', '1795545078822', NULL),
('7:test', '-FF0uv8y97eOE_jRrEt4N4JO', '1795545079112', NULL),
('7:test', '0icZrl7yIm5AtjXlIODqYDbu', '1795545079001', NULL),
('7:test', '19fVRta5GHg-InhNyymaGsv6', '1795545079094', NULL),
('7:test', '1z6Qo3QheUbouI9jZdJwDbav', '1795545079030', NULL),
('7:test', '29S9L9zVulASBVFgvI47OY-G', '1795545079144', NULL),
('7:test', '9pmSRvWuUnPGkbWq-BbMV9c5', '1795545079116', NULL),
('7:test', 'CB9HZOCc7N-o7djGDZmaHdxX', '1795545079120', NULL),
('7:test', 'CZqXhzYIPomriJhTcia78ckz', '1795545079058', NULL),
('7:test', 'EFJFvUITYvD65oGHqmTN9vn9', '1795545079152', NULL),
('7:test', 'FSdAUvOlK_wPSWPp0xCDXRP8', '1795545079128', NULL),
('7:test', 'Gm71y4cqsPfIKpaclnxI59Pq', '1795545079108', NULL),
('7:test', 'HCZWNdzSXjTelTkYi_ce07Gd', '1795545079089', NULL),
('7:test', 'HjdaVYBC-umrQKt8E8ZVqjEN', '1795545079069', NULL),
('7:test', 'JuDkBIKLZHEI9N15Rhy_zNGz', '1795545079024', NULL),
('7:test', 'Lj234Ep92um96yYa2KeXI8IV', '1795545079130', NULL),
('7:test', 'Pn43tvxxM1KZzStkYWOQOuoU', '1795545079100', NULL),
('7:test', 'RAS1Z9I9FhimtouP2-RA671f', '1795545079140', NULL),
('7:test', 'SNktvxc7Prv1X73_xPWAoJUf', '1795545079123', NULL),
('7:test', 'U8WQOx7_24bkj8ml1Amm_oHC', '1795545079149', NULL),
('7:test', 'XE9z4FX3oAFjIPGSkw44UwI_', '1795545079077', NULL),
('7:test', 'cYeNUPYmi-y2aRjIrMWUMFqE', '1795545076556', NULL),
('7:test', 'dAv_eTL7uGYbCrSU47sso8kI', '1795545079074', NULL),
('7:test', 'e7VmhLHBkylIIz_l8oz4aiqF', '1795545079137', NULL),
('7:test', 'exWgnO_mQJ-eVuQgDBOTIiCp', '1795545079134', NULL),
('7:test', 'jynlyA2ELAwli3XlUd9IKyXt', '1795545079085', NULL),
('7:test', 'o0hWiRVaRWqWEqKUYiZt5Rkj', '1795545079105', NULL),
('7:test', 'pOF7luLURbQjZSZPx_o3gWDY', '1795545078794', NULL),
('7:test', 'sAb7kFs4dyFmfGSK5wS83E-O', '1795545079012', NULL),
('7:test', 'tXhe3ONiJyjA_CugDiSE3VMi', '1795545079103', NULL),
('7:test', 'uik0OVQkfi3nvKitw98D1vDm', '1795545079049', NULL),
('7:test', 'vj4HKCvSrFoudNqPWexgWTDo', '1795545079082', NULL),
('7:test', 'vxoOwaIdy9_IjMbvHozNFKyT', '1795545079037', NULL),
('7:test', 'wUFSVkh1iWvJ--PsRlJQrWwY', '1795545079041', NULL),
('7:test', 'xSQduO9TobSSXku9VEoVx9uE', '1795545079043', NULL),
('7:test', 'ykWAgLseccXQkwCWugdgC1DO', '1795545079145', NULL),
('platform', '0fMhj9RqD2TcBksl2v_BYfGW', '1795545075068', NULL),
('platform', '1blbbaxJ4DrmPOc5vOdUudHK', '1795545078881', NULL),
('platform', '4WcWfufcjSwmRiyjq6q8Tq2G', '1795545076545', NULL),
('platform', 'AQF288YNGYuuffm5Z7B6DDBc', '1795545078863', NULL),
('platform', 'FOhtnbwOd1le-91OZMAMU40b', '1795545078751', NULL),
('platform', 'MB447S5jrcBU1QCc42YnWi5d', '1795545078781', NULL),
('platform', 'OMMz5tIrpf73_8RyzdZYaohd', '1795545078781', NULL),
('platform', 'OPC4O0FxQ7htWevi2RuNmkj2', '1795545078816', NULL),
('platform', 'OxUPefgj0ILMwylsXYLrYFMa', '1795545078816', NULL),
('platform', 'P32YdGOR83x2VidJ4qtAs8qN', '1795545077274', NULL),
('platform', 'dQmxzJueVhIfGhQM_fyhaZ_V', '1795545078862', NULL),
('platform', 'i3pLctSASljPGMsCTGJAHbTz', '1795545078862', NULL),
('platform', 'v92hwFZ8IkqpDEO4lFaRV0HZ', '1795545076554', NULL),
('platform', 'vnjeRNm8rnWzqj2FmL25fwbR', '1795545078024', NULL),
('platform', 'xDpZmCsO5PWpWt8qd4DPvqbd', '1795545075814', NULL);

select setval('wonflow.versions', 150);

select setval('wonflow.removals', 16);
