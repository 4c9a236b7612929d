interface Interval {
  readonly begin: number;
  readonly end: number;
}

/**
 * The begins and ends of intervals in the order of time, as a doubly linked list out of which an interval can be taken,
 * and put back in the reverse order. Of several at the same time, begins come first, so that such intervals overlap.
 * Intervals without an end are left out.
 */
export class TimeLine {
  readonly #places: readonly { readonly index: number; readonly isBegin: boolean; readonly at: number }[];
  readonly #previous: number[];
  readonly #next: number[];
  readonly #beginOf: number[] = [];
  readonly #endOf: number[] = [];

  constructor(intervals: readonly Interval[]) {
    const places = intervals.flatMap(({ begin, end }, index) =>
      end === Infinity
        ? []
        : [
            { index, isBegin: true, at: begin },
            { index, isBegin: false, at: end },
          ],
    );
    this.#places = places.toSorted(
      (one, other) => one.at - other.at || Number(other.isBegin) - Number(one.isBegin) || one.index - other.index,
    );
    for (const [place, { index, isBegin }] of this.#places.entries()) {
      if (isBegin) this.#beginOf[index] = place;
      else this.#endOf[index] = place;
    }
    // The last place is both before and after all others.
    const { length } = this.#places;
    this.#next = Array.from({ length: length + 1 }, (_, place) => (place === length ? 0 : place + 1));
    this.#previous = Array.from({ length: length + 1 }, (_, place) => (place === 0 ? length : place - 1));
  }

  /** The intervals that begin before any ends, in the order of their begins, and when the first of all ends. */
  untilFirstEnd(): { readonly indexes: readonly number[]; readonly end: number } {
    const indexes: number[] = [];
    for (let place = this.#after(this.#places.length); ; place = this.#after(place)) {
      const found = this.#places[place];
      if (found?.isBegin !== true) return { indexes, end: found?.at ?? Infinity };
      indexes.push(found.index);
    }
  }

  take(index: number): void {
    for (const place of [this.#beginOf[index], this.#endOf[index]]) if (place !== undefined) this.#unlink(place);
  }

  /** Puts back the interval that was taken last. */
  putBack(index: number): void {
    for (const place of [this.#endOf[index], this.#beginOf[index]]) if (place !== undefined) this.#relink(place);
  }

  #after(place: number): number {
    return this.#next[place] ?? this.#places.length;
  }

  #unlink(place: number): void {
    const [before, after] = this.#around(place);
    this.#next[before] = after;
    this.#previous[after] = before;
  }

  #relink(place: number): void {
    const [before, after] = this.#around(place);
    this.#next[before] = place;
    this.#previous[after] = place;
  }

  #around(place: number): readonly [before: number, after: number] {
    const { length } = this.#places;
    return [this.#previous[place] ?? length, this.#next[place] ?? length];
  }
}
