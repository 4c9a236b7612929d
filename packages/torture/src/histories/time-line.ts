interface Interval {
  readonly begin: number;
  /** `Infinity` has no place on the line. */
  readonly end: number;
}

/**
 * The begins and ends of intervals in the order of time, as a doubly linked list out of which an interval can be taken,
 * and put back in the reverse order. Of several at the same time, begins come first, so that such intervals overlap.
 */
export class TimeLine {
  readonly #places: readonly { readonly index: number; readonly isBegin: boolean; readonly at: number }[];
  readonly #previous: number[];
  readonly #next: number[];
  readonly #beginOf: number[] = [];
  readonly #endOf: (number | undefined)[] = [];

  constructor(intervals: readonly Interval[]) {
    const begins = intervals.map(({ begin }, index) => ({ index, isBegin: true, at: begin }));
    const ends = intervals.map(({ end }, index) => ({ index, isBegin: false, at: end }));
    this.#places = [...begins, ...ends.filter(({ at }) => at !== Infinity)].toSorted(
      (one, other) => one.at - other.at || Number(other.isBegin) - Number(one.isBegin) || one.index - other.index,
    );
    for (const [place, { index, isBegin }] of this.#places.entries()) {
      if (isBegin) this.#beginOf[index] = place;
      else this.#endOf[index] = place;
    }
    // The last place is in front of all others and behind them.
    const { length } = this.#places;
    this.#next = Array.from({ length: length + 1 }, (_, place) => (place === length ? 0 : place + 1));
    this.#previous = Array.from({ length: length + 1 }, (_, place) => (place === 0 ? length : place - 1));
  }

  get first(): number {
    return this.next(this.#places.length);
  }

  next(place: number): number {
    return this.#next[place] ?? this.#places.length;
  }

  afterBeginOf(index: number): number {
    return this.next(this.#beginOf[index] ?? this.#places.length);
  }

  /** The interval that begins at a place; undefined where one ends, and behind the last place. */
  begunAt(place: number): number | undefined {
    const found = this.#places[place];
    return found?.isBegin === true ? found.index : undefined;
  }

  take(index: number): void {
    for (const place of [this.#beginOf[index], this.#endOf[index]]) if (place !== undefined) this.#unlink(place);
  }

  /** Puts back the interval that was taken last. */
  giveBack(index: number): void {
    for (const place of [this.#endOf[index], this.#beginOf[index]]) if (place !== undefined) this.#relink(place);
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
