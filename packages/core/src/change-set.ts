import { assertBalanced } from "./ledger/posting.ts";
import type { ChangeSet, RecordKey } from "./store.ts";

/** A record key as one string; neither part may hold the separator, a line feed. */
export function keyText(key: RecordKey): string {
  return `${key.kind}\n${key.id}`;
}

/**
 * Throws a `RangeError` when a change set breaks the port's rules: a key expected twice, a write
 * without an expectation, a time or floor that is no whole number, unbalanced postings. Every store calls it first, so that a bug in a
 * decision is never written.
 */
export function assertWellFormed(changeSet: ChangeSet): void {
  const expected = new Set<string>();
  for (const { key } of changeSet.expect) {
    if (key.id === "" || key.id.length > 400 || /[\n\0]/.test(key.kind + key.id)) {
      throw new RangeError(`record key is malformed: ${JSON.stringify(key)}`);
    }
    const text = keyText(key);
    if (expected.has(text)) throw new RangeError(`${key.kind} ${key.id} is expected twice`);
    expected.add(text);
  }
  const written = new Set<string>();
  for (const { key } of changeSet.writes) {
    const text = keyText(key);
    if (!expected.has(text)) throw new RangeError(`${key.kind} ${key.id} is written without an expectation`);
    if (written.has(text)) throw new RangeError(`${key.kind} ${key.id} is written twice`);
    written.add(text);
  }
  for (const [name, value] of numbers(changeSet)) {
    if (!Number.isSafeInteger(value)) throw new RangeError(`${name} is not a whole number: ${value}`);
  }
  assertBalanced(changeSet.postings);
}

/** The numbers of a change set by what they are, save the postings' amounts. */
function numbers({ at, expect, writes, floors }: ChangeSet): (readonly [name: string, value: number])[] {
  return [
    ["the booking time", at] as const,
    ...expect.flatMap(({ key, version }) =>
      version === "absent" ? [] : [[`the version of ${key.kind} ${key.id}`, version] as const],
    ),
    ...writes.flatMap(({ key, dueAt }) =>
      dueAt === null ? [] : [[`the due time of ${key.kind} ${key.id}`, dueAt] as const],
    ),
    ...floors.map(({ account, min }) => [`the floor of ${account}`, min] as const),
  ];
}
