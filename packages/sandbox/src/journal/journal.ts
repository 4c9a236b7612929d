export interface JournalLine {
  /** The place for an error message: `/var/lib/wonflow/cards.jsonl:12`. */
  readonly where: string;
  readonly value: unknown;
}

/** Decides what to record next, given all that is on record; each object becomes one entry, as JSON. */
export type Decide = (news: readonly JournalLine[]) => readonly object[];

/**
 * The record of a simulated provider: an append-only list of JSON values, which any number of processes may share. All
 * of them, also after a restart, know exactly what is recorded here.
 */
export interface Journal {
  /** Everything that was on record when the journal was opened, oldest first. Throws a {@link JournalError} if it can't be read. */
  replay(): readonly JournalLine[];
  /** The record after its first `known` values, oldest first; others may write meanwhile. */
  read(known: number): Promise<readonly JournalLine[]>;
  /**
   * Takes a turn, during which no other process writes. `decide` gets the record after its first `known` values, oldest
   * first, and returns what to record next. Resolves when that, and everything before it, would survive a restart.
   *
   * After a rejection the values of `decide` may or may not be on record; another turn shows which. If `decide` throws,
   * nothing is recorded.
   */
  turn(known: number, decide: Decide): Promise<void>;
  /** Waits for pending turns, and closes the journal. */
  close(): Promise<void>;
}

/** A journal that can't be read or written; the message names the place. */
export class JournalError extends Error {
  override readonly name = "JournalError";
}

/**
 * A journal in memory, for tests. Two gateways with the same one act as two processes, or as one before and after a
 * restart.
 *
 * @example
 * const journal = memoryJournal();
 * await journal.turn(0, () => [{ op: "approve" }]);
 * journal.replay().length; // 1
 */
export function memoryJournal(): Journal {
  const texts: string[] = [];
  const after = (known: number) =>
    texts.slice(known).map((text, index) => readLine(text, `memory journal:${known + index + 1}`));
  return {
    replay: () => after(0),
    read: async (known) => after(known),
    async turn(known, decide) {
      texts.push(...decide(after(known)).map((value) => JSON.stringify(value)));
    },
    async close() {},
  };
}

/** Parses one line of JSON; throws a {@link JournalError} that names the place of a line that is not JSON. */
export function readLine(text: string, where: string): JournalLine {
  try {
    const value: unknown = JSON.parse(text);
    return { where, value };
  } catch (cause) {
    throw new JournalError(`${where}: this line is not valid JSON.`, { cause });
  }
}

/** Runs work after all earlier work has ended, successfully or not. */
type OneAfterAnother = <Answer>(work: () => Promise<Answer>) => Promise<Answer>;

export function oneAfterAnother(): OneAfterAnother {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
}
