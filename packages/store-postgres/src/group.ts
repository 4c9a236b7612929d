import { setImmediate as turnOfTheLoop } from "node:timers/promises";
import { StoreUnavailable } from "./errors.ts";

/** How many may wait in all: beyond it a database that does not keep up would fill the memory. */
const mostWaiting = 10_000;

/** How long one waits for its turn: after that its caller could not wait for the answer. */
const longestWaitMs = 5_000;

/** From so many on, those that come in one moment go in two groups; for fewer a second round trip costs more than it gains. */
const leastOfTwo = 100;

interface Grouping<Item, Answer> {
  /** How many groups may be under way at once. */
  readonly atOnce: number;
  /** Which of those that wait, the longest first, make the next group: one at least where no group is under way. */
  readonly choose: (waiting: readonly Item[]) => ReadonlySet<Item>;
  /** Answers each item of a group, in their order. */
  readonly run: (items: readonly Item[]) => Promise<readonly Answer[]>;
}

interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly since: number;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** Each gets its answer, or all of them what was thrown. */
async function answerAll<Item, Answer>(
  group: readonly Waiting<Item, Answer>[],
  run: Grouping<Item, Answer>["run"],
): Promise<void> {
  let hasTurned = false;
  setImmediate(() => (hasTurned = true));
  try {
    const answers = await run(group.map(({ item }) => item));
    // An embedded database answers without a turn of the event loop: groups after groups would keep all else waiting.
    if (!hasTurned) await turnOfTheLoop();
    for (const [index, { resolve }] of group.entries()) {
      // `run` answers each item.
      resolve(answers[index] as Answer);
    }
  } catch (error) {
    for (const { reject } of group) reject(error);
  }
}

/**
 * Does things together that come while others are under way: no timer, so who comes alone does not wait. Each is
 * answered when its group is; what a group throws, all of it get. Rejects with `StoreUnavailable` where too many wait.
 * `waiting` is how many do.
 *
 * Many that come in one moment while nothing is under way, as they do when a group of many was answered, go in halves:
 * were it one group, its callers and the database would always wait for each other, and never work side by side.
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
    waiting = waiting.slice(expired.length);
    for (const { reject } of expired) {
      reject(new StoreUnavailable(`The database took longer than ${longestWaitMs / 1000} s for what came before`));
    }
  }

  function takeArrivals(): void {
    if (arriving.length === 0) return;
    waiting = waiting.length === 0 ? arriving : [...waiting, ...arriving];
    arriving = [];
  }

  function startGroups(most = mostWaiting): void {
    rejectLate();
    while (underWay < atOnce && waiting.length > 0) {
      const chosen = choose(waiting.slice(0, most).map(({ item }) => item));
      if (chosen.size === 0) return;
      const group = waiting.filter(({ item }) => chosen.has(item));
      waiting = waiting.filter(({ item }) => !chosen.has(item));
      underWay += 1;
      void answerAll(group, run).finally(() => {
        underWay -= 1;
        takeArrivals();
        startGroups();
      });
    }
  }

  /** Starts when all who come in this moment are there. */
  function startSoon(): void {
    if (isStarting) return;
    isStarting = true;
    setImmediate(() => {
      isStarting = false;
      takeArrivals();
      startGroups(waiting.length < leastOfTwo ? waiting.length : Math.ceil(waiting.length / 2));
    });
  }

  const join = (item: Item): Promise<Answer> =>
    new Promise<Answer>((resolve, reject) => {
      if (waiting.length + arriving.length >= mostWaiting) {
        reject(new StoreUnavailable(`${mostWaiting} wait for the database already, which does not keep up`));
        return;
      }
      arriving.push({ item, since: performance.now(), resolve, reject });
      if (underWay < atOnce) startSoon();
    });
  return Object.assign(join, { waiting: () => waiting.length + arriving.length });
}
