import type { Ids } from "@wonflow/core";

export function numberedIds(): Ids {
  let count = 0;
  return { random: (length) => String((count += 1)).padStart(length, "0") };
}
