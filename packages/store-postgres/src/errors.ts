import { z } from "zod";
import { elsewhere } from "./schema/sql.ts";

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

/** An error that the database server itself answered with; both drivers give it these fields. */
const serverErrorSchema = z.object({
  code: z.string(),
  severity: z.string(),
  detail: z.string().optional(),
  constraint: z.string().optional(),
});

type ServerError = z.infer<typeof serverErrorSchema>;

/** The server's answer in an error, or undefined when the error is of another origin. */
export function serverError(error: unknown): ServerError | undefined {
  return serverErrorSchema.safeParse(error).data;
}

/**
 * What a failure means for its statement.
 *
 * - `undone`: the statement was rolled back because of other transactions or the server's state, and may be tried again
 * - `lost`: the connection or the server went away; the outcome of the statement is unknown
 * - `answered`: the statement was rolled back, and would be again
 */
export type Failure = "undone" | "lost" | "answered";

/**
 * SQLSTATE classes and codes, longest match first: 40 is a deadlock or serialization, 40003 a statement whose completion
 * is unknown, 55P03 a lock that was not available, 57014 a statement that the server gave up, 25006 a server that became
 * read-only, 53 out of resources, 57P a shutdown or a terminated session, 08 the connection.
 */
const failures: Readonly<Record<string, Failure>> = {
  "40003": "lost",
  "40": "undone",
  "55P03": "undone",
  "57014": "undone",
  "25006": "undone",
  "53": "undone",
  "57P": "lost",
  "08": "lost",
};

export function failureOf(error: unknown): Failure {
  const answer = serverError(error);
  if (answer === undefined) return isTransportError(error) ? "lost" : "answered";
  const { code } = answer;
  return failures[code] ?? failures[code.slice(0, 3)] ?? failures[code.slice(0, 2)] ?? "answered";
}

/** Whether the session that met the error can't be used again. */
export function endsSession(error: unknown): boolean {
  return failureOf(error) === "lost";
}

/** Drivers and sockets throw plain errors; a subclass such as TypeError is our own bug. */
function isTransportError(error: unknown): boolean {
  return error instanceof AggregateError || (error instanceof Error && error.constructor === Error);
}

/** Whether a node refused a call because another one has the merchants' shard; then nothing was done. */
export function isElsewhere(error: unknown): boolean {
  return serverError(error)?.code === elsewhere;
}
