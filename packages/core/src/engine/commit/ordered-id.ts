import type { Ids } from "../../ports.ts";

/** Milliseconds since 1970 until the year 5188. */
const timeDigits = 9;

/**
 * An id of exactly `length` characters: its time, then random characters of six bits each. A database stores ids of the
 * same time side by side: for each random id an index would have to load, write and log another page.
 */
export function orderedId(ids: Ids, now: number, length: number): string {
  return now.toString(36).padStart(timeDigits, "0") + ids.random(length - timeDigits);
}
