import type { Journal, JournalLine } from "../journal/journal.ts";
import type { Decision } from "./decisions.ts";
import { readJournalEntry, type JournalEntry } from "./journal-entry.ts";
import { addCall, recordsOf, type NetworkRecords } from "./records.ts";

/** What the network remembers, which other processes may add to. */
export interface Book {
  /** What was on record in the last turn that this process had. */
  readonly records: NetworkRecords;
  /**
   * Decides with everything on record, and answers when the decision is on record too: nothing is answered
   * before, not even what an earlier call decided. Rejects when that is in doubt.
   */
  decide<Answer>(decide: (records: NetworkRecords) => Decision<Answer>): Promise<Answer>;
  /** Waits for what is being decided, and closes the journal. */
  close(): Promise<void>;
}

interface Call {
  /** Decides; `answer` tells the caller. */
  decide(): { readonly entry: JournalEntry | undefined; readonly answer: () => void };
  failed(error: unknown): void;
}

/** The book that a journal holds. Calls that come while a turn is on its way share the next one. */
export function openBook(journal: Journal): Book {
  const lines = journal.replay();
  const records = recordsOf(lines.map(readJournalEntry));
  let known = lines.length;
  let waiting: Call[] = [];
  let turns: Promise<void> | undefined;

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

  async function takeTurn(calls: readonly Call[]): Promise<void> {
    const answers: (() => void)[] = [];
    await journal.turn(known, (news) => {
      learn(news);
      const entries: JournalEntry[] = [];
      for (const call of calls) {
        const { entry, answer } = call.decide();
        answers.push(answer);
        if (entry === undefined) continue;
        addCall(records, entry);
        entries.push(entry);
      }
      known += entries.length;
      return entries;
    });
    for (const answer of answers) answer();
  }

  function learn(news: readonly JournalLine[]): void {
    if (known === 0) {
      records.calls.clear();
      records.approvals.clear();
    }
    for (const line of news) addCall(records, readJournalEntry(line));
    known += news.length;
  }

  return {
    records,
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
