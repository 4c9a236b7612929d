import type { RecordBody, RecordKey } from "@wonflow/core";
import type { Call } from "../engine/wire.ts";

export interface NamedRecord {
  readonly key: RecordKey;
  readonly body?: RecordBody | null;
}

/** A fault of the call is counted for the records that it is about. */
export interface PortCall<Answer> extends Call<Answer> {
  readonly about?: () => readonly NamedRecord[];
}

/** Ids count from 1 and are padded with zeros: `approval-000000000000000000012` reads as `approval-#12`. */
export function shortIds(text: string): string {
  return text.replaceAll(/0{4,}(\d+)/g, "#$1").replaceAll(/\b([0-9a-f]{6})[0-9a-f]{58}\b/g, "$1…");
}
