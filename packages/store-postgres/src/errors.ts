export { StoreUnavailable } from "@wonflow/core";

/**
 * A living process already owns the folder of an embedded database, which can have one owner only. The message is one
 * line that names the process and says what to do. `pid` is the owner's in its own container, on the host `host`;
 * `since` is when it asked for the folder, by its own clock.
 */
export class DataFolderInUse extends Error {
  override readonly name = "DataFolderInUse";
  readonly folder: string;
  readonly pid: number;
  readonly host: string;
  readonly since: Date;

  constructor(owner: DataFolderOwner) {
    const since = new Date(owner.since);
    super(
      `The data folder ${owner.folder} is in use by process ${owner.pid} on ${owner.host} ` +
        `since ${since.toISOString()}: stop it, or use another folder.`,
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
}
