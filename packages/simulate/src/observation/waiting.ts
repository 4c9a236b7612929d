/** What a record still waits for. */
export interface Waiting {
  readonly what: string;
  /** When that is due, milliseconds since 1970: until then nothing happens. Soon where left out. */
  readonly until?: number | undefined;
}

/** The one that is due first; undefined where there is none. */
export function firstDue(all: Iterable<Waiting | undefined>): Waiting | undefined {
  let first: Waiting | undefined;
  for (const each of all) {
    if (each === undefined) continue;
    if (each.until === undefined) return each;
    if (first === undefined || each.until < (first.until ?? 0)) first = each;
  }
  return first;
}
