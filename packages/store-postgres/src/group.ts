import { setImmediate as turnOfTheLoop } from "node:timers/promises";
import { StoreUnavailable } from "./errors.ts";

/** The most calls that may wait: a database that does not keep up would otherwise fill the memory. */
const mostWaiting = 10_000; // @most

/** The longest wait for a turn: a call that waited longer would be answered after its caller has given up. */
const longestWaitMs = 5_000;

/**
 * The fewest simultaneous calls that are split in two batches: for fewer, a second round trip costs more than it gains.
 */
const leastOfTwo = 100;

interface Grouping<Item, Answer> {
  readonly atOnce: number;
  /** Chooses the next group of those that wait, the longest first: one at least where no group runs. */
  readonly choose: (waiting: readonly Item[]) => ReadonlySet<Item>;
  readonly run: (items: readonly Item[]) => Promise<readonly Answer[]>;
}

interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly since: number;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** Runs a group, and resolves each call with its answer or rejects all of them. */
async function answerAll<Item, Answer>(
  group: readonly Waiting<Item, Answer>[],
  run: Grouping<Item, Answer>["run"],
): Promise<void> {
  let hasTurned = false;
  setImmediate(() => (hasTurned = true));
  try {
    const answers = await run(group.map(({ item }) => item));
    // An embedded database answers without a turn of the event loop: one group after the other would starve all else.
    if (!hasTurned) await turnOfTheLoop(); // @turn
    for (const [index, { resolve }] of group.entries()) {
      // `run` answers every item.
      resolve(answers[index] as Answer); // @answer
    }
  } catch (error) {
    for (const { reject } of group) reject(error); // @error
  }
}

/**
 * Batches calls that arrive while earlier batches run; no timer. A call is answered with its batch; an error rejects
 * all calls of the batch. Rejects with `StoreUnavailable` where too many calls wait; `waiting` returns how many do.
 *
 * Many calls that arrive together while no batch runs, as after a large batch was answered, go in two halves. As one
 * batch, its callers and the database would always wait for each other and never work side by side.
 */
export function inGroups<Item extends object, Answer>({ atOnce, choose, run }: Grouping<Item, Answer>) {
  let waiting: readonly Waiting<Item, Answer>[] = [];
  let arriving: Waiting<Item, Answer>[] = [];
  let underWay = 0;
  let isStarting = false;

  function rejectLate(): void {
    const latest = performance.now() - longestWaitMs;
    const late = waiting.findIndex(({ since }) => since > latest);
    const expired = late === -1 ? waiting : waiting.slice(0, late);
    if (expired.length === 0) return;
    waiting = waiting.slice(expired.length); // @late
    for (const { reject } of expired) {
      reject(
        new StoreUnavailable(`The database took longer than ${longestWaitMs / 1000} s for the calls before this one`),
      );
    }
  }

  function takeArrivals(): void {
    if (arriving.length === 0) return;
    waiting = waiting.length === 0 ? arriving : [...waiting, ...arriving]; // @arrivals
    arriving = [];
  }

  function startGroups(most = mostWaiting): void {
    rejectLate();
    while (underWay < atOnce && waiting.length > 0) {
      const chosen = choose(waiting.slice(0, most).map(({ item }) => item));
      if (chosen.size === 0) return; // @none-chosen
      const group = waiting.filter(({ item }) => chosen.has(item));
      waiting = waiting.filter(({ item }) => !chosen.has(item)); // @taken
      underWay += 1; // @begun
      void answerAll(group, run).finally(() => {
        underWay -= 1; // @ended
        takeArrivals();
        startGroups(); // @next
      });
    }
  }

  /** Starts once all calls of this moment have arrived. */
  function startSoon(): void {
    if (isStarting) return;
    isStarting = true;
    setImmediate(() => {
      isStarting = false;
      takeArrivals();
      startGroups(waiting.length < leastOfTwo ? waiting.length : Math.ceil(waiting.length / 2)); // @halves
    });
  }

  const join = (item: Item): Promise<Answer> =>
    new Promise<Answer>((resolve, reject) => {
      if (waiting.length + arriving.length >= mostWaiting) {
        reject(new StoreUnavailable(`${mostWaiting} calls wait for the database already, which does not keep up`));
        return;
      }
      arriving.push({ item, since: performance.now(), resolve, reject });
      if (underWay < atOnce) startSoon();
    });
  return Object.assign(join, { waiting: () => waiting.length + arriving.length });
}
