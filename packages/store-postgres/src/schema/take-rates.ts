import { schemaName } from "./schema-name.ts";

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
