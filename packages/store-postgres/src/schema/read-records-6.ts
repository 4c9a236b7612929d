import { byIndex } from "./by-index.ts";
import { schemaName } from "./schema-name.ts";

/** Reads records and balances of any tenants in one snapshot; a balance has debits positive, and no kind. */
export const readRecords = `
create function ${schemaName}.read_records_6(
  record_tenants text[], record_kinds text[], record_ids text[], account_tenants text[], account_names text[]
) returns table (
  tenant text, kind text, id text, version bigint, body jsonb, due_at bigint, list text, "position" text,
  account text, balance bigint
) language plpgsql stable ${byIndex} as $$
begin
  return query
    select r.tenant, r.kind, r.id, r.version, r.body, r.due_at, r.list, r.position, null, null::bigint
    from unnest(record_tenants, record_kinds, record_ids) as wanted(tenant, kind, id)
    join ${schemaName}.records as r on r.tenant = wanted.tenant and r.kind = wanted.kind and r.id = wanted.id
    union all
    select a.tenant, null, null, null, null, null, null, null, a.account, a.balance
    from unnest(account_tenants, account_names) as wanted(tenant, account)
    join ${schemaName}.accounts as a on a.tenant = wanted.tenant and a.account = wanted.account;
end $$`;
