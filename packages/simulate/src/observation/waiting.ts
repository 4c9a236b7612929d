export interface Waiting {
  readonly what: string;
  /** Milliseconds since 1970; soon where left out. */
  readonly until?: number | undefined;
}

export function firstDue(all: Iterable<Waiting | undefined>): Waiting | undefined {
  let first: Waiting | undefined;
  for (const each of all) {
    if (each === undefined) continue;
    if (each.until === undefined) return each;
    if (first === undefined || each.until < (first.until ?? 0)) first = each;
  }
  return first;
}
