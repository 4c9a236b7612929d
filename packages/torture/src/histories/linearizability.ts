import { TimeLine } from "./time-line.ts";

/** How an object behaves when its calls come one after the other. States are values, and are never changed. */
export interface SequentialModel<State, Act> {
  readonly initial: State;
  /** The states in which the object may be once this took effect; none where it cannot have gone so in this state. */
  readonly step: (state: State, act: Act) => readonly State[];
  /** Whether it leaves every state that allows it as it is, such as a read whose answer is known. */
  readonly changesNothing: (act: Act) => boolean;
  /** The same text for equal states, and only for those. */
  readonly keyOf: (state: State) => string;
}

/** Something that took effect at one moment between its begin and its end. Times are of one clock, in any unit. */
export interface Call<Act> {
  readonly act: Act;
  readonly begin: number;
  /** `Infinity` where nobody knows the outcome: it took effect at any time from its begin on, or never. */
  readonly end: number;
}

/** `undecided` where the bound was hit before an answer was found. */
export type Verdict = "linearizable" | "not linearizable" | "undecided";

export interface Judgement {
  readonly verdict: Verdict;
  /** How many configurations were met: the calls that took effect, and the state after them. */
  readonly configurations: number;
}

export interface Bound {
  /** The most configurations that are met; 300,000 unless said, which take some hundred megabytes. */
  readonly mostConfigurations?: number;
}

/**
 * Judges whether the calls of one object can be put in an order in which each takes effect between its begin and its
 * end, and the model allows every answer. It is the search of Wing and Gong with the memory of Lowe: the first call
 * that the model allows takes effect; where this leads nowhere, it is taken back and the next one does. A configuration
 * that was met before is not searched again.
 */
export function judge<State, Act>(
  model: SequentialModel<State, Act>,
  calls: readonly Call<Act>[],
  { mostConfigurations = 300_000 }: Bound = {},
): Judgement {
  const search = new Search(model, calls);
  let mayGoOn = true;
  while (mayGoOn && !search.isComplete && search.met.size <= mostConfigurations) mayGoOn = search.advance();
  const configurations = search.met.size;
  if (search.isComplete) return { verdict: "linearizable", configurations };
  return { verdict: mayGoOn ? "undecided" : "not linearizable", configurations };
}

export function isAnswered({ end }: Pick<Call<unknown>, "end">): boolean {
  return end !== Infinity;
}

/** A call that took effect, and what was before it. */
interface Taken<State> {
  readonly index: number;
  readonly states: readonly State[];
  readonly done: bigint;
  readonly isFree: boolean;
}

class Search<State, Act> {
  readonly met = new Set<string>();
  readonly #model: SequentialModel<State, Act>;
  readonly #calls: readonly Call<Act>[];
  readonly #line: TimeLine;
  readonly #taken: Taken<State>[] = [];
  /** All states in which the object may be, as the effect of a call need not be known. */
  #states: readonly State[];
  /** The calls that took effect, a bit for each. */
  #done = 0n;
  #answeredLeft: number;
  /** Where the search stands on the line. */
  #at: number;

  constructor(model: SequentialModel<State, Act>, calls: readonly Call<Act>[]) {
    this.#model = model;
    this.#calls = calls;
    this.#line = new TimeLine(calls);
    this.#states = [model.initial];
    this.#answeredLeft = calls.filter(isAnswered).length;
    this.#at = this.#line.first;
  }

  /** Calls without a known outcome may be left over: they never took effect. */
  get isComplete(): boolean {
    return this.#answeredLeft === 0;
  }

  /** Goes one step on, or back; false where there is no other order to try. */
  advance(): boolean {
    const index = this.#line.begunAt(this.#at);
    const call = index === undefined ? undefined : this.#calls[index];
    // The end of a call that has not taken effect.
    if (index === undefined || call === undefined) return this.#goBack();
    const next = this.#after(call.act);
    if (next.all.length > 0 && !(next.isSame && !isAnswered(call))) {
      const isFree = next.isSame && this.#model.changesNothing(call.act);
      if (this.#take(index, { states: next.all, isFree })) return true;
      if (isFree) return this.#goBack();
    }
    this.#at = this.#line.next(this.#at);
    return true;
  }

  #after(act: Act): { readonly all: readonly State[]; readonly isSame: boolean } {
    const { step, keyOf } = this.#model;
    const all = new Map<string, State>();
    let isSame = true;
    for (const state of this.#states) {
      const next = step(state, act);
      isSame &&= next.length === 1 && next[0] !== undefined && keyOf(next[0]) === keyOf(state);
      for (const each of next) all.set(keyOf(each), each);
    }
    return { all: [...all.values()], isSame };
  }

  /** False where this was tried before. */
  #take(index: number, { states, isFree }: Pick<Taken<State>, "states" | "isFree">): boolean {
    const done = this.#done | (1n << BigInt(index));
    const keys = states.map((state) => this.#model.keyOf(state)).toSorted();
    const configuration = `${done.toString(36)} ${keys.join("\n")}`;
    if (this.met.has(configuration)) return false;
    this.met.add(configuration);
    this.#taken.push({ index, states: this.#states, done: this.#done, isFree });
    this.#states = states;
    this.#done = done;
    if (this.#isAnswered(index)) this.#answeredLeft -= 1;
    this.#line.take(index);
    this.#at = this.#line.first;
    return true;
  }

  #goBack(): boolean {
    for (let last = this.#taken.pop(); last !== undefined; last = this.#taken.pop()) {
      this.#line.giveBack(last.index);
      if (this.#isAnswered(last.index)) this.#answeredLeft += 1;
      this.#states = last.states;
      this.#done = last.done;
      this.#at = this.#line.afterBeginOf(last.index);
      // What changes nothing can come first wherever it is allowed, so that no other call need come in its place.
      if (!last.isFree) return true;
    }
    return false;
  }

  #isAnswered(index: number): boolean {
    const call = this.#calls[index];
    return call !== undefined && isAnswered(call);
  }
}
