/**
 * Prints one body of every shape of record that the service writes, as JSON, for the tests of later versions:
 * `pnpm release:keep`.
 *
 *     node --conditions=source packages/core/test/print-records.ts > packages/core/test/released-records/<version>.json
 */
import type { ChangeSet, Store, Write } from "../src/index.ts";
import { lives } from "./every-record.ts";

const kept = new Map<string, Pick<Write["key"], "kind" | "id"> & { readonly body: unknown }>();

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

function keep({ writes }: ChangeSet): void {
  for (const write of writes) {
    const shape = shapeOf(write);
    if (write.body !== null && !kept.has(shape)) kept.set(shape, { ...write.key, body: write.body });
  }
}

function keeping(store: Store): Store {
  return {
    ...store,
    async commit(changeSet) {
      const result = await store.commit(changeSet);
      if (result.status === "committed") keep(changeSet);
      return result;
    },
  };
}

for (const live of Object.values(lives)) await live({ store: keeping });
process.stdout.write(`${JSON.stringify([...kept.values()], null, 2)}\n`);
