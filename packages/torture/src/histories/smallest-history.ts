import { isAnswered } from "./linearizability.ts";
import type { RecordedCall } from "./recording.ts";

interface Shrinking<Request> {
  /** Whether these calls are not linearizable. */
  readonly isBad: (calls: readonly RecordedCall<Request>[]) => boolean;
  /** Whether a call changed nothing, so that without it the others are no harder to explain. */
  readonly isIdle: (call: RecordedCall<Request>) => boolean;
}

/**
 * The shortest beginning of a bad history that is itself bad, without calls that changed nothing and are not needed.
 * Leaving out a call makes a history easier to explain, so what remains proves as much as the whole.
 */
export function smallestHistory<Request>(
  calls: readonly RecordedCall<Request>[],
  { isBad, isIdle }: Shrinking<Request>,
): readonly RecordedCall<Request>[] {
  const ends = calls.filter(isAnswered).map(({ end }) => end);
  const moments = ends.toSorted((one, other) => one - other);
  // A bad beginning makes every longer one bad.
  let [least, most] = [0, moments.length - 1];
  while (least < most) {
    const middle = Math.floor((least + most) / 2);
    if (isBad(until(calls, moments[middle] ?? Infinity))) most = middle;
    else least = middle + 1;
  }
  let smallest = until(calls, moments[most] ?? Infinity);
  for (const call of smallest.filter(isIdle)) {
    const without = smallest.filter((each) => each !== call);
    if (isBad(without)) smallest = without;
  }
  return smallest;
}

/** The calls that begin by a time. A call that ends later may have taken effect or not. */
function until<Request>(calls: readonly RecordedCall<Request>[], moment: number): readonly RecordedCall<Request>[] {
  return calls
    .filter(({ begin }) => begin <= moment)
    .map((call) => (call.end > moment ? { ...call, end: Infinity } : call));
}
