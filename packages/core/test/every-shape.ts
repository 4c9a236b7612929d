import type { RecordBody, RecordKey, Store, Write } from "../src/index.ts";
import { lives } from "./every-record.ts";

export interface StoredBody extends RecordKey {
  readonly body: RecordBody;
}

/** The shape of a body: its fields, which of them are null, and the values of enumerations. */
function shapeOf({ key, body }: Write): string {
  const enumerated = new Set(["kind", "status", "failure", "refusal", "flagged", "superseded", "openedBy"]);
  const fields = Object.entries(body ?? {}).map(([name, value]) => {
    if (enumerated.has(name)) return `${name} ${String(value)}`;
    if (value === null) return `${name} null`;
    return Array.isArray(value) ? `${name} ${Math.min(value.length, 2)}` : `${name} ${typeof value}`;
  });
  const table = key.kind.startsWith("cardTable") ? key.id.split(".")[0] : "";
  return [key.kind, table, ...fields.toSorted()].join("|");
}

/** One body of every shape of record that the service writes. */
export async function everyShape(): Promise<readonly StoredBody[]> {
  const kept = new Map<string, StoredBody>();
  const store = (inner: Store): Store => ({
    ...inner,
    async commit(changeSet) {
      const result = await inner.commit(changeSet);
      if (result.status !== "committed") return result;
      for (const write of changeSet.writes) {
        const { key, body } = write;
        const shape = shapeOf(write);
        if (body !== null && !kept.has(shape)) kept.set(shape, { ...key, body });
      }
      return result;
    },
  });
  for (const live of Object.values(lives)) await live({ store });
  return [...kept.values()];
}
