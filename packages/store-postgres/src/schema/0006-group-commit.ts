import { claimDue } from "./claim-due.ts";
import { commitChangeSets } from "./commit-change-sets-6.ts";
import { readRecords } from "./read-records-6.ts";
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

const records = `${schemaName}.records`;

/**
 * `commit_change_sets_6` gives versions itself, which takes less than a trigger for each row. The functions of before
 * make records with none or 1, and leave a version as it is or count it on by 1, which ours never does: the sequence
 * goes in steps of 2.
 */
const versionsOfFunctionsBefore = [
  `alter sequence ${schemaName}.versions increment by 2`,
  `drop trigger give_version on ${records}`,
  `create trigger give_version before insert on ${records}
    for each row when (new.version is null or new.version = 1) execute function ${schemaName}.give_version_2()`,
  `create trigger give_next_version before update of body on ${records}
    for each row when (new.version <= old.version + 1) execute function ${schemaName}.give_version_2()`,
];

/** Postings in their entries, and the functions that commit, read and claim for many at once. */
export const groupCommit: readonly string[] = [
  // These come first: who commits looks at entries before anything else that is locked here.
  ...postingsInEntries,
  ...versionsOfFunctionsBefore,
  commitChangeSets,
  readRecords,
  claimDue,
];
