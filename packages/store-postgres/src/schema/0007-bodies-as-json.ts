import { safe } from "./0001-records-and-ledger.ts";
import { claimDue } from "./claim-due.ts";
import { commitChangeSets } from "./commit-change-sets.ts";
import { readRecords as readRecords6 } from "./read-records-6.ts";
import { readRecords } from "./read-records.ts";
import { schemaName } from "./schema-name.ts";

const records = `${schemaName}.records`;

/**
 * A body is kept as the text that it came as, since no question is asked of its parts: `jsonb` would take each apart and
 * put it together again whenever it is read, which is a quarter of what a confirm costs the database. The table is
 * written anew.
 */
const bodies = [
  `drop trigger give_next_version on ${records}`,
  `alter table ${records}
    drop constraint records_body_check,
    drop constraint records_version_check,
    drop constraint records_due_at_check,
    drop constraint place_is_whole,
    alter column body type json using body::json,
    add constraint record_is_sound check (
      version between 1 and 9007199254740991
      and json_typeof(body) = 'object'
      and due_at ${safe}
      and (list is null) = (position is null)
    )`,
  `create trigger give_next_version before update of body on ${records}
    for each row when (new.version <= old.version + 1) execute function ${schemaName}.give_version_2()`,
];

/** Functions of before, for whoever calls them yet, answer the type that they did. */
const functionsOfBefore = [
  readRecords6.replace("create function", "create or replace function").replace("r.body", "r.body::jsonb"),
  claimDue.replace("create function", "create or replace function").replace("c.body", "c.body::jsonb"),
];

/** Bodies as JSON text, and the functions that commit and read them, which take rows from arrays value by value. */
export const bodiesAsJson: readonly string[] = [...bodies, ...functionsOfBefore, commitChangeSets, readRecords];
