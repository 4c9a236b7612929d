export { StoreUnavailable } from "@wonflow/core";

/**
 * A living process already owns the folder of an embedded database, which can have one owner only. The
 * message is one line that says who it is and what to do. `pid` is as in the owner's own container, on
 * the host `host`; `since` is when it asked for the folder, by its clock.
 */
export class DataFolderInUse extends Error {
  override readonly name = "DataFolderInUse";
  readonly folder: string;
  readonly pid: number;
  readonly host: string;
  readonly since: Date;

  constructor(owner: DataFolderOwner) {
    const since = new Date(owner.since);
    const otherwise = owner.lock === undefined ? "" : ` (If that process is something else, delete ${owner.lock}.)`;
    super(
      `The data folder ${owner.folder} is in use by process ${owner.pid} on ${owner.host} ` +
        `since ${since.toISOString()}: stop it, or use another folder.${otherwise}`,
    );
    this.folder = owner.folder;
    this.pid = owner.pid;
    this.host = owner.host;
    this.since = since;
  }
}

interface DataFolderOwner {
  readonly folder: string;
  readonly pid: number;
  readonly host: string;
  /** Milliseconds since 1970. */
  readonly since: number;
  /** The file to delete, where it is not certain that the process is the owner. */
  readonly lock?: string;
}
