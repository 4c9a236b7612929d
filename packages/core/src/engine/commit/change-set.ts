import { assertBalanced } from "../posting/posting.ts";
import { assertTallies } from "../posting/tally.ts";
import type { ChangeSet, Place, RecordKey } from "./store.ts";

/** A record key as one string; neither part may hold the separator, a line feed. */
export function keyText(key: RecordKey): string {
  return `${key.kind}\n${key.id}`;
}

/**
 * Throws a `RangeError` when a change set breaks the port's rules: a key expected twice, a write without an expectation,
 * a time or floor that is not an integer, unbalanced postings, a counter tallied twice. Every store calls it first, so
 * that a bug in a decision is never written.
 */
export function assertWellFormed(changeSet: ChangeSet): void {
  const expected = new Set<string>();
  for (const { key, version } of changeSet.expect) {
    assertKey(key);
    const text = keyText(key);
    if (expected.has(text)) throw new RangeError(`${key.kind} ${key.id} is expected twice`);
    expected.add(text);
    if (version !== "absent") assertWhole(version, `the version of ${key.kind} ${key.id}`);
  }
  const written = new Set<string>();
  for (const { key, dueAt, place } of changeSet.writes) {
    const text = keyText(key);
    if (!expected.has(text)) throw new RangeError(`${key.kind} ${key.id} is written without an expectation`);
    if (written.has(text)) throw new RangeError(`${key.kind} ${key.id} is written twice`);
    written.add(text);
    if (dueAt !== null) assertWhole(dueAt, `the due time of ${key.kind} ${key.id}`);
    if (place !== null) assertPlace(place);
  }
  for (const { account, min } of changeSet.floors) assertWhole(min, `the floor of ${account}`);
  assertWhole(changeSet.at, "the booking time");
  assertBalanced(changeSet.postings);
  assertTallies(changeSet.tallies);
}

function assertKey(key: RecordKey): void {
  const fits = /^[a-zA-Z][a-zA-Z0-9-]{0,99}$/.test(key.kind) && /^[^\n\0]{1,400}$/.test(key.id);
  if (!fits) throw new RangeError(`record key is malformed: ${JSON.stringify(key)}`);
}

function assertPlace({ list, position }: Place): void {
  if (!/^[a-zA-Z]{1,100}$/.test(list)) throw new RangeError(`list name is malformed: ${JSON.stringify(list)}`);
  if (position.length > 400) throw new RangeError(`position in ${list} is longer than 400 characters`);
}

/** A NaN would pass every comparison with a floor, and lose its meaning on the way to a database. */
function assertWhole(value: number, what: string): void {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${what} is not a whole number: ${value}`);
}
