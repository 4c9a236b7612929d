import { byIndex } from "./by-index.ts";
import { rowsOf } from "./rows-of.ts";
import { schemaName } from "./schema-name.ts";

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
