import { sql } from "kysely";
import { citusState, type CitusState } from "./citus/distribute.ts";
import type { Connection } from "./connection/connection.ts";
import { openFolder } from "./connection/embedded.ts";
import { explainOpening } from "./connection/explain.ts";
import { openServer } from "./connection/server.ts";
import { migrations } from "./schema/migrations.ts";
import { schemaName } from "./schema/sql.ts";

const answerTimeoutMs = 4_000;

export interface DatabaseState {
  /** Its folder or address, without credentials. */
  readonly name: string;
  /** Of PostgreSQL, such as `18.4`. */
  readonly version: string;
  /** The time of its clock, in milliseconds since 1970. */
  readonly now: number;
  /** The migrations that have run, and those of this version that have not, each in their order. */
  readonly migrations: { readonly done: readonly string[]; readonly pending: readonly string[] };
  /** Migrations that have run and that this version does not know: they are of a newer one. */
  readonly unknownMigrations: readonly string[];
  /** Settings by which an answered commit can be lost, such as `fsync = off`. */
  readonly unsafeSettings: readonly string[];
  /** How merchants are spread over Citus; undefined without it. */
  readonly citus: CitusState | undefined;
  /**
   * Whether records have versions beyond those that come next, as after a dump of another server was loaded: a change
   * could then pass for one that was seen.
   */
  readonly hasVersionsAhead: boolean;
}

/**
 * Looks at a database without changing it: nothing is migrated, and no schema is made. A folder belongs to this process
 * meanwhile; a folder that is not there would be made.
 *
 * Rejects like `postgresStore`: with `StoreUnavailable` when the database can't be reached or read, and with
 * `DataFolderInUse` when another living process owns the folder.
 *
 * @example
 * const { migrations } = await inspectDatabase({ url: "postgres://localhost/wonflow" });
 * if (migrations.pending.length > 0) console.log("run wonflow migrate");
 */
export async function inspectDatabase(
  options: { readonly url: string } | { readonly dataDir: string },
): Promise<DatabaseState> {
  const connection =
    "url" in options
      ? openServer({ url: options.url, poolSize: 1, answerTimeoutMs })
      : await openFolder(options.dataDir);
  try {
    return await stateOf(connection);
  } catch (error) {
    throw explainOpening(error, connection.name);
  } finally {
    await connection.close();
  }
}

async function stateOf({ db, name }: Connection): Promise<DatabaseState> {
  const { rows } = await sql<{ version: string; now: number; migrated: boolean; unsafe: readonly string[] }>`
    select
      split_part(current_setting('server_version'), ' ', 1) as version,
      (extract(epoch from clock_timestamp()) * 1000)::float8 as now,
      to_regclass(${`${schemaName}.migrations`}) is not null as migrated,
      array(
        select s.name || ' = ' || s.setting from pg_settings s
        where s.setting = 'off' and s.name in ('fsync', 'full_page_writes', 'synchronous_commit') order by 1
      ) as unsafe`.execute(db);
  const [found] = rows;
  if (found === undefined) throw new Error("the database has answered nothing");
  const { version, now, migrated, unsafe } = found;
  const done = migrated ? await migrationsDone(db) : [];
  const citus = await citusState(db);
  const known = Object.keys(migrations);
  return {
    name,
    version,
    now,
    migrations: { done, pending: known.filter((each) => !done.includes(each)) },
    unknownMigrations: done.filter((each) => !known.includes(each)),
    unsafeSettings: unsafe,
    citus,
    // Nodes of Citus have versions of their own.
    hasVersionsAhead: migrated && citus?.isDistributed !== true && (await hasVersionsAhead(db)),
  };
}

/** Looks at some records: a loaded dump brings those of the other server. */
async function hasVersionsAhead(db: Connection["db"]): Promise<boolean> {
  const { rows } = await sql<{ ahead: boolean }>`
    select exists (
      select from (select version from ${sql.table(`${schemaName}.records`)} limit 1000) as looked_at
      where version > (select last_value from ${sql.table(`${schemaName}.versions`)})
    ) as ahead`.execute(db);
  return rows[0]?.ahead === true;
}

async function migrationsDone(db: Connection["db"]): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(`${schemaName}.migrations`)} order by name`.execute(db);
  return rows.map(({ name }) => name);
}
