import { schemaName } from "./schema-name.ts";

const rates = `${schemaName}.rates`;

/**
 * What a rate limiter counts: when each key has all of its limit again, in microseconds since 1970. Unlogged, as
 * nothing is lost with it: so taking one waits for no disk. Half of each page is left free for its rows' next versions.
 */
const table = `create unlogged table ${rates} (
  key text collate "C" primary key,
  full_at bigint not null
) with (fillfactor = 50)`;

/**
 * Takes from each key as many as are wanted and there are, and answers how many there were, and in how many
 * microseconds there is the next. A limit is so many in a time of microseconds.
 */
const takeRates = `create function ${schemaName}.take_rates(keys text[], times bigint[], counts bigint[], wanted bigint[])
  returns table (taken_from text, taken bigint, wait_us bigint) language plpgsql as $$
declare
  asked record;
  known bigint;
  now_us bigint;
  each_us bigint;
  begun bigint;
begin
  -- Every process locks keys in the same order.
  for asked in
    select * from unnest(keys, times, counts, wanted) as a(key, time_us, count, wanted) order by key collate "C"
  loop
    loop
      select full_at into known from ${rates} where key = asked.key for update;
      exit when found;
      insert into ${rates} (key, full_at) values (asked.key, 0) on conflict do nothing;
    end loop;
    -- Whoever waited for the row comes after who had it.
    now_us := (extract(epoch from clock_timestamp()) * 1000000)::bigint;
    each_us := asked.time_us / asked.count;
    -- Of a limit that was longer before, no more is owed than the whole of this one.
    begun := greatest(least(known, now_us + asked.time_us), now_us);
    taken_from := asked.key;
    taken := least(asked.wanted, (now_us + asked.time_us - begun) / each_us);
    begun := begun + taken * each_us;
    wait_us := begun + each_us - asked.time_us - now_us;
    if begun <> known then
      update ${rates} set full_at = begun where key = asked.key;
    end if;
    return next;
  end loop;
end $$`;

export const ratesOfRequests: readonly string[] = [table, takeRates];
