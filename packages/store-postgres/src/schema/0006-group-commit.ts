import { claimDue } from "./claim-due.ts";
import { commitChangeSets } from "./commit-change-sets.ts";
import { readRecords } from "./read-records.ts";
import { schemaName } from "./schema-name.ts";

const entries = `${schemaName}.entries`;

/**
 * An entry holds its postings, one row instead of five. What processes of the version before write and read goes
 * on under the old name, beside us: `postings` shows the old rows and what stands in the entries.
 */
const postingsInEntries = [
  `alter table ${entries} add column postings jsonb check (jsonb_typeof(postings) = 'array')`,
  `alter table ${schemaName}.postings rename to postings_of_before`,
  `create view ${schemaName}.postings as
    select tenant, commit_id, line, account, amount from ${schemaName}.postings_of_before
    union all
    select entries.tenant, entries.commit_id, posting.line::integer, posting.account collate "C", posting.amount
    from ${entries}, rows from (jsonb_to_recordset(entries.postings) as (account text, amount bigint))
      with ordinality as posting(account, amount, line)`,
  `create function ${schemaName}.keep_posting_6() returns trigger language plpgsql as $$
  begin
    insert into ${schemaName}.postings_of_before values (new.tenant, new.commit_id, new.line, new.account, new.amount);
    return new;
  end $$`,
  `create trigger keep_posting instead of insert on ${schemaName}.postings
    for each row execute function ${schemaName}.keep_posting_6()`,
  `create trigger append_only instead of update or delete on ${schemaName}.postings
    for each row execute function ${schemaName}.refuse_alteration()`,
];

/** Postings in their entries, and the functions that commit, read and claim for many at once. */
export const groupCommit: readonly string[] = [...postingsInEntries, commitChangeSets, readRecords, claimDue];
