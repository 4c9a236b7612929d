import type { Kysely } from "kysely";
import type { Tables } from "../schema/tables.ts";

export interface Connection {
  readonly db: Kysely<Tables>;
  /** Its folder or address for messages, without credentials. */
  readonly name: string;
  close(): Promise<void>;
}
