import type { Journal, JournalLine } from "../journal/journal.ts";
import type { ErrorCode, TenantId } from "@wonflow/core";

/** A provider's answer, and, for a new call, the entry to record before answering. */
export interface Decision<Answer, Entry extends object> {
  readonly answer: Answer;
  readonly entry?: Entry;
}

/** Keys are unique within a tenant, and a tenant's name has no space. */
export function recordKey(tenant: TenantId, key: string): string {
  return `${tenant} ${key}`;
}

/** For a key that was used with other content: does nothing, and says nothing about the earlier call's outcome. */
export function otherContent(earlier: { readonly op: string; readonly key: string }): {
  readonly answer: { readonly outcome: "unknown"; readonly reason: string };
} {
  const reason = `Key ${earlier.key} was already used for another call: ${earlier.op} with other content.`;
  return { answer: { outcome: "unknown", reason } };
}

/** A refusal without an entry: the call is malformed, or an earlier entry decides it. */
export function refusal<Code extends ErrorCode>(
  code: Code,
): { readonly answer: { readonly outcome: "refused"; readonly code: Code } } {
  return { answer: { outcome: "refused", code } };
}

export function isKey(text: string): boolean {
  return text.length >= 1 && text.length <= 100;
}

export function isAmount(won: number): boolean {
  return Number.isSafeInteger(won) && won >= 1;
}

export interface Bookkeeping<Entry extends object, Records> {
  readonly read: (line: JournalLine) => Entry;
  readonly empty: () => Records;
  /** Adds an entry. Must be deterministic: every process gets the same records from the same entries. */
  readonly add: (records: Records, entry: Entry) => void;
}

export interface Book<Entry extends object, Records> {
  /** As of this process's last turn. */
  records(): Records;
  /** Answers once the decision is on record, even if an earlier call made it. Rejects if that is in doubt. */
  decide<Answer>(decide: (records: Records) => Decision<Answer, Entry>): Promise<Answer>;
  close(): Promise<void>;
}

interface Call<Entry> {
  /** `answer` resolves the caller's promise. */
  decide(): { readonly entry: Entry | undefined; readonly answer: () => void };
  failed(error: unknown): void;
}

/** The entry to record before anything else is decided, if there is one; asked again once it has been added. */
type DueFirst<Entry, Records> = (records: Records) => Entry | undefined;

/** Opens a journal as a book. Calls that arrive during a turn share the next turn. */
export function openBook<Entry extends object, Records>(
  journal: Journal,
  { read, empty, add }: Bookkeeping<Entry, Records>,
  dueFirst: DueFirst<Entry, Records>,
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
        // Reading the whole record may take long, and must not hold up other processes' turns.
        if (known === 0) learn(await journal.read(0));
        await takeTurn(calls);
      } catch (error) {
        // The failed turn may or may not be on record, so the whole record is read again.
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
      for (const { entry, answer } of decisions(records, calls, dueFirst)) {
        if (answer !== undefined) answers.push(answer);
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

/** What is due first, and then what the calls decide; each knows all that was added before. */
function* decisions<Entry extends object, Records>(
  records: Records,
  calls: readonly Call<Entry>[],
  dueFirst: DueFirst<Entry, Records>,
): Generator<{ readonly entry: Entry | undefined; readonly answer?: () => void }> {
  for (let entry = dueFirst(records); entry !== undefined; entry = dueFirst(records)) yield { entry };
  for (const call of calls) yield call.decide();
}
