/** How an object behaves when its calls come one after the other. States are immutable values. */
export interface SequentialModel<State, Act> {
  readonly initial: State;
  /** The possible states after this took effect; empty if it can't take effect in this state. */
  readonly step: (state: State, act: Act) => readonly State[];
  /** Whether it changes no state that allows it, such as a read with a known answer. */
  readonly changesNothing: (act: Act) => boolean;
  /** The same text exactly for equal states. */
  readonly keyOf: (state: State) => string;
}

/** Something that took effect at one point between its begin and its end. Times are of one clock, in any unit. */
export interface Call<Act> {
  readonly act: Act;
  readonly begin: number;
  /** `Infinity` if the outcome is unknown: it took effect at any time after its begin, or never. */
  readonly end: number;
}

/** `undecided` if the bound was hit first. */
type Verdict = "linearizable" | "not linearizable" | "undecided";

export interface Judgement {
  readonly verdict: Verdict;
  /** How many configurations were visited: the calls that took effect, and the state after them. */
  readonly configurations: number;
}

interface Bound {
  /** The most configurations to visit; 300,000 by default, which take some hundred megabytes. */
  readonly mostConfigurations?: number;
}

/**
 * Checks whether the calls of one object have an order in which each takes effect between its begin and its end and the
 * model allows every answer. This is the search of Wing and Gong with the memory of Lowe: the first call that the model
 * allows takes effect; if this fails, the search backtracks to the next one. A configuration that was visited before is
 * not searched again.
 */
export function judge<State, Act>(
  model: SequentialModel<State, Act>,
  calls: readonly Call<Act>[],
  { mostConfigurations = 300_000 }: Bound = {},
): Judgement {
  const search = new Search(model, calls);
  let isRunning = true;
  while (isRunning && !search.isComplete && search.visited.size <= mostConfigurations) isRunning = search.advance();
  const configurations = search.visited.size;
  if (search.isComplete) return { verdict: "linearizable", configurations };
  return { verdict: isRunning ? "undecided" : "not linearizable", configurations };
}

export function isAnswered({ end }: Pick<Call<unknown>, "end">): boolean {
  return end !== Infinity;
}

/** A configuration of the current path, and the calls that may take effect next. */
interface Stage<State> {
  /** All possible states, as the effect of a call may be unknown. */
  readonly states: readonly State[];
  /** The calls that took effect, a bit for each. */
  readonly done: bigint;
  readonly candidates: readonly number[];
  /** How many of the candidates were tried. */
  tried: number;
  /** The call that led here, and whether it changed nothing. */
  readonly by: number | undefined;
  readonly isFree: boolean;
}

class Search<State, Act> {
  readonly visited = new Set<string>();
  readonly #model: SequentialModel<State, Act>;
  readonly #calls: readonly Call<Act>[];
  readonly #answered: TimeLine;
  readonly #open: readonly number[];
  readonly #stages: Stage<State>[] = [];
  #answeredLeft: number;

  constructor(model: SequentialModel<State, Act>, calls: readonly Call<Act>[]) {
    this.#model = model;
    this.#calls = calls;
    this.#answered = new TimeLine(calls);
    this.#open = [...calls.keys()].filter((index) => !this.#isAnswered(index));
    this.#answeredLeft = calls.length - this.#open.length;
    this.#enter({ states: [model.initial], done: 0n, by: undefined, isFree: false });
  }

  /** Calls without a known outcome may remain, as ones that never took effect. */
  get isComplete(): boolean {
    return this.#answeredLeft === 0;
  }

  /** Tries the next call, or backtracks; false if no other order is left. */
  advance(): boolean {
    const stage = this.#stages.at(-1);
    if (stage === undefined) return false;
    const index = stage.candidates[stage.tried];
    stage.tried += 1;
    const call = index === undefined ? undefined : this.#calls[index];
    if (index === undefined || call === undefined) return this.#leave();
    const next = this.#after(stage.states, call.act);
    if (next.all.length === 0 || (next.isSame && !isAnswered(call))) return true;
    const isFree = next.isSame && this.#model.changesNothing(call.act);
    const done = stage.done | (1n << BigInt(index));
    if (!this.#isVisited(done, next.all)) this.#enter({ states: next.all, done, by: index, isFree });
    return true;
  }

  #enter(stage: Omit<Stage<State>, "candidates" | "tried">): void {
    const { by, done } = stage;
    if (by !== undefined && this.#isAnswered(by)) {
      this.#answered.take(by);
      this.#answeredLeft -= 1;
    }
    const { indexes, end } = this.#answered.untilFirstEnd();
    // Calls without an answer are tried last.
    const open = this.#open.filter((index) => this.#beginOf(index) <= end && (done & (1n << BigInt(index))) === 0n);
    this.#stages.push({ ...stage, candidates: [...indexes, ...open], tried: 0 });
  }

  #leave(): boolean {
    for (let stage = this.#stages.pop(); stage !== undefined; stage = this.#stages.pop()) {
      const { by, isFree } = stage;
      if (by !== undefined && this.#isAnswered(by)) {
        this.#answered.putBack(by);
        this.#answeredLeft += 1;
      }
      // A call that changes nothing can come first wherever it is allowed, so no other call needs its place.
      if (!isFree) break;
    }
    return this.#stages.length > 0;
  }

  #after(states: readonly State[], act: Act): { readonly all: readonly State[]; readonly isSame: boolean } {
    const { step, keyOf } = this.#model;
    const all = new Map<string, State>();
    let isSame = true;
    for (const state of states) {
      const next = step(state, act);
      isSame &&= next.length === 1 && next[0] !== undefined && keyOf(next[0]) === keyOf(state);
      for (const each of next) all.set(keyOf(each), each);
    }
    return { all: [...all.values()], isSame };
  }

  /** Whether a configuration was visited before; marks it as visited. */
  #isVisited(done: bigint, states: readonly State[]): boolean {
    const keys = states.map((state) => this.#model.keyOf(state)).toSorted();
    const configuration = `${done.toString(36)} ${keys.join("\n")}`;
    const isVisited = this.visited.has(configuration);
    this.visited.add(configuration);
    return isVisited;
  }

  #isAnswered(index: number): boolean {
    return this.#calls[index]?.end !== Infinity;
  }

  #beginOf(index: number): number {
    return this.#calls[index]?.begin ?? Infinity;
  }
}

interface Interval {
  readonly begin: number;
  readonly end: number;
}

/**
 * The begins and ends of intervals in the order of time, as a doubly linked list out of which an interval can be taken,
 * and put back in the reverse order. Of several at the same time, begins come first, so that such intervals overlap.
 * Intervals without an end are left out.
 */
class TimeLine {
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
