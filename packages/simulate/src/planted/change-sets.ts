import type { ChangeSet, RecordBody, Store, Write } from "@wonflow/core";
import { attemptRecord } from "@wonflow/core/records";

export function attemptsIn({ writes }: ChangeSet): readonly RecordBody[] {
  return writes.filter(({ key }) => key.kind === attemptRecord.name).map(({ body }) => body ?? {});
}

export function opensAttempt({ writes }: ChangeSet, kind: string): boolean {
  const kinds = [attemptRecord.name, "bankAttempt"];
  return writes.some(
    ({ key, body }) => kinds.includes(key.kind) && body?.["kind"] === kind && body["status"] === "OPEN",
  );
}

export function concludesAttempt(changeSet: ChangeSet): boolean {
  return attemptsIn(changeSet).some(({ status }) => status === "DONE" || status === "REFUSED");
}

/** Expects the current versions: a guard without effect. */
export async function withoutGuard(store: Store, changeSet: ChangeSet): Promise<ChangeSet> {
  const keys = changeSet.expect.map(({ key }) => key);
  const { records } = await store.read(changeSet.tenant, { keys });
  const expectations = keys.map((key, index) => ({ key, version: records[index]?.version ?? ("absent" as const) }));
  return { ...changeSet, expect: expectations };
}

export function withOtherId(changeSet: ChangeSet, id: string): ChangeSet {
  const renamed = (text: string) => text.replaceAll(id, `${id}x`);
  const other = (value: unknown) => (typeof value === "string" ? renamed(value) : value);
  const otherWrite = ({ key, body, dueAt, place }: Write): Write => {
    const fields: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(body ?? {})) {
      fields[name] = Array.isArray(value) ? value.map(other) : other(value);
    }
    return {
      key: { ...key, id: renamed(key.id) },
      body: body && fields,
      dueAt,
      place: place && { ...place, position: renamed(place.position) },
    };
  };
  return {
    ...changeSet,
    expect: changeSet.expect.map(({ key, version }) => ({ key: { ...key, id: renamed(key.id) }, version })),
    writes: changeSet.writes.map(otherWrite),
  };
}
