/** One order of a scene, from its beginning to the current state. */
export interface Way<Problem> {
  /** All that can happen next, by name; empty at the end of the scene. */
  readonly choices: () => readonly string[];
  /** A repeated step was checked before and is not checked again. */
  readonly take: (choice: string, isRepeated?: boolean) => Promise<void>;
  /** Equal for two ways that have the same continuations. */
  readonly digest: () => string;
  /** What is wrong so far. */
  readonly problem: () => Problem | undefined;
  /** What is wrong at the end of the scene. */
  readonly end: () => Promise<Problem | undefined>;
}

export interface Found<Problem> {
  /** The choices that lead to it. */
  readonly path: readonly string[];
  readonly problem: Problem;
}

interface Orders<Problem> {
  /** All ways from the beginning to an end, including those that join others. */
  readonly orders: bigint;
  readonly states: number;
  /** States in which the scene was over. */
  readonly ends: number;
  /** Choices taken from a state that was not met before. */
  readonly choices: number;
  readonly found: readonly Found<Problem>[];
  /** Whether the bound was hit, so that orders were left out. */
  readonly isCut: boolean;
}

interface Bounds {
  readonly mostStates?: number | undefined;
  readonly stopAtFirst?: boolean | undefined;
}

interface Place {
  readonly digest: string;
  readonly choices: readonly string[];
  taken: number;
  orders: bigint;
}

/**
 * Walks every order of choices, depth first. A promise can't be reset, so each way restarts and repeats the choices
 * that lead to its branch. A state that was visited before is not walked again: its orders are known.
 */
export async function walkAllOrders<Problem>(
  begin: () => Promise<Way<Problem>>,
  { mostStates = Infinity, stopAtFirst = false }: Bounds = {},
): Promise<Orders<Problem>> {
  /** The orders that follow a state; undefined while the state is on the current way. */
  const known = new Map<string, bigint | undefined>();
  const found: Found<Problem>[] = [];
  const way: Place[] = [];
  let [choices, ends, isCut] = [0, 0, false];

  /** The choices that lead to the last place. */
  const path = () => way.slice(0, -1).map((place) => place.choices[place.taken - 1] ?? "");

  /** Whether the state is new, so that the walk continues from it. */
  function isNew(state: Way<Problem>): boolean {
    const digest = state.digest();
    const orders = known.get(digest);
    if (orders === undefined && known.has(digest))
      throw new Error("a state leads back to itself: its digest lacks something");
    if (orders !== undefined) addTo(way.at(-1), orders);
    else {
      known.set(digest, undefined);
      way.push({ digest, choices: state.choices(), taken: 0, orders: 0n });
    }
    return orders === undefined;
  }

  function conclude(place: Place, orders: bigint): void {
    way.pop();
    known.set(place.digest, orders);
    addTo(way.at(-1), orders);
  }

  const first = await begin();
  isNew(first);
  const [start] = way;
  let here: Way<Problem> | undefined = first;
  for (let place = start; place !== undefined; place = way.at(-1)) {
    if (place.choices.length === 0) {
      const problem = await (here ?? (await repeat(begin, path()))).end();
      if (problem !== undefined) found.push({ path: path(), problem });
      ends += 1;
      here = undefined;
      conclude(place, 1n);
    } else if (place.taken === place.choices.length) {
      here = undefined;
      conclude(place, place.orders);
    } else if (known.size >= mostStates) {
      isCut = true;
    } else {
      here ??= await repeat(begin, path());
      const choice = place.choices[place.taken] ?? "";
      place.taken += 1;
      choices += 1;
      await here.take(choice);
      const problem = here.problem();
      if (problem !== undefined) {
        found.push({ path: [...path(), choice], problem });
        addTo(place, 1n);
      }
      if (problem !== undefined || !isNew(here)) here = undefined;
    }
    if (isCut || (stopAtFirst && found.length > 0)) break;
  }
  return { orders: known.get(start?.digest ?? "") ?? 0n, states: known.size, ends, choices, found, isCut };
}

function addTo(place: Place | undefined, orders: bigint): void {
  if (place !== undefined) place.orders += orders;
}

/** Walks a path again; its choices must still exist. */
export async function repeat<Repeated extends Way<unknown>>(
  begin: () => Promise<Repeated>,
  path: readonly string[],
): Promise<Repeated> {
  const walked = await begin();
  for (const choice of path) {
    if (!walked.choices().includes(choice)) throw new Error(`the same way has no “${choice}” any more`);
    await walked.take(choice, true);
  }
  return walked;
}
