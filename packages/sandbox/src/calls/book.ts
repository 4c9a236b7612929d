import type { Journal, JournalLine } from "../journal/journal.ts";
import type { Decision } from "./decision.ts";

/** What a simulated provider makes of the entries of its journal. */
export interface Bookkeeping<Entry extends object, Records> {
  /** Reads a recorded line; throws a JournalError that names its place when it is not an entry. */
  readonly read: (line: JournalLine) => Entry;
  /** The records before the first entry. */
  readonly empty: () => Records;
  /** Adds an entry. The same entries in the same order give the same records. */
  readonly add: (records: Records, entry: Entry) => void;
}

/** What a simulated provider remembers, which other processes may add to. */
export interface Book<Entry extends object, Records> {
  /** What was on record in the last turn that this process had. */
  records(): Records;
  /**
   * Decides with everything on record, and answers when the decision is on record too: nothing is answered
   * before, not even what an earlier call decided. Rejects when that is in doubt.
   */
  decide<Answer>(decide: (records: Records) => Decision<Answer, Entry>): Promise<Answer>;
  /** Waits for what is being decided, and closes the journal. */
  close(): Promise<void>;
}

interface Call<Entry> {
  /** Decides; `answer` tells the caller. */
  decide(): { readonly entry: Entry | undefined; readonly answer: () => void };
  failed(error: unknown): void;
}

/** The book that a journal holds. Calls that come while a turn is on its way share the next one. */
export function openBook<Entry extends object, Records>(
  journal: Journal,
  { read, empty, add }: Bookkeeping<Entry, Records>,
): Book<Entry, Records> {
  let records = empty();
  let known = 0;
  let waiting: Call<Entry>[] = [];
  let turns: Promise<void> | undefined;
  learn(journal.replay());

  async function takeTurns(): Promise<void> {
    while (waiting.length > 0) {
      const calls = waiting;
      waiting = [];
      try {
        // To learn all of it may take a while, for which no other process should have to wait.
        if (known === 0) learn(await journal.read(0));
        await takeTurn(calls);
      } catch (error) {
        // What is on record is in doubt, so all of it is read anew.
        known = 0;
        for (const call of calls) call.failed(error);
      }
    }
    turns = undefined;
  }

  async function takeTurn(calls: readonly Call<Entry>[]): Promise<void> {
    const answers: (() => void)[] = [];
    await journal.turn(known, (news) => {
      learn(news);
      const entries: Entry[] = [];
      for (const call of calls) {
        const { entry, answer } = call.decide();
        answers.push(answer);
        if (entry === undefined) continue;
        add(records, entry);
        entries.push(entry);
      }
      known += entries.length;
      return entries;
    });
    for (const answer of answers) answer();
  }

  function learn(news: readonly JournalLine[]): void {
    if (known === 0) records = empty();
    for (const line of news) add(records, read(line));
    known += news.length;
  }

  return {
    records: () => records,
    decide: (decide) =>
      new Promise((resolve, failed) => {
        const decideCall = () => {
          const { answer, entry } = decide(records);
          return { entry, answer: () => resolve(answer) };
        };
        waiting.push({ decide: decideCall, failed });
        turns ??= takeTurns();
      }),
    async close() {
      await turns;
      await journal.close();
    },
  };
}
