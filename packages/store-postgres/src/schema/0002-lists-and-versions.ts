import { commitFunctions } from "./commit-functions.ts";
import { schemaName } from "./schema-name.ts";

/** The first statement waits for whoever writes records, and keeps others waiting until the migration is over. */
const places = [
  `alter table ${schemaName}.records
    add column list text collate "C",
    add column position text collate "C",
    add constraint place_is_whole check ((list is null) = (position is null))`,
];

/**
 * Versions come from one sequence, so that none ever comes again, also when a record is removed and made
 * anew. The table gives them itself, whoever writes: also the functions of `0001`, which would count from 1.
 *
 * An update has its row locked before the trigger runs, so its number is higher than all before. An insert
 * has its number before it waits for the key to be free: `removals` moves on with every removal, for
 * `commit_change_set_2` to see whether it has to give a new record another number.
 */
const versions = [
  `create sequence ${schemaName}.versions`,
  // A record that is gone may have had any version, but none was written a thousand million times.
  `select setval('${schemaName}.versions', greatest(1000000000, (select max(version) from ${schemaName}.records)))`,
  `create function ${schemaName}.give_version_2() returns trigger language plpgsql as $$
  begin
    new.version := greatest(nextval('${schemaName}.versions'), old.version + 1);
    return new;
  end $$`,
  `create trigger give_version before insert or update of body on ${schemaName}.records
    for each row execute function ${schemaName}.give_version_2()`,

  `create sequence ${schemaName}.removals`,
  // The first number of a sequence can't be told from none: it is taken here.
  `select nextval('${schemaName}.removals')`,
  `create function ${schemaName}.count_removal_2() returns trigger language plpgsql as $$
  begin
    perform nextval('${schemaName}.removals');
    return null;
  end $$`,
  `create trigger count_removal after delete on ${schemaName}.records
    for each statement execute function ${schemaName}.count_removal_2()`,
];

/** A time of a body, milliseconds since 1970, as ISO 8601 in UTC with milliseconds. */
export function isoTime(field: string): string {
  return `to_char(timestamp 'epoch' + (body ->> '${field}')::bigint * interval '1 millisecond', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** What the core of the same release expects of records from before: their places, and names that it spells anew. */
const records = `${schemaName}.records`;
const recordsOfBefore = [
  `update ${records} set list = 'intents', position = ${isoTime("requestedAt")} || '/' || id where kind = 'intent'`,
  `update ${records} set list = 'flaggedAttempts', position = ${isoTime("openedAt")} || '/' || id
    where kind = 'attempt' and body -> 'flagged' = 'true' and body ->> 'status' in ('OPEN', 'UNKNOWN')`,
  `insert into ${records} (tenant, kind, id, body, list, position)
    select 'platform', 'merchantIndex', tenant, jsonb_build_object('mId', m_id::bigint, 'mode', mode),
      'merchants', lpad(m_id, 15, '0') || ':' || mode
    from (
      select tenant, split_part(tenant, ':', 1) as m_id, split_part(tenant, ':', 2) as mode
      from ${records} where kind = 'merchant' and id = 'self'
    ) as merchants`,
  `update ${records} set kind = 'installmentFeed' where tenant = 'platform' and kind = 'instalmentFeed'`,
  `update ${records} set id = 'catalog' where tenant = 'platform' and kind = 'cardTable' and id = 'catalogue'`,
  `update ${records} set id = 'catalog.' || substr(id, length('catalogue.') + 1)
    where tenant = 'platform' and kind = 'cardTablePart' and starts_with(id, 'catalogue.')`,
];

/** Made last, so that the places of all records are sorted in once. */
const index = `create index records_list on ${records} (tenant, list, position, kind, id) where list is not null`;

/** Lists of records, versions that never come again, and the functions that know of both. */
export const listsAndVersions: readonly string[] = [
  ...places,
  ...versions,
  ...recordsOfBefore,
  index,
  ...commitFunctions,
];
