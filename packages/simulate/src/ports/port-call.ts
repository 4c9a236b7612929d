import type { RecordBody, RecordKey } from "@wonflow/core";
import type { Call } from "../engine/wire.ts";

/** A record that a call names, with its body where the call carries it. */
export interface NamedRecord {
  readonly key: RecordKey;
  readonly body?: RecordBody | null;
}

/** A call of a port, with the records that it is about: a fault of the call is counted for them. */
export interface PortCall<Answer> extends Call<Answer> {
  readonly about?: () => readonly NamedRecord[];
}
