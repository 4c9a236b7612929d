import { apart, batches, commits, decisions, groups } from "./batch-mutants.ts";
import { commit, commitRows } from "./commit-mutants.ts";
import { changed, marksOf, type Row } from "./marks.ts";

export interface StoreMutant {
  readonly name: string;
  readonly file: keyof typeof mutatedFiles;
  readonly mark: string;
  readonly change: Row[2];
}

export const mutatedFiles = {
  commit: "packages/store-postgres/src/schema/commit-change-sets.ts",
  commitRows: "packages/store-postgres/src/schema/commit-rows.ts",
  tallies: "packages/store-postgres/src/schema/commit-and-tally.ts",
  claim: "packages/store-postgres/src/schema/functions.ts",
  reads: "packages/store-postgres/src/reads.ts",
  rates: "packages/store-postgres/src/schema/functions.ts",
  decisions: "packages/core/src/engine/commit/commit.ts",
  apart: "packages/store-postgres/src/commit.ts",
  commits: "packages/store-postgres/src/commit.ts",
  batches: "packages/store-postgres/src/batch.ts",
  groups: "packages/store-postgres/src/group.ts",
} as const;

const tallies: readonly Row[] = [
  ["a change set that is refused, or was committed before, is counted", "tally-of-committed", ""],
  [
    "the change sets of a batch that has a refusal are not counted",
    "tally-of-committed",
    "where committed_now is null",
  ],
  ["the number of what is counted is lost", "tally-sum", ["sum(count)", "0"]],
  ["what is counted is worth nothing", "tally-sum", ["sum(amount)", "0"]],
  ["counters are locked in no order", "tally-order", "order by min(no)"],
  ["a counter starts again with each batch", "tally-adds", ["known.amount + ", ""]],
  ["a counter counts the last batch alone", "tally-adds", ["known.count + ", ""]],
];

const claim: readonly Row[] = [
  ["a record that is due now is not taken", "due", ["<=", "<"]],
  ["a record that is not due yet is taken", "due", ["<= asked.now", "is not null"]],
  ["work of another kind is taken", "due", ["r.kind = asked.kind and ", ""]],
  ["the record that is due last is taken first", "longest-due", ["r.due_at", "r.due_at desc"]],
  ["more is taken than was asked for", "limit", ["asked.most", "asked.most + 1"]],
  ["a record that was taken can be taken again at once", "until", ["due.until", "due.due_at"]],
  ["work of every tenant is taken away with one's", "claimed", ["r.tenant = due.tenant and ", ""]],
  ["all work of a kind is taken with one", "claimed", [" and r.id = due.id", ""]],
  ["claimed records come in another order", "order", ["c.was_due_at", "c.was_due_at desc"]],
];

const reads: readonly Row[] = [
  ["a list begins behind its first place", "list-from", ['">="', '">"']],
  ["a list ends behind its last place", "list-to", ['"<"', '"<="']],
  [
    "a page begins with the last record of the one before",
    "list-after",
    'const isBehind = order === "ascending" ? ">=" : "<=";',
  ],
  [
    "a page continues by places alone",
    "list-after-all",
    'row(row.refTuple("position", "kind"), isBehind, row.tuple(position, key.kind)),',
  ],
  ["a list has the records of other tenants", "list", ['.where("tenant", "=", tenant)', ""]],
  ["a list has the records of other lists", "list", ['.where("list", "=", name)', ""]],
  ["records at one place are in no order of kinds", "list-by-kind", ""],
  ["records at one place are in another order of ids", "list-by-id", ["direction", '"desc"']],
  ["a list is in no order", "list-by-position", ""],
  ["a list has no end", "list-limit", ""],
  ["a list of due work has records that are not due", "due-only", ""],
  ["a list of due work has work of other kinds", "due-of-kind", ""],
  ["a list of due work is the wrong way round", "longest-due", '.orderBy("due_at", "desc")'],
  ["entries of other tenants are read", "entries-of-tenant", ""],
  ["entries of other references are read", "entries-of-reference", ['.where("reference", "=", reference)', ""]],
  ["entries are in no order", "entries-order", '.orderBy("position", "desc");'],
  ["a page of entries begins with the one before it", "entries-after", ['">"', '">="']],
  ["a page of entries continues after another tenant's", "entries-after-of-tenant", ""],
  ["a page of entries has no end", "entries-limit", [".limit(limit)", ""]],
  ["postings of other tenants are summed", "sums", [" where tenant = ${tenant}", ""]],
  ["counters of other tenants are read", "tallies-of-tenant", ""],
  ["counters of other names are read", "tallies-of-names", ""],
  ["counters of earlier days are read", "tallies-from", ""],
  ["the first day is left out", "tallies-from", ['">="', '">"']],
  ["counters of later days are read", "tallies-to", ""],
  ["the last day is left out", "tallies-to", ['"<="', '"<"']],
  ["counters that are zero are read", "tallies-not-zero", ""],
  ["a counter whose amount is zero is left out", "tallies-not-zero", [', row("count", "<>", 0)', ""]],
  ["a counter whose count is zero is left out", "tallies-not-zero", ['row("amount", "<>", 0), ', ""]],
  ["counters are in no order of names", "tallies-by-name", ""],
  ["counters are in another order of days", "tallies-by-day", '.orderBy("day", "desc")'],
  ["balances of other tenants are compared", "balances", [" where tenant = ${tenant}", ""]],
];

const rates: readonly Row[] = [
  ["a key that is new has nothing left", "new-key", [", 0)", ", 9000000000000000)"]],
  ["a take is not kept", "kept", "if false then"],
  ["more is given than there is", "taken", "taken := asked.wanted;"],
  ["one caller is given all there is", "taken", ["least", "greatest"]],
  ["a key owes more than the whole of a shorter limit", "owed", "begun := greatest(known, now_us);"],
  ["a limit that was not used adds up", "owed", "begun := least(known, now_us + asked.time_us);"],
  ["a caller that is refused may come at once", "wait", "wait_us := 0;"],
  ["each take costs the whole limit", "each", [" / asked.count", ""]],
  ["a take is free", "cost", [" + taken * each_us", ""]],
  ["one key is taken from with another", "one-key", [" where key = asked.key", ""]],
  ["another key is returned than was taken from", "taken-from", ["asked.key", "keys[1]"]],
  ["time goes a thousand times slower", "clock", ["1000000", "1000"]],
];

const ofFile = (file: StoreMutant["file"], rows: readonly Row[]) =>
  rows.map(([name, mark, change]): StoreMutant => ({ name, file, mark, change }));

/** Each list is tried by `npm run mutate -- sql` or `-- batches`. */
export const storeMutants = {
  sql: [
    ...ofFile("commit", commit),
    ...ofFile("commitRows", commitRows),
    ...ofFile("tallies", tallies),
    ...ofFile("claim", claim),
    ...ofFile("reads", reads),
    ...ofFile("rates", rates),
  ],
  batches: [
    ...ofFile("decisions", decisions),
    ...ofFile("apart", apart),
    ...ofFile("commits", commits),
    ...ofFile("batches", batches),
    ...ofFile("groups", groups),
  ],
} as const satisfies Readonly<Record<string, readonly StoreMutant[]>>;

export type StoreMutants = keyof typeof storeMutants;

interface StoreTests {
  readonly files: readonly string[];
  /** The suites of a contract are distinguished by their names. */
  readonly named: RegExp;
  readonly onServer: boolean;
}

const src = "packages/store-postgres/src";

/**
 * The tests that each list is tried with, the quick ones first. A server shows what an embedded database with its one
 * connection does not, such as a lock that is not taken.
 */
export const storeTests: Readonly<Record<StoreMutants, readonly StoreTests[]>> = {
  sql: [
    { files: [`${src}/{contract,rate-limiter}.test.ts`], named: /PGlite in memory/, onServer: false },
    { files: [`${src}/{contract,locks,server,versions}.test.ts`], named: /^(?!.*PGlite)/, onServer: true },
  ],
  batches: [
    {
      files: ["packages/core/src/engine/commit/commit.test.ts", `${src}/{commit,group}.test.ts`],
      named: /./,
      onServer: false,
    },
    { files: [`${src}/contract.test.ts`], named: /PGlite in memory/, onServer: false },
    {
      files: [`${src}/{contract,locks,lost-connections,server,together,versions}.test.ts`],
      named: /^(?!.*PGlite)/,
      onServer: true,
    },
  ],
};

/** The faults of a file's mutants: a mark that does not stand once, a mark without a mutant, a change of nothing. */
export function misplacedMutants(source: string, mutants: readonly StoreMutant[]): readonly string[] {
  const marks = marksOf(source);
  const used = new Set(mutants.map(({ mark }) => mark));
  return [
    ...marks.filter((mark) => !used.has(mark)).map((mark) => `@${mark}: no mutant uses it`),
    ...mutants.flatMap(({ name, mark, change }) => {
      const times = marks.filter((each) => each === mark).length;
      if (times !== 1) return [`${name}: @${mark} stands ${times} times`];
      try {
        return changed(source, { mark, change }) === source ? [`${name}: changes nothing`] : [];
      } catch (error) {
        return [`${name}: ${String(error)}`];
      }
    }),
  ];
}
