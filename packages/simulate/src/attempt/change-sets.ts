import { attemptRecord, type ChangeSet, type RecordBody, type Store } from "@wonflow/core";
import { readRecords } from "../ports/store.ts";

/** The attempts that a change set writes. */
export function attemptsIn({ writes }: ChangeSet): readonly RecordBody[] {
  return writes.filter(({ key }) => key.kind === attemptRecord.name).map(({ body }) => body ?? {});
}

export function opensAttempt(changeSet: ChangeSet): boolean {
  return attemptsIn(changeSet).some(({ status }) => status === "OPEN");
}

export function concludesAttempt(changeSet: ChangeSet): boolean {
  return attemptsIn(changeSet).some(({ status }) => status === "DONE" || status === "REFUSED");
}

/** The change set with the versions of this moment as its expectations: a guard that guards nothing. */
export async function withoutGuard(store: Store, changeSet: ChangeSet): Promise<ChangeSet> {
  const keys = changeSet.expect.map(({ key }) => key);
  const records = await readRecords(store, changeSet.tenant, keys);
  const expectations = keys.map((key, index) => ({ key, version: records[index]?.version ?? ("absent" as const) }));
  return { ...changeSet, expect: expectations };
}
