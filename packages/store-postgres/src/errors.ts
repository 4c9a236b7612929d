export { StoreUnavailable } from "@wonflow/core";

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
