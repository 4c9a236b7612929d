import { mkdir, chmod, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { PGlite, type PGliteOptions } from "@electric-sql/pglite";
import { Kysely, PGliteDialect } from "kysely";
import { StoreUnavailable } from "../errors.ts";
import { reason } from "../retry.ts";
import type { Tables } from "../schema/tables.ts";
import type { Connection } from "./connection.ts";
import { lockFolder, type FolderLock, type LockOptions } from "./folder-lock.ts";

const ownerOnly = 0o700;
const others = 0o077;
/** On folders that all users share, such as `/tmp`. */
const sticky = 0o1000;

/**
 * Creates a folder, and the folders above it, that no other user of this machine may enter. The files of an embedded
 * database are open to all users whatever the process's umask, so the folder around them is what protects them. A
 * folder that others may enter already is narrowed. Where that can't be done, because it has another owner, is shared
 * by design, or its file system knows no modes, the folder is used as it is. A process warning reports either outcome.
 */
export async function privateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: ownerOnly });
  if (process.platform === "win32") return;
  const before = await stat(folder);
  if ((before.mode & others) === 0) return;
  const isOurs = before.uid === process.geteuid?.() && (before.mode & sticky) === 0;
  if (isOurs) await chmod(folder, ownerOnly).catch(() => undefined);
  const isNarrow = ((await stat(folder)).mode & others) === 0;
  const was = `The folder ${folder} was open to other users of this machine (mode ${octal(before.mode)})`;
  const outcome = isNarrow
    ? `its mode is ${octal(ownerOnly)} now`
    : "its mode could not be narrowed here: let its owner run chmod 700 on it, or use a folder of this user";
  process.emitWarning(`${was}; ${outcome}`, isNarrow ? "DataFolderNarrowed" : "DataFolderOpen");
}

function octal(mode: number): string {
  return (mode & 0o7777).toString(8).padStart(4, "0");
}

const int8Oid = 20;

/** Every bigint column is checked to fit into a JavaScript number. */
const parsers = { [int8Oid]: Number };

/**
 * PostgreSQL's default of 128 MB would be touched page by page until all of it is this process's memory. What is read
 * beyond these 16 MB comes from the operating system's cache.
 */
const settings: PGliteOptions = {
  parsers,
  startParams: [...PGlite.defaultStartParams, "-c", "shared_buffers=16MB"],
};

export async function openInMemory(): Promise<Connection> {
  const db = connect(await PGlite.create(settings));
  return { db, name: "in memory", close: () => db.destroy() };
}

/** A database in a folder of this process. Once another process owns the folder, nothing is written any more. */
export async function openFolder(dataDir: string, onLost?: LockOptions["onLost"]): Promise<Connection> {
  const folder = resolve(dataDir);
  const lock = await claim(folder, onLost);
  try {
    const dataDir = join(folder, "postgres");
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const pglite = new OwnedPGlite(lock, { ...settings, dataDir });
    await pglite.waitReady;
    const db = connect(pglite);
    const close = async () => {
      try {
        if (lock.isOurs()) await db.destroy();
      } finally {
        await lock.release();
      }
    };
    return { db, name: folder, close };
  } catch (error) {
    await lock.release();
    throw new StoreUnavailable(
      `The data folder ${folder} can't be opened as an embedded database (${reason(error)}): ` +
        "it may be damaged or of another version; restore a copy, or use an empty folder",
      { cause: error },
    );
  }
}

/** Refuses statements, and answers, once another process may own the folder. All statements come through here. */
class OwnedPGlite extends PGlite {
  readonly #lock: FolderLock;

  constructor(lock: FolderLock, options: PGliteOptions) {
    super(options);
    this.#lock = lock;
  }

  override execProtocolRawSync(message: Uint8Array): Uint8Array {
    this.#lock.check();
    const answer = super.execProtocolRawSync(message);
    this.#lock.check();
    return answer;
  }
}

async function claim(folder: string, onLost: LockOptions["onLost"]): Promise<FolderLock> {
  try {
    await privateFolder(folder);
    return await lockFolder(folder, { onLost });
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
