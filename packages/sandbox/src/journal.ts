/** One entry as it was recorded, not yet checked. */
export interface JournalLine {
  /** Where it stands, for an error message: `/var/lib/wonflow/cards.jsonl:12`. */
  readonly where: string;
  readonly value: unknown;
}

/**
 * Where a simulated provider records what it did: an append-only list of JSON values with one writer.
 * What was appended is what it remembers after a restart.
 */
export interface Journal {
  /** Everything recorded so far, oldest first. Throws a {@link JournalError} when it can't be read. */
  replay(): readonly JournalLine[];
  /**
   * Adds one value, after all that were appended before. Resolves when the value, and everything before it, will
   * be there after a restart. Once it has rejected it rejects for good: what is on record is then in doubt until
   * the journal is opened anew.
   */
  append(value: object): Promise<void>;
  /** Waits for what is being written and lets go of the journal. */
  close(): Promise<void>;
}

/** A journal that can't be read or written; the message names the place. */
export class JournalError extends Error {
  override readonly name = "JournalError";
}

/**
 * A journal in memory, for tests. Hand the same journal to a second network to see what a restart remembers.
 *
 * @example
 * const journal = memoryJournal();
 * await journal.append({ op: "approve" });
 * journal.replay().length; // 1
 */
export function memoryJournal(): Journal {
  const texts: string[] = [];
  return {
    replay: () => texts.map((text, index) => readLine(text, `memory journal:${index + 1}`)),
    async append(value) {
      texts.push(JSON.stringify(value));
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
