import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { Kysely, PGliteDialect } from "kysely";
import { StoreUnavailable } from "../errors.ts";
import { reason } from "../retry.ts";
import type { Tables } from "../schema/tables.ts";
import type { Connection } from "./connection.ts";
import { lockFolder } from "./folder-lock.ts";

const int8Oid = 20;

/** Every bigint column is checked to fit into a JavaScript number. */
const parsers = { [int8Oid]: Number };

/** A database in the memory of this process. */
export async function openInMemory(): Promise<Connection> {
  const db = connect(await PGlite.create({ parsers }));
  return { db, name: "in memory", close: () => db.destroy() };
}

/** A database in a folder, which is made if need be and belongs to this process until it is closed. */
export async function openFolder(dataDir: string): Promise<Connection> {
  const folder = resolve(dataDir);
  const unlock = await claim(folder);
  try {
    const db = connect(await PGlite.create({ dataDir: join(folder, "postgres"), parsers }));
    const close = async () => {
      await db.destroy();
      await unlock();
    };
    return { db, name: folder, close };
  } catch (error) {
    await unlock();
    throw new StoreUnavailable(
      `The data folder ${folder} can't be opened as an embedded database (${reason(error)}): ` +
        "it may be damaged or of another version; restore a copy, or use an empty folder",
      { cause: error },
    );
  }
}

async function claim(folder: string): Promise<() => Promise<void>> {
  try {
    await mkdir(folder, { recursive: true });
    return await lockFolder(folder);
  } catch (error) {
    if (!(error instanceof Error) || !("syscall" in error)) throw error;
    throw new StoreUnavailable(
      `The data folder ${folder} can't be written to (${reason(error)}): ` +
        "give this user the right to write there, or use another folder",
      { cause: error },
    );
  }
}

function connect(pglite: PGlite): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) });
}
