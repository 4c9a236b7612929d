/**
 * The database or its folder can't be used now. The message is one line, holds no password, and says
 * what to do; `cause` is the driver's own error. After a commit that ended so it is not known whether
 * it took place: commit the same change set again.
 *
 * @example
 * try {
 *   await postgresStore({ url: "postgres://localhost:1/shop" });
 * } catch (error) {
 *   if (error instanceof StoreUnavailable) console.error(error.message);
 * }
 */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
}

/** A living process already owns the folder of an embedded database, which can have one owner only. */
export class DataFolderInUse extends Error {
  override readonly name = "DataFolderInUse";
  readonly folder: string;
  readonly pid: number;

  constructor(owner: { readonly folder: string; readonly pid: number; readonly lock: string }) {
    super(
      `The data folder ${owner.folder} is in use by process ${owner.pid}: stop it, or use another folder. ` +
        `(If that process is something else, delete ${owner.lock}.)`,
    );
    this.folder = owner.folder;
    this.pid = owner.pid;
  }
}
