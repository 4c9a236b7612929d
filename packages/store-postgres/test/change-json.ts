import { accounts, keyText, storableJson, type ChangeSet } from "@wonflow/core";

/** A change set in the form that the functions of the versions before took, which still stand in the database. */
export function changeJson({ id, tenant, at, reference, expect, writes, postings, floors }: ChangeSet): string {
  const written = new Map(writes.map((write) => [keyText(write.key), write]));
  const records = expect.map(({ key, version }) => {
    const write = written.get(keyText(key));
    const { body = null, dueAt = null, place = null } = write ?? {};
    const next = { body, due_at: dueAt, list: place?.list ?? null, position: place?.position ?? null };
    return { ...key, expected: version === "absent" ? null : version, write: write !== undefined, ...next };
  });
  const sides = floors.map(({ account, min }) => ({ account, min, sign: accounts[account] === "debit" ? 1 : -1 }));
  return storableJson({ id, tenant, at, reference, records, postings, floors: sides });
}
