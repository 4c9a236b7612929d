import { assertBalanced } from "./ledger/posting.ts";
import type { ChangeSet, RecordKey } from "./store.ts";

/** A record key as one string; neither part may hold the separator, a line feed. */
export function keyText(key: RecordKey): string {
  return `${key.kind}\n${key.id}`;
}

/**
 * Throws a `RangeError` when a change set breaks the port's rules: a key expected twice, a write
 * without an expectation, unbalanced postings. Every store calls it first, so that a bug in a
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
  assertBalanced(changeSet.postings);
}
