import type { Ids } from "@wonflow/core";

/** Ids of a provider that was given none: a running number, which anybody can guess. */
export function numberedIds(): Ids {
  let count = 0;
  return { random: (length) => String((count += 1)).padStart(length, "0") };
}
