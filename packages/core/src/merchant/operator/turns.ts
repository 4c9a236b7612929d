import type { Source } from "./sign-in-source.ts";

export interface Party {
  readonly source: Source;
  /** The tries of this name from this source without a right password, this one included. */
  readonly tries: number;
}

interface Waiting {
  readonly party: Party;
  readonly begin: () => void;
}

export interface Turns {
  readonly isIdle: () => boolean;
  run<Value>(party: Party, task: () => Promise<Value>): Promise<Value>;
}

/**
 * Runs one task at a time. Known devices come first, then those with the fewest wrong tries, then the address whose last
 * turn is the longest ago. So guesses stand back: an operator waits for few of them, even at the address of all others.
 */
export function createTurns(): Turns {
  const waiting: Waiting[] = [];
  /** The number of the last turn of each source, since nothing was waiting. */
  const lastTurns = new Map<string, number>();
  let isBusy = false;
  let turn = 0;

  function placeOf({ source, tries }: Party): readonly [known: number, tries: number, turn: number] {
    return [source.isKnown ? 0 : 1, tries, lastTurns.get(source.id) ?? 0];
  }

  function next(): Waiting | undefined {
    const first = waiting.reduce<Waiting | undefined>(
      (best, one) => (best === undefined || isBefore(placeOf(one.party), placeOf(best.party)) ? one : best),
      undefined,
    );
    if (first !== undefined) waiting.splice(waiting.indexOf(first), 1);
    return first;
  }

  function passOn(): void {
    const following = next();
    isBusy = following !== undefined;
    if (following === undefined) lastTurns.clear();
    else following.begin();
  }

  return {
    isIdle: () => !isBusy,
    async run(party, task) {
      if (isBusy) await new Promise<void>((begin) => waiting.push({ party, begin }));
      isBusy = true;
      turn += 1;
      lastTurns.set(party.source.id, turn);
      try {
        return await task();
      } finally {
        passOn();
      }
    },
  };
}

function isBefore(one: readonly number[], other: readonly number[]): boolean {
  const differs = one.findIndex((number, index) => number !== other[index]);
  return differs !== -1 && (one[differs] ?? 0) < (other[differs] ?? 0);
}
