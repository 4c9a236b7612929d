import { byIndex, rowsOf, schemaName } from "./sql.ts";

/** Reads records and balances. The row of a balance has debits positive and no kind. */
export const readRecords = `
create function ${schemaName}.read_records_1(
  record_tenants text[], record_kinds text[], record_ids text[], account_tenants text[], account_names text[]
) returns table (
  tenant text, kind text, id text, version bigint, body json, due_at bigint, list text, "position" text,
  account text, balance bigint
) language plpgsql stable ${byIndex} as $$
begin
  -- A stable function reads one snapshot, that of its call.
  if cardinality(record_ids) > 0 then
    return query select r.tenant, r.kind, r.id, r.version, r.body, r.due_at, r.list, r.position, null::text, null::bigint
    from ${rowsOf({ tenant: "record_tenants", kind: "record_kinds", id: "record_ids" })} as wanted
    join ${schemaName}.records as r on r.tenant = wanted.tenant and r.kind = wanted.kind and r.id = wanted.id;
  end if;
  if cardinality(account_names) > 0 then
    return query select a.tenant, null::text, null::text, null::bigint, null::json, null::bigint, null::text, null::text,
      a.account, a.balance
    from ${rowsOf({ tenant: "account_tenants", account: "account_names" })} as wanted
    join ${schemaName}.accounts as a on a.tenant = wanted.tenant and a.account = wanted.account;
  end if;
end $$`;

/**
 * Claims due records of several kinds, none twice. Of each kind it takes those that are due by its time, the longest due
 * first, up to its limit. A claimer passes over rows that another one holds, so none waits.
 */
export const claimDue = `
create function ${schemaName}.claim_due_1(kinds text[], nows bigint[], untils bigint[], limits integer[])
returns table (
  tenant text, kind text, id text, version bigint, body json, due_at bigint, list text, "position" text
) language plpgsql ${byIndex} as $$
begin
  return query
    -- Materialized, because a step that ran again would take more rows than the limit, and lock others.
    with due as materialized (
      select d.* from unnest(kinds, nows, untils, limits) with ordinality as asked(kind, now, until, most, no)
      cross join lateral (
        select r.tenant, r.kind, r.id, r.due_at, asked.until, asked.no from ${schemaName}.records as r
        where r.kind = asked.kind and r.due_at <= asked.now -- @due
        order by r.due_at, r.tenant, r.id -- @longest-due
        limit asked.most -- @limit
        for update skip locked
      ) as d
    ), claimed as (
      update ${schemaName}.records as r set due_at = due.until from due -- @until
      where r.tenant = due.tenant and r.kind = due.kind and r.id = due.id -- @claimed
      returning r.*, due.due_at as was_due_at, due.no
    )
    select c.tenant, c.kind, c.id, c.version, c.body, c.due_at, c.list, c.position from claimed as c
    order by c.no, c.was_due_at, c.tenant, c.id; -- @order
end $$`;

const rates = `${schemaName}.rates`;

/**
 * Takes the requested number from each key, up to its limit. Returns for each how many were taken, and in how many
 * microseconds the next is available. A limit is a count in a time of microseconds.
 */
export const takeRates = `create function ${schemaName}.take_rates_1(
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
      select full_at into known from ${rates} where key = asked.key for update;
      exit when found;
      insert into ${rates} (key, full_at) values (asked.key, 0) on conflict do nothing; -- @new-key
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
      update ${rates} set full_at = begun where key = asked.key; -- @one-key
    end if;
    return next;
  end loop;
end $$`;
