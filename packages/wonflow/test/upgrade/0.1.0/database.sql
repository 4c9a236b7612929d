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
('0001-records-and-ledger', '2026-11-24T20:02:00.336Z');

insert into wonflow.migrations_lock (id, is_locked) values
('migration_lock', '0');

insert into wonflow.records (tenant, kind, id, version, body, due_at, list, position) values
('1:test', 'merchant', 'self', '13', '{"mId":1,"mode":"test","name":"Wonflow Docs","businessName":null,"businessRegistrationNumber":"1234567890","phone":"02-000-0000","terms":null,"color":null,"feeRate":"3.3","nextFeeRate":null,"contracts":{"kyc":true,"taxFree":true,"payouts":true,"webhook":true,"gateways":["PG_A","PG_B"]},"origins":[],"settlementDays":3,"minAmount":1,"maxAmount":1000000000000}', NULL, NULL, NULL),
('1:test', 'settlementSchedule', 'self', '18', '{}', '1795618800000', NULL, NULL),
('1:test', 'transferAccount', 'self', '17', '{"account":{"bankCode":"004","accountNumber":"********0001","holderName":"Wonflow Docs"},"sealedNumber":"v1.91bc9dbbe3dbed2a.M480847GvmvCAI1-.OuLcezpXuVOzlZVGWfEdK-LlIoz3T57r4VBcpQ","daily":true,"nextDay":"2026-11-25"}', '1795615200000', NULL, NULL),
('7:test', 'attempt', 'approval.MOJWEQ7uRSAzuhBv4HdkK', '130', '{"key":"approval.MOJWEQ7uRSAzuhBv4HdkK","kind":"approval","status":"REFUSED","openedAt":1795550531773,"deadline":1795550561773,"lookUpAt":null,"lookUps":0,"flagged":false,"intentKey":"MOJWEQ7uRSAzuhBv4HdkK","approvalKey":"approval.MOJWEQ7uRSAzuhBv4HdkK","amount":10000,"methods":1,"reversal":null,"refusal":"REJECT_CARD_PAYMENT","approvedAt":null,"approvalNumber":null,"answer":{"ok":false,"error":{"code":"REJECT_CARD_PAYMENT"}}}', NULL, NULL, NULL),
('7:test', 'attempt', 'approval.afMkcMW3IAnIdX25hPOR5', '147', '{"key":"approval.afMkcMW3IAnIdX25hPOR5","kind":"approval","status":"UNKNOWN","openedAt":1795550531844,"deadline":1795550561844,"lookUpAt":1795550532849,"lookUps":1,"flagged":false,"intentKey":"afMkcMW3IAnIdX25hPOR5","approvalKey":"approval.afMkcMW3IAnIdX25hPOR5","amount":10000,"methods":1,"reversal":null,"refusal":null,"approvedAt":null,"approvalNumber":null,"answer":null}', '1795550532849', NULL, NULL),
('7:test', 'attempt', 'approval.l35Q8BJfPEGq5uR6holZG', '61', '{"key":"approval.l35Q8BJfPEGq5uR6holZG","kind":"approval","status":"DONE","openedAt":1795550531231,"deadline":1795550561231,"lookUpAt":null,"lookUps":0,"flagged":false,"intentKey":"l35Q8BJfPEGq5uR6holZG","approvalKey":"approval.l35Q8BJfPEGq5uR6holZG","amount":10000,"methods":1,"reversal":null,"refusal":null,"approvedAt":1795550531239,"approvalNumber":"00000001","answer":{"ok":true,"value":{"intentKey":"l35Q8BJfPEGq5uR6holZG","orderId":"upgraded-order-done","settlementId":null,"orderName":"Tea","mId":7,"totalAmount":10000,"status":"DONE","requestedAt":"2026-11-25T05:02:11+09:00","approvedAt":"2026-11-25T05:02:11+09:00","methods":[{"method":"KEYIN","amount":10000,"keyin":{"number":"400000******0009","installmentPlanMonths":0,"issuerCode":"11"}}],"receipt":{"candyUrl":"http://localhost:46699/receipts/rc_7_test_l35Q8BJfPEGq5uR6holZG54ODiysYyurLolO1gpTLWE","perMethodUrls":["http://localhost:46699/receipts/rc_7_test_l35Q8BJfPEGq5uR6holZG54ODiysYyurLolO1gpTLWE/1"]}}}}', NULL, NULL, NULL),
('7:test', 'attempt', 'approval.tzUic0ZVbE-b-SI0Vh2nC', '105', '{"key":"approval.tzUic0ZVbE-b-SI0Vh2nC","kind":"approval","status":"DONE","openedAt":1795550531527,"deadline":1795550561527,"lookUpAt":null,"lookUps":0,"flagged":false,"intentKey":"tzUic0ZVbE-b-SI0Vh2nC","approvalKey":"approval.tzUic0ZVbE-b-SI0Vh2nC","amount":10000,"methods":1,"reversal":null,"refusal":null,"approvedAt":1795550531669,"approvalNumber":"00000004","answer":{"ok":true,"value":{"intentKey":"tzUic0ZVbE-b-SI0Vh2nC","orderId":"upgraded-order-canceled","settlementId":null,"orderName":"Tea","mId":7,"totalAmount":10000,"status":"DONE","requestedAt":"2026-11-25T05:02:11+09:00","approvedAt":"2026-11-25T05:02:11+09:00","methods":[{"method":"KEYIN","amount":10000,"keyin":{"number":"400000******0009","installmentPlanMonths":0,"issuerCode":"11"}}],"receipt":{"candyUrl":"http://localhost:46699/receipts/rc_7_test_tzUic0ZVbE-b-SI0Vh2nCLQH4qgEeMeTexdCwzuckbg","perMethodUrls":["http://localhost:46699/receipts/rc_7_test_tzUic0ZVbE-b-SI0Vh2nCLQH4qgEeMeTexdCwzuckbg/1"]}}}}', NULL, NULL, NULL),
('7:test', 'attempt', 'approval.zRljQDUOjx7kDKorwVV1v', '79', '{"key":"approval.zRljQDUOjx7kDKorwVV1v","kind":"approval","status":"DONE","openedAt":1795550531298,"deadline":1795550561298,"lookUpAt":null,"lookUps":0,"flagged":false,"intentKey":"zRljQDUOjx7kDKorwVV1v","approvalKey":"approval.zRljQDUOjx7kDKorwVV1v","amount":10000,"methods":1,"reversal":null,"refusal":null,"approvedAt":1795550531310,"approvalNumber":"00000002","answer":{"ok":true,"value":{"intentKey":"zRljQDUOjx7kDKorwVV1v","orderId":"upgraded-order-partly-canceled","settlementId":null,"orderName":"Tea","mId":7,"totalAmount":10000,"status":"DONE","requestedAt":"2026-11-25T05:02:11+09:00","approvedAt":"2026-11-25T05:02:11+09:00","methods":[{"method":"KEYIN","amount":10000,"keyin":{"number":"400000******0009","installmentPlanMonths":0,"issuerCode":"11"}}],"receipt":{"candyUrl":"http://localhost:46699/receipts/rc_7_test_zRljQDUOjx7kDKorwVV1vunrHuyccGUOz8qnu4XvhOw","perMethodUrls":["http://localhost:46699/receipts/rc_7_test_zRljQDUOjx7kDKorwVV1vunrHuyccGUOz8qnu4XvhOw/1"]}}}}', NULL, NULL, NULL),
('7:test', 'attempt', 'cancellation.tzUic0ZVbE-b-SI0Vh2nC.1', '112', '{"key":"cancellation.tzUic0ZVbE-b-SI0Vh2nC.1","kind":"cancellation","status":"DONE","openedAt":1795550531677,"deadline":1795550561677,"lookUpAt":null,"lookUps":0,"flagged":false,"intentKey":"tzUic0ZVbE-b-SI0Vh2nC","number":1,"approvalKey":"approval.tzUic0ZVbE-b-SI0Vh2nC","amount":10000,"reason":"out of stock","method":0,"group":["cancellation.tzUic0ZVbE-b-SI0Vh2nC.1"],"canceledAt":1795550531686,"refusal":null,"answer":{"ok":true,"value":{"intentKey":"tzUic0ZVbE-b-SI0Vh2nC","orderId":"upgraded-order-canceled","settlementId":null,"orderName":"Tea","mId":7,"totalAmount":10000,"status":"CANCELED","requestedAt":"2026-11-25T05:02:11+09:00","approvedAt":"2026-11-25T05:02:11+09:00","cancel":{"canceledAt":"2026-11-25T05:02:11+09:00","canceledAmount":10000,"remainingAmount":0,"inProgress":false},"methods":[{"method":"KEYIN","amount":10000,"keyin":{"number":"400000******0009","installmentPlanMonths":0,"issuerCode":"11"}}],"receipt":{"candyUrl":"http://localhost:46699/receipts/rc_7_test_tzUic0ZVbE-b-SI0Vh2nCLQH4qgEeMeTexdCwzuckbg","perMethodUrls":["http://localhost:46699/receipts/rc_7_test_tzUic0ZVbE-b-SI0Vh2nCLQH4qgEeMeTexdCwzuckbg/1"]}}}}', NULL, NULL, NULL),
('7:test', 'attempt', 'cancellation.zRljQDUOjx7kDKorwVV1v.1', '87', '{"key":"cancellation.zRljQDUOjx7kDKorwVV1v.1","kind":"cancellation","status":"DONE","openedAt":1795550531326,"deadline":1795550561326,"lookUpAt":null,"lookUps":0,"flagged":false,"intentKey":"zRljQDUOjx7kDKorwVV1v","number":1,"approvalKey":"approval.zRljQDUOjx7kDKorwVV1v","amount":4000,"reason":"out of stock","method":0,"group":["cancellation.zRljQDUOjx7kDKorwVV1v.1"],"canceledAt":1795550531335,"refusal":null,"answer":{"ok":true,"value":{"intentKey":"zRljQDUOjx7kDKorwVV1v","orderId":"upgraded-order-partly-canceled","settlementId":null,"orderName":"Tea","mId":7,"totalAmount":10000,"status":"PARTIAL_CANCELED","requestedAt":"2026-11-25T05:02:11+09:00","approvedAt":"2026-11-25T05:02:11+09:00","cancel":{"canceledAt":"2026-11-25T05:02:11+09:00","canceledAmount":4000,"remainingAmount":6000,"inProgress":false},"methods":[{"method":"KEYIN","amount":10000,"keyin":{"number":"400000******0009","installmentPlanMonths":0,"issuerCode":"11"}}],"receipt":{"candyUrl":"http://localhost:46699/receipts/rc_7_test_zRljQDUOjx7kDKorwVV1vunrHuyccGUOz8qnu4XvhOw","perMethodUrls":["http://localhost:46699/receipts/rc_7_test_zRljQDUOjx7kDKorwVV1vunrHuyccGUOz8qnu4XvhOw/1"]}}}}', NULL, NULL, NULL),
('7:test', 'earning', 'l35Q8BJfPEGq5uR6holZG', '62', '{"id":"l35Q8BJfPEGq5uR6holZG","orderId":"upgraded-order-done","transactionAmount":10000,"feeRate":"2.8","fee":280,"vat":28,"net":9692,"earnedAt":1795550531239,"settlementDays":3,"dueDay":"2026-11-30","settlementId":null,"settledAt":null}', NULL, 'unsettled', '2026-11-30/l35Q8BJfPEGq5uR6holZG'),
('7:test', 'earning', 'tzUic0ZVbE-b-SI0Vh2nC', '113', '{"id":"tzUic0ZVbE-b-SI0Vh2nC","orderId":"upgraded-order-canceled","transactionAmount":0,"feeRate":"2.8","fee":0,"vat":0,"net":0,"earnedAt":1795550531669,"settlementDays":3,"dueDay":"2026-11-30","settlementId":null,"settledAt":null}', NULL, NULL, NULL),
('7:test', 'earning', 'zRljQDUOjx7kDKorwVV1v', '88', '{"id":"zRljQDUOjx7kDKorwVV1v","orderId":"upgraded-order-partly-canceled","transactionAmount":6000,"feeRate":"2.8","fee":168,"vat":17,"net":5815,"earnedAt":1795550531310,"settlementDays":3,"dueDay":"2026-11-30","settlementId":null,"settledAt":null}', NULL, 'unsettled', '2026-11-30/zRljQDUOjx7kDKorwVV1v'),
('7:test', 'idempotency', 'cancel 1', '83', '{"fingerprint":"7efbcb11d48c8a038cfcc1c5568d3bded14ff672ff61f4e9af25231615d21242","attempt":"cancellation.zRljQDUOjx7kDKorwVV1v.1","answer":null,"forgetAt":1796846531326}', '1796846531326', NULL, NULL),
('7:test', 'idempotency', 'confirm 1', '58', '{"fingerprint":"33f489046d9cbb8212c10ed1f10c1e6c4d19401c30d7558cf046d14ac832888e","attempt":"approval.l35Q8BJfPEGq5uR6holZG","answer":null,"forgetAt":1796846531231}', '1796846531231', NULL, NULL),
('7:test', 'idempotency', 'session 1', '28', '{"fingerprint":"3f0137724a794698b3da3ed864b1c146eb2b6d4c5b8c66108a9b1c40bd383105","attempt":null,"answer":"v1.91bc9dbbe3dbed2a.jU6SG9lEEwb2F4eK.wYWdykzKddUcSHiDR0I-bQGn-1QZIAwMpgGspDz9HEmm7xBultfXirRQKHvE5Sm0jUjGUbYGUug4i05yb_MRsOft3bgStt0QAN_p0nUaWgHmjlT41eFL2bJzB3wu9wIfLhO2p-3bcRIPE3o2zbHddz0W8JtRgZxlL2s_D6BiFMjTpmWCFuudlI8ychZro6ciz393DiFqPSVN4-CKjO-xWs_EQgn-qqxv3N2xNQT_JjsQEXzAkLdQlpWaxj0_zYz0z2dryHECjJ6nyaXuPhlN","forgetAt":1796846530845}', '1796846530845', NULL, NULL),
('7:test', 'intent', 'MOJWEQ7uRSAzuhBv4HdkK', '131', '{"intentKey":"MOJWEQ7uRSAzuhBv4HdkK","orderId":"upgraded-order-refused","orderName":"Tea","customerId":"upgrade-buyer","metadata":null,"sessionId":"3196900861feea7feb520e3cbfbeedba567231fedbef7a40e1163ae99b3f7445","status":"ABORTED","superseded":false,"totalAmount":10000,"taxFreeAmount":0,"canceledAmount":0,"methods":[{"cardToken":"sbx_no-funds_7:test_FEl6h5Po2eC06Zf1","maskedNumber":"400000******0009","issuerCode":"41","installmentPlanMonths":0,"amount":10000,"billkey":null,"canceledAmount":0}],"requestedAt":1795550531705,"confirmBy":1795551131753,"approvedAt":null,"canceledAt":null,"feeRate":"2.8","approvalKey":"approval.MOJWEQ7uRSAzuhBv4HdkK","openAttempt":null,"cancellations":0,"settlementDays":3,"receiptToken":null,"agreedTerms":null,"failure":"REJECT_CARD_PAYMENT","failedMethod":0}', NULL, 'intents', '2026-11-24T20:02:11.705Z/MOJWEQ7uRSAzuhBv4HdkK'),
('7:test', 'intent', 'UN6BeL1O0VAWsJbe0x1sp', '29', '{"metadata":null,"sessionId":"6276b0d8fca2aeee77ea6ade6df8dee8ab38e25c374cbb1279b35f37d4de34bc","status":"READY","superseded":false,"taxFreeAmount":0,"canceledAmount":0,"methods":[],"confirmBy":null,"approvedAt":null,"canceledAt":null,"feeRate":null,"approvalKey":null,"openAttempt":null,"cancellations":0,"settlementDays":3,"receiptToken":null,"agreedTerms":null,"failure":null,"failedMethod":0,"intentKey":"UN6BeL1O0VAWsJbe0x1sp","orderId":"upgraded-order-ready","orderName":"Tea","customerId":"upgrade-buyer","totalAmount":10000,"requestedAt":1795550530845}', NULL, 'intents', '2026-11-24T20:02:10.845Z/UN6BeL1O0VAWsJbe0x1sp'),
('7:test', 'intent', 'afMkcMW3IAnIdX25hPOR5', '145', '{"intentKey":"afMkcMW3IAnIdX25hPOR5","orderId":"upgraded-order-unknown","orderName":"Tea","customerId":"upgrade-buyer","metadata":null,"sessionId":"461d94af7a49556d2f8766cd6cdc0566c9dd6f759aa2a6105cb7673eda6cff55","status":"IN_PROGRESS","superseded":false,"totalAmount":10000,"taxFreeAmount":0,"canceledAmount":0,"methods":[{"cardToken":"sbx_answer-lost_7:test_nR84N96UtRGUaJz3","maskedNumber":"400000******0008","issuerCode":"51","installmentPlanMonths":0,"amount":10000,"billkey":null,"canceledAmount":0}],"requestedAt":1795550531803,"confirmBy":1795551131828,"approvedAt":null,"canceledAt":null,"feeRate":"2.8","approvalKey":"approval.afMkcMW3IAnIdX25hPOR5","openAttempt":"approval.afMkcMW3IAnIdX25hPOR5","cancellations":0,"settlementDays":3,"receiptToken":null,"agreedTerms":null,"failure":null,"failedMethod":0}', NULL, 'intents', '2026-11-24T20:02:11.803Z/afMkcMW3IAnIdX25hPOR5'),
('7:test', 'intent', 'l35Q8BJfPEGq5uR6holZG', '63', '{"intentKey":"l35Q8BJfPEGq5uR6holZG","orderId":"upgraded-order-done","orderName":"Tea","customerId":"upgrade-buyer","metadata":null,"sessionId":"914252e7884e1911da84d22913f1e8c2ae5f59b31e70633c1018912987ed798b","status":"DONE","superseded":false,"totalAmount":10000,"taxFreeAmount":0,"canceledAmount":0,"methods":[{"cardToken":"sbx_kb_7:test_FXP5bpTta5zNAZl8","maskedNumber":"400000******0009","issuerCode":"11","installmentPlanMonths":0,"amount":10000,"billkey":null,"canceledAmount":0}],"requestedAt":1795550531149,"confirmBy":1795551131213,"approvedAt":1795550531239,"canceledAt":null,"feeRate":"2.8","approvalKey":"approval.l35Q8BJfPEGq5uR6holZG","openAttempt":null,"cancellations":0,"settlementDays":3,"receiptToken":"rc_7_test_l35Q8BJfPEGq5uR6holZG54ODiysYyurLolO1gpTLWE","agreedTerms":null,"failure":null,"failedMethod":0}', NULL, 'intents', '2026-11-24T20:02:11.149Z/l35Q8BJfPEGq5uR6holZG'),
('7:test', 'intent', 'rjm_4Q06Mj9eQzeDfvUvw', '41', '{"intentKey":"rjm_4Q06Mj9eQzeDfvUvw","orderId":"upgraded-order-authenticated","orderName":"Tea","customerId":"upgrade-buyer","metadata":null,"sessionId":"f501d8a5acccb633e3c60797e5de673cd50415de8f06c6c9459e98b80963996b","status":"IN_PROGRESS","superseded":false,"totalAmount":10000,"taxFreeAmount":0,"canceledAmount":0,"methods":[{"cardToken":"sbx_kb_7:test_G0HpqbAI7f_XegVy","maskedNumber":"400000******0009","issuerCode":"11","installmentPlanMonths":0,"amount":10000,"billkey":null,"canceledAmount":0}],"requestedAt":1795550530924,"confirmBy":1795551131097,"approvedAt":null,"canceledAt":null,"feeRate":null,"approvalKey":null,"openAttempt":null,"cancellations":0,"settlementDays":3,"receiptToken":null,"agreedTerms":null,"failure":null,"failedMethod":0}', '1795551131097', 'intents', '2026-11-24T20:02:10.924Z/rjm_4Q06Mj9eQzeDfvUvw'),
('7:test', 'intent', 'tzUic0ZVbE-b-SI0Vh2nC', '114', '{"intentKey":"tzUic0ZVbE-b-SI0Vh2nC","orderId":"upgraded-order-canceled","orderName":"Tea","customerId":"upgrade-buyer","metadata":null,"sessionId":"6724ee2407210460186a0f16dca8f805544c8f238ad6e3fd39f6a666bfc0c620","status":"CANCELED","superseded":false,"totalAmount":10000,"taxFreeAmount":0,"canceledAmount":10000,"methods":[{"cardToken":"sbx_kb_7:test_4RsAqpsK8hjLrex0","maskedNumber":"400000******0009","issuerCode":"11","installmentPlanMonths":0,"amount":10000,"billkey":null,"canceledAmount":10000}],"requestedAt":1795550531358,"confirmBy":1795551131383,"approvedAt":1795550531669,"canceledAt":1795550531686,"feeRate":"2.8","approvalKey":"approval.tzUic0ZVbE-b-SI0Vh2nC","openAttempt":null,"cancellations":1,"settlementDays":3,"receiptToken":"rc_7_test_tzUic0ZVbE-b-SI0Vh2nCLQH4qgEeMeTexdCwzuckbg","agreedTerms":null,"failure":null,"failedMethod":0}', NULL, 'intents', '2026-11-24T20:02:11.358Z/tzUic0ZVbE-b-SI0Vh2nC'),
('7:test', 'intent', 'zRljQDUOjx7kDKorwVV1v', '89', '{"intentKey":"zRljQDUOjx7kDKorwVV1v","orderId":"upgraded-order-partly-canceled","orderName":"Tea","customerId":"upgrade-buyer","metadata":null,"sessionId":"93c32b166bb55bf68dda3f4ff6dc19babd7806318f1d81428d98f898476aa163","status":"PARTIAL_CANCELED","superseded":false,"totalAmount":10000,"taxFreeAmount":0,"canceledAmount":4000,"methods":[{"cardToken":"sbx_kb_7:test_DP7XPsjn-FcfAgUT","maskedNumber":"400000******0009","issuerCode":"11","installmentPlanMonths":0,"amount":10000,"billkey":null,"canceledAmount":4000}],"requestedAt":1795550531254,"confirmBy":1795551131266,"approvedAt":1795550531310,"canceledAt":1795550531335,"feeRate":"2.8","approvalKey":"approval.zRljQDUOjx7kDKorwVV1v","openAttempt":null,"cancellations":1,"settlementDays":3,"receiptToken":"rc_7_test_zRljQDUOjx7kDKorwVV1vunrHuyccGUOz8qnu4XvhOw","agreedTerms":null,"failure":null,"failedMethod":0}', NULL, 'intents', '2026-11-24T20:02:11.254Z/zRljQDUOjx7kDKorwVV1v'),
('7:test', 'merchant', 'self', '7', '{"mId":7,"mode":"test","name":"Corner Shop","businessName":null,"businessRegistrationNumber":null,"phone":null,"terms":null,"color":null,"feeRate":"2.8","nextFeeRate":null,"contracts":{"kyc":false,"taxFree":false,"payouts":false,"webhook":false,"gateways":[]},"origins":[],"settlementDays":3,"minAmount":1,"maxAmount":1000000000000}', NULL, NULL, NULL),
('7:test', 'order', 'upgraded-order-authenticated', '35', '{"orderId":"upgraded-order-authenticated","intentKey":"rjm_4Q06Mj9eQzeDfvUvw"}', NULL, NULL, NULL),
('7:test', 'order', 'upgraded-order-canceled', '92', '{"orderId":"upgraded-order-canceled","intentKey":"tzUic0ZVbE-b-SI0Vh2nC"}', NULL, NULL, NULL),
('7:test', 'order', 'upgraded-order-done', '47', '{"orderId":"upgraded-order-done","intentKey":"l35Q8BJfPEGq5uR6holZG"}', NULL, NULL, NULL),
('7:test', 'order', 'upgraded-order-partly-canceled', '66', '{"orderId":"upgraded-order-partly-canceled","intentKey":"zRljQDUOjx7kDKorwVV1v"}', NULL, NULL, NULL),
('7:test', 'order', 'upgraded-order-ready', '31', '{"orderId":"upgraded-order-ready","intentKey":"UN6BeL1O0VAWsJbe0x1sp"}', NULL, NULL, NULL),
('7:test', 'order', 'upgraded-order-refused', '117', '{"orderId":"upgraded-order-refused","intentKey":"MOJWEQ7uRSAzuhBv4HdkK"}', NULL, NULL, NULL),
('7:test', 'order', 'upgraded-order-unknown', '134', '{"orderId":"upgraded-order-unknown","intentKey":"afMkcMW3IAnIdX25hPOR5"}', NULL, NULL, NULL),
('7:test', 'session', '3196900861feea7feb520e3cbfbeedba567231fedbef7a40e1163ae99b3f7445', '126', '{"id":"3196900861feea7feb520e3cbfbeedba567231fedbef7a40e1163ae99b3f7445","intentKey":"MOJWEQ7uRSAzuhBv4HdkK","openedBy":"server","status":"AUTHENTICATED","successUrl":"https://shop.example/ok","failUrl":"https://shop.example/fail","tries":1,"triedAt":1795550531729,"refusals":0,"createdAt":1795550531705,"expiresAt":1795552331705,"kyc":null}', NULL, NULL, NULL),
('7:test', 'session', '461d94af7a49556d2f8766cd6cdc0566c9dd6f759aa2a6105cb7673eda6cff55', '143', '{"id":"461d94af7a49556d2f8766cd6cdc0566c9dd6f759aa2a6105cb7673eda6cff55","intentKey":"afMkcMW3IAnIdX25hPOR5","openedBy":"server","status":"AUTHENTICATED","successUrl":"https://shop.example/ok","failUrl":"https://shop.example/fail","tries":1,"triedAt":1795550531819,"refusals":0,"createdAt":1795550531803,"expiresAt":1795552331803,"kyc":null}', NULL, NULL, NULL),
('7:test', 'session', '6276b0d8fca2aeee77ea6ade6df8dee8ab38e25c374cbb1279b35f37d4de34bc', '32', '{"id":"6276b0d8fca2aeee77ea6ade6df8dee8ab38e25c374cbb1279b35f37d4de34bc","intentKey":"UN6BeL1O0VAWsJbe0x1sp","openedBy":"server","status":"OPEN","tries":0,"triedAt":null,"refusals":0,"successUrl":"https://shop.example/ok","failUrl":"https://shop.example/fail","createdAt":1795550530845,"expiresAt":1795552330845,"kyc":null}', '1795552330845', NULL, NULL),
('7:test', 'session', '6724ee2407210460186a0f16dca8f805544c8f238ad6e3fd39f6a666bfc0c620', '101', '{"id":"6724ee2407210460186a0f16dca8f805544c8f238ad6e3fd39f6a666bfc0c620","intentKey":"tzUic0ZVbE-b-SI0Vh2nC","openedBy":"server","status":"AUTHENTICATED","successUrl":"https://shop.example/ok","failUrl":"https://shop.example/fail","tries":1,"triedAt":1795550531379,"refusals":0,"createdAt":1795550531358,"expiresAt":1795552331358,"kyc":null}', NULL, NULL, NULL),
('7:test', 'session', '914252e7884e1911da84d22913f1e8c2ae5f59b31e70633c1018912987ed798b', '56', '{"id":"914252e7884e1911da84d22913f1e8c2ae5f59b31e70633c1018912987ed798b","intentKey":"l35Q8BJfPEGq5uR6holZG","openedBy":"server","status":"AUTHENTICATED","successUrl":"https://shop.example/ok","failUrl":"https://shop.example/fail","tries":1,"triedAt":1795550531197,"refusals":0,"createdAt":1795550531149,"expiresAt":1795552331149,"kyc":null}', NULL, NULL, NULL),
('7:test', 'session', '93c32b166bb55bf68dda3f4ff6dc19babd7806318f1d81428d98f898476aa163', '75', '{"id":"93c32b166bb55bf68dda3f4ff6dc19babd7806318f1d81428d98f898476aa163","intentKey":"zRljQDUOjx7kDKorwVV1v","openedBy":"server","status":"AUTHENTICATED","successUrl":"https://shop.example/ok","failUrl":"https://shop.example/fail","tries":1,"triedAt":1795550531264,"refusals":0,"createdAt":1795550531254,"expiresAt":1795552331254,"kyc":null}', NULL, NULL, NULL),
('7:test', 'session', 'f501d8a5acccb633e3c60797e5de673cd50415de8f06c6c9459e98b80963996b', '44', '{"id":"f501d8a5acccb633e3c60797e5de673cd50415de8f06c6c9459e98b80963996b","intentKey":"rjm_4Q06Mj9eQzeDfvUvw","openedBy":"server","status":"AUTHENTICATED","successUrl":"https://shop.example/ok","failUrl":"https://shop.example/fail","tries":1,"triedAt":1795550531091,"refusals":0,"createdAt":1795550530924,"expiresAt":1795552330924,"kyc":null}', NULL, NULL, NULL),
('7:test', 'settlementSchedule', 'self', '21', '{}', '1795618800000', NULL, NULL),
('platform', 'apiKey', 'b2ea313e71ce0d64864efa265cdcdbf01f33680bb579ec82ebb209f956c25e8a', '11', '{"tenant":"7:test","type":"client","hint":"EONo","createdAt":1795550528759,"revokedAt":null}', NULL, 'apiKeys', '7:test/2026-11-24T20:02:08.759Z'),
('platform', 'apiKey', 'd79ce11ac6f7250a5593be105ad069dea283851a0936b882c4be62b2c2eb1bf1', '10', '{"tenant":"7:test","type":"secret","hint":"MDJn","createdAt":1795550526685,"revokedAt":null}', NULL, 'apiKeys', '7:test/2026-11-24T20:02:06.685Z'),
('platform', 'cardTable', 'bins', '1', '{"version":"80bd8ec34632b721bb0c9aed038cf95b","parts":1,"importedAt":1795550520424}', NULL, NULL, NULL),
('platform', 'cardTable', 'catalog', '3', '{"version":"4dd64c098cd3fb1bfc048ee77e01d0cf","parts":1,"importedAt":1795550522124}', NULL, NULL, NULL),
('platform', 'cardTablePart', 'bins.80bd8ec34632b721bb0c9aed038cf95b.0', '2', '{"rows":[{"bin":"40005001","type":"CRD","acquirer":"71","issuer":"71","nickname":"롯데상회","updatedAt":"2026-11-25","providerCode":"","kind":"credit"}]}', NULL, NULL, NULL),
('platform', 'cardTablePart', 'catalog.4dd64c098cd3fb1bfc048ee77e01d0cf.0', '4', '{"rows":[{"id":"5f0c9a3e-7d1b-4c2a-9e60-000000000001","name":"오래된 카드","acquirer":"11","ref":"11-C1007","annualFeeDomestic":49000,"annualFeeInternational":{"VISA":52000},"thumbnails":["https://cards.example/thumbnails/11-c1007-front.png","https://cards.example/thumbnails/11-c1007-back.png"],"benefits":[{"categoryId":1,"title":"항공 마일리지 적립","notes":["이용금액 1,000원당 적립됩니다.","상품권·선불카드 충전 금액은 제외됩니다."],"details":[{"prevMonthSpendingRange":[300000,1000000],"content":["RATIO",0.1],"discountLimit":{"amount":{"monthly":10000}}},{"prevMonthSpendingRange":[1000000,null],"content":["RATIO",0.15],"discountLimit":{"amount":{"daily":10000,"monthly":20000}}}]},{"categoryId":2,"title":"해외 이용 할인","notes":["해외 가맹점 원화 결제는 제외됩니다."],"details":[{"prevMonthSpendingRange":[300000,1000000],"content":["RATIO",1],"discountLimit":{"amount":{"monthly":10000}}},{"prevMonthSpendingRange":[1000000,null],"content":["RATIO",2],"discountLimit":{"amount":{"daily":10000,"monthly":20000}}}]}],"updatedAt":"2026-02-02T00:00:00+09:00"}]}', NULL, NULL, NULL),
('platform', 'commitIds', 'all', '24', '{"forgottenBefore":1795464130612}', '1795554130612', NULL, NULL),
('platform', 'installmentFeed', 'PG_A', '25', '{"offers":{"period":{"startDate":"2026-11-01","endDate":"2026-11-30"},"free":[{"issuer":"11","minimumAmount":50000,"maximumAmount":null,"lastDay":"","installmentMonth":{"min":2,"max":5}},{"issuer":"21","minimumAmount":50000,"maximumAmount":null,"lastDay":"","installmentMonth":{"min":2,"max":3}},{"issuer":"31","minimumAmount":50000,"maximumAmount":null,"lastDay":"","installmentMonth":{"min":2,"max":7}},{"issuer":"33","minimumAmount":50000,"maximumAmount":null,"lastDay":"","installmentMonth":{"min":2,"max":4}},{"issuer":"W1","minimumAmount":50000,"maximumAmount":null,"lastDay":"","installmentMonth":{"min":2,"max":4}},{"issuer":"41","minimumAmount":50000,"maximumAmount":null,"lastDay":"","installmentMonth":{"min":2,"max":3}},{"issuer":"41","minimumAmount":50000,"maximumAmount":null,"lastDay":"","installmentMonth":{"min":7,"max":8}},{"issuer":"41","minimumAmount":200000,"maximumAmount":null,"lastDay":"","installmentMonth":{"min":2,"max":3}},{"issuer":"41","minimumAmount":200000,"maximumAmount":null,"lastDay":"","installmentMonth":{"min":7,"max":8}},{"issuer":"41","minimumAmount":200000,"maximumAmount":null,"lastDay":"","installmentMonth":{"min":14,"max":14}},{"issuer":"51","minimumAmount":50000,"maximumAmount":null,"lastDay":"","installmentMonth":{"min":2,"max":6}},{"issuer":"61","minimumAmount":100000,"maximumAmount":null,"lastDay":"","installmentMonth":{"min":2,"max":3}},{"issuer":"71","minimumAmount":50000,"maximumAmount":null,"lastDay":"","installmentMonth":{"min":3,"max":3}},{"issuer":"91","minimumAmount":50000,"maximumAmount":null,"lastDay":"","installmentMonth":{"min":2,"max":6}}],"partial":[{"issuer":"11","minimumAmount":50000,"maximumAmount":null,"lastDay":"","plan":[{"month":10,"customerInterestMonthRange":{"start":1,"end":4}},{"month":12,"customerInterestMonthRange":{"start":1,"end":5}}]},{"issuer":"41","minimumAmount":50000,"maximumAmount":null,"lastDay":"","plan":[{"month":10,"customerInterestMonthRange":{"start":1,"end":4}}]},{"issuer":"51","minimumAmount":50000,"maximumAmount":null,"lastDay":"","plan":[{"month":12,"customerInterestMonthRange":{"start":1,"end":6}},{"month":18,"customerInterestMonthRange":{"start":1,"end":8}}]}]},"sandbox":true,"readAt":1795550530618}', '1795554130618', NULL, NULL),
('platform', 'installmentFeed', 'PG_B', '26', '{"offers":{"period":{"startDate":"2026-11-01","endDate":"2026-11-30"},"free":[{"issuer":"11","minimumAmount":50000,"maximumAmount":null,"lastDay":"2026-11-30","installmentMonth":{"min":2,"max":5}},{"issuer":"15","minimumAmount":50000,"maximumAmount":3000000,"lastDay":"2026-11-30","installmentMonth":{"min":2,"max":3}},{"issuer":"21","minimumAmount":50000,"maximumAmount":null,"lastDay":"2026-11-30","installmentMonth":{"min":2,"max":3}},{"issuer":"31","minimumAmount":50000,"maximumAmount":null,"lastDay":"2026-11-30","installmentMonth":{"min":2,"max":7}},{"issuer":"33","minimumAmount":50000,"maximumAmount":null,"lastDay":"2026-11-30","installmentMonth":{"min":2,"max":4}},{"issuer":"41","minimumAmount":50000,"maximumAmount":null,"lastDay":"2026-11-30","installmentMonth":{"min":2,"max":3}},{"issuer":"41","minimumAmount":50000,"maximumAmount":null,"lastDay":"2026-11-30","installmentMonth":{"min":7,"max":8}},{"issuer":"41","minimumAmount":200000,"maximumAmount":null,"lastDay":"2026-11-30","installmentMonth":{"min":2,"max":3}},{"issuer":"41","minimumAmount":200000,"maximumAmount":null,"lastDay":"2026-11-30","installmentMonth":{"min":7,"max":8}},{"issuer":"41","minimumAmount":200000,"maximumAmount":null,"lastDay":"2026-11-30","installmentMonth":{"min":14,"max":14}},{"issuer":"51","minimumAmount":50000,"maximumAmount":null,"lastDay":"2026-11-30","installmentMonth":{"min":2,"max":6}},{"issuer":"61","minimumAmount":100000,"maximumAmount":null,"lastDay":"2026-11-30","installmentMonth":{"min":2,"max":3}},{"issuer":"71","minimumAmount":50000,"maximumAmount":null,"lastDay":"2026-11-30","installmentMonth":{"min":3,"max":3}},{"issuer":"91","minimumAmount":50000,"maximumAmount":null,"lastDay":"2026-11-30","installmentMonth":{"min":2,"max":6}},{"issuer":"W1","minimumAmount":50000,"maximumAmount":null,"lastDay":"2026-11-30","installmentMonth":{"min":2,"max":4}}],"partial":[{"issuer":"11","minimumAmount":50000,"maximumAmount":null,"lastDay":"2026-11-30","plan":[{"month":10,"customerInterestMonthRange":{"start":1,"end":4}},{"month":12,"customerInterestMonthRange":{"start":1,"end":5}}]},{"issuer":"41","minimumAmount":50000,"maximumAmount":null,"lastDay":"2026-11-30","plan":[{"month":10,"customerInterestMonthRange":{"start":1,"end":4}}]},{"issuer":"51","minimumAmount":50000,"maximumAmount":null,"lastDay":"2026-11-30","plan":[{"month":12,"customerInterestMonthRange":{"start":1,"end":6}},{"month":18,"customerInterestMonthRange":{"start":1,"end":8}}]}]},"sandbox":true,"readAt":1795550530618}', '1795554130618', NULL, NULL),
('platform', 'merchantIndex', '1:test', '12', '{"mId":1,"mode":"test"}', NULL, 'merchants', '000000000000001:test'),
('platform', 'merchantIndex', '7:test', '6', '{"mId":7,"mode":"test"}', NULL, 'merchants', '000000000000007:test'),
('platform', 'retention', 'all', '27', '{"turn":1,"begunAt":1795636930607,"done":null,"delivery":null}', '1795636930607', NULL, NULL),
('platform', 'secretCheck', 'newest', '5', '{"fingerprint":"ef5130a0115db3397565ba170aec0bcfe3538cd0d9d5a3b284b59f366aa12234"}', NULL, NULL, NULL);

insert into wonflow.accounts (tenant, account, balance) values
('7:test', 'fee', '-448'),
('7:test', 'pending', '-15507'),
('7:test', 'receivable', '16000'),
('7:test', 'vat', '-45');

insert into wonflow.entries (tenant, commit_id, at, reference, postings) values
('7:test', 'uSmREW_P8goGg_wc7fwB0nKi', '1795550531240', 'l35Q8BJfPEGq5uR6holZG', '[{"amount": 10000, "account": "receivable"}, {"amount": -9692, "account": "pending"}, {"amount": -280, "account": "fee"}, {"amount": -28, "account": "vat"}]'),
('7:test', 'jRIRc9UrhOcHf9YZ3DgYrSDq', '1795550531311', 'zRljQDUOjx7kDKorwVV1v', '[{"amount": 10000, "account": "receivable"}, {"amount": -9692, "account": "pending"}, {"amount": -280, "account": "fee"}, {"amount": -28, "account": "vat"}]'),
('7:test', 'Cmw8_bkMPp2bM5g99UaakMx0', '1795550531337', 'zRljQDUOjx7kDKorwVV1v', '[{"amount": -4000, "account": "receivable"}, {"amount": 3877, "account": "pending"}, {"amount": 112, "account": "fee"}, {"amount": 11, "account": "vat"}]'),
('7:test', 'eNXV_k0QNA0z5mLf-SY6mc5i', '1795550531670', 'tzUic0ZVbE-b-SI0Vh2nC', '[{"amount": 10000, "account": "receivable"}, {"amount": -9692, "account": "pending"}, {"amount": -280, "account": "fee"}, {"amount": -28, "account": "vat"}]'),
('7:test', '0X_-EfrV8YFhAhnyxbmbfb8g', '1795550531689', 'tzUic0ZVbE-b-SI0Vh2nC', '[{"amount": -10000, "account": "receivable"}, {"amount": 9692, "account": "pending"}, {"amount": 280, "account": "fee"}, {"amount": 28, "account": "vat"}]');

insert into wonflow.commits (tenant, id, at, refusal) values
('1:test', 'EVpFMaltWNerOPa-Pq-nui34', '1795550530518', NULL),
('1:test', 'F6dcHfmMoVeFQjEdGZxYU0yS', '1795550530513', NULL),
('1:test', 'gPisGW1qxbhuhqmMffV4xwLO', '1795550530599', NULL),
('7:test', '-JS903HdMOyShBX2f1ymU53R', '1795550531677', NULL),
('7:test', '0X_-EfrV8YFhAhnyxbmbfb8g', '1795550531689', NULL),
('7:test', '0pY8R9v5M8YhNquiyGCvhyfc', '1795550531266', NULL),
('7:test', '2bIGzYtR5ArpPnMesxV-GXPB', '1795550531254', NULL),
('7:test', '2t1yK6fdBkfdf23Uj5a1kDDI', '1795550531091', NULL),
('7:test', '4NFk0Ge4dt6YaUlriHy2uyij', '1795550531180', NULL),
('7:test', '6rmZCg06jEBxY62yX3zdv1Tb', '1795550531097', NULL),
('7:test', '7-7l92JjQi8eILDFixFOW8RR', '1795550531776', NULL),
('7:test', 'A1YoI8oMluAcxrQ7PAHkhyvr', '1795550531819', NULL),
('7:test', 'Cmw8_bkMPp2bM5g99UaakMx0', '1795550531337', NULL),
('7:test', 'KhFY2r_piWvVVnaenytX3mzK', '1795550531213', NULL),
('7:test', 'NZy2yUkrh-_wxJZrBjCD5TP-', '1795550531231', NULL),
('7:test', 'REVf3KW4cmaVToIc1mMF4H9F', '1795550531383', NULL),
('7:test', 'T6_Jc_ekLFTJ-eDIvfakhBfF', '1795550531773', NULL),
('7:test', 'VOsVICPNNo7M80HOQ7deRJDi', '1795550531729', NULL),
('7:test', 'WNEhQEvAdbYYYttXp_0xQMbK', '1795550531527', NULL),
('7:test', 'XbmYnlOclz2Bu0AOvw9SD3nX', '1795550531849', NULL),
('7:test', 'a47qgqXQ2LH2Hk6Zpq9QqQSZ', '1795550530606', NULL),
('7:test', 'cHeZaTBqtFYWav3S31exoAgP', '1795550531197', NULL),
('7:test', 'eNXV_k0QNA0z5mLf-SY6mc5i', '1795550531670', NULL),
('7:test', 'ewnz6Wk5dfU5CpqvpDWe6Iro', '1795550531804', NULL),
('7:test', 'froC0R0_PKXjwwGsoUp-j2s0', '1795550531708', NULL),
('7:test', 'g-BgQ5HbrmOvm6Qj4uP-IyVg', '1795550531379', NULL),
('7:test', 'iWIaAP-Z7ipUBMiS4om_pLFC', '1795550531298', NULL),
('7:test', 'jRIRc9UrhOcHf9YZ3DgYrSDq', '1795550531311', NULL),
('7:test', 'kNTJuE6IZprqxmwonB02fqzl', '1795550531264', NULL),
('7:test', 'lyO_9UDpAQ9bMfju8ROfruu4', '1795550531358', NULL),
('7:test', 'mURFPX7-eW0sfL3AxpuYuuLl', '1795550524759', NULL),
('7:test', 'pjinTDN05tDu-NDs5tl7ZK1U', '1795550531753', NULL),
('7:test', 'rJIb1OFned1c9YmjW1eg7SK-', '1795550530847', NULL),
('7:test', 'sOF-PL_vpu9UT-tgyfKyyk3c', '1795550531058', NULL),
('7:test', 'tfHndIu1k2E48foM5OyIiPJn', '1795550531828', NULL),
('7:test', 'uSmREW_P8goGg_wc7fwB0nKi', '1795550531240', NULL),
('7:test', 'woGip1JEo0_RybLSPdi_gFoe', '1795550531844', NULL),
('7:test', 'yZE0TlmmMi0RF-xp75WP89NP', '1795550531326', NULL),
('platform', '1Y4O6J0sy19bDM8yPGGSb37f', '1795550530607', NULL),
('platform', '4SSpG07FiUsU5F6Kqi89XbFz', '1795550524757', NULL),
('platform', '53SFp-GK95heLF-vFbCAdwaj', '1795550530577', NULL),
('platform', '6oePs91I_YtJnx9zzMUeMc7N', '1795550530618', NULL),
('platform', 'IS-WQ8-l4h9W35ONSWjUSTea', '1795550530612', NULL),
('platform', 'JVdi5RV8Jlefg2LA2lYCkkSk', '1795550530618', NULL),
('platform', 'L3oFJmRcMyx3GPdY4244n4Jx', '1795550530507', NULL),
('platform', 'LaBIPNoAhonx16AzqLkm_wnP', '1795550520424', NULL),
('platform', 'QQCBG732WxAQWj5J9RM5JLIr', '1795550530639', NULL),
('platform', 'SdS9IHXfuTGCTVJFL3Y2Uh7L', '1795550522124', NULL),
('platform', 'YLNTpRhCSzCCU2qb-GnLUKtN', '1795550524626', NULL),
('platform', 'a3iTpVOyFBicMwPlBPLIE88p', '1795550528759', NULL),
('platform', 'bYqlU3Z2c1beXMc2AyQ6sJ89', '1795550530577', NULL),
('platform', 'gE9Ai0ALqtmiHZb870oMiV8d', '1795550530607', NULL),
('platform', 'vPWT0Ro2V0t6Vw9cPgHrE7in', '1795550526685', NULL);

select setval('wonflow.versions', 148);

select setval('wonflow.removals', 14);
