/** One entry as it was recorded, not yet checked. */
export interface JournalLine {
  /** Where it stands, for an error message: `/var/lib/wonflow/cards.jsonl:12`. */
  readonly where: string;
  readonly value: unknown;
}

/** Decides what is recorded next, knowing all that has been recorded; an object becomes one entry, as JSON. */
export type Decide = (news: readonly JournalLine[]) => readonly object[];

/**
 * Where a simulated provider records what it did: an append-only list of JSON values, which any number of
 * processes may share. What is on record is what they remember, also after a restart.
 */
export interface Journal {
  /** Everything that was on record when the journal was opened, oldest first. Throws a {@link JournalError} when it can't be read. */
  replay(): readonly JournalLine[];
  /** What is on record now after the first `known` values, oldest first; others may write meanwhile. */
  read(known: number): Promise<readonly JournalLine[]>;
  /**
   * Takes a turn: while it lasts nobody else writes. `decide` is told everything on record after the first
   * `known` values, oldest first, and what it answers is recorded next. Resolves when that, and everything
   * before it, will be there after a restart.
   *
   * Once it has rejected, what `decide` answered may be on record or not; ask in another turn. Where `decide`
   * throws, nothing is recorded.
   */
  turn(known: number, decide: Decide): Promise<void>;
  /** Waits for the turns that were asked for and lets go of the journal. */
  close(): Promise<void>;
}

/** A journal that can't be read or written; the message names the place. */
export class JournalError extends Error {
  override readonly name = "JournalError";
}

/**
 * A journal in memory, for tests. Two networks over the same one are two processes that share a journal, or
 * one before and after a restart.
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

/** Reads one line of JSON; throws a {@link JournalError} that names its place when it is none. */
export function readLine(text: string, where: string): JournalLine {
  try {
    const value: unknown = JSON.parse(text);
    return { where, value };
  } catch (cause) {
    throw new JournalError(`${where}: this line is not valid JSON.`, { cause });
  }
}
