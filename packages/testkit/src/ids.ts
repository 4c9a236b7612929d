import type { Ids } from "@wonflow/core";

/**
 * {@link Ids} for tests: a running number with leading zeros, so that a failure reads the same in every run. Unique
 * within one instance, and guessable.
 *
 * Throws a RangeError if the number does not fit `length` characters.
 *
 * @example
 * const ids = sequentialIds();
 * ids.random(6); // "000001"
 * ids.random(6); // "000002"
 */
export function sequentialIds(): Ids {
  let count = 0;
  return {
    random(length) {
      count += 1;
      const digits = String(count);
      if (digits.length > length) throw new RangeError(`Id number ${count} does not fit ${length} characters.`);
      return digits.padStart(length, "0");
    },
  };
}
