import type { Ids } from "../../ports.ts";

/** Milliseconds since 1970 until the year 5188. */
const timeDigits = 9;

/**
 * An id of exactly `length` characters that begins with its time and goes on at random, six bits a character. A database
 * finds a place for it beside those of the same moment: an index of random ids has to load, write and log another page
 * for each of them.
 */
export function orderedId(ids: Ids, now: number, length: number): string {
  return now.toString(36).padStart(timeDigits, "0") + ids.random(length - timeDigits);
}
