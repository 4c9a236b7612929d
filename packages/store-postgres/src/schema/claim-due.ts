import { byIndex } from "./by-index.ts";
import { schemaName } from "./schema-name.ts";

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
