import { commit, type Row } from "./commit-mutants.ts";

/** One wrong change of the SQL that the PostgreSQL store commits, reads and counts requests with. */
export interface SqlMutant {
  /** What goes wrong by it. */
  readonly name: string;
  readonly file: keyof typeof sqlFiles;
  /** Stands exactly once in the file. */
  readonly text: string;
  readonly replacement: string;
}

/** The files with SQL, by their path from the root. */
export const sqlFiles = {
  commit: "packages/store-postgres/src/schema/commit-change-sets.ts",
  claim: "packages/store-postgres/src/schema/claim-due.ts",
  reads: "packages/store-postgres/src/reads.ts",
  rates: "packages/store-postgres/src/schema/0005-rates.ts",
} as const;

const claim: readonly Row[] = [
  ["what is due now is not taken", "r.due_at <= asked.now", "r.due_at < asked.now"],
  ["what is not due yet is taken", "r.due_at <= asked.now", "r.due_at is not null"],
  ["work of another kind is taken", "where r.kind = asked.kind and r.due_at", "where r.due_at"],
  ["what is due last is taken first", "order by r.due_at, r.tenant, r.id", "order by r.due_at desc, r.tenant, r.id"],
  ["more is taken than was asked for", "limit asked.most", "limit asked.most + 1"],
  ["what was taken can be taken again at once", "set due_at = due.until", "set due_at = due.due_at"],
  [
    "work of every tenant is taken away with one's",
    "where r.tenant = due.tenant and r.kind = due.kind",
    "where r.kind = due.kind",
  ],
  ["all work of a kind is taken with one", "and r.kind = due.kind and r.id = due.id", "and r.kind = due.kind"],
  ["what was taken comes in another order", "order by c.no, c.was_due_at,", "order by c.no, c.was_due_at desc,"],
];

const reads: readonly Row[] = [
  ["a list begins behind its first place", '.where("position", ">=", from)', '.where("position", ">", from)'],
  ["a list ends behind its last place", '.where("position", "<", to)', '.where("position", "<=", to)'],
  [
    "a page begins with the last record of the one before",
    '=== "ascending" ? ">" : "<"',
    '=== "ascending" ? ">=" : "<="',
  ],
  [
    "a page goes on by places alone",
    '"kind", "id"), isBehind, row.tuple(position, key.kind, key.id)',
    '"kind"), isBehind, row.tuple(position, key.kind)',
  ],
  [
    "a list has the records of other tenants",
    '.where("tenant", "=", tenant).where("list", "=", name)',
    '.where("list", "=", name)',
  ],
  [
    "a list has the records of other lists",
    '.where("tenant", "=", tenant).where("list", "=", name)',
    '.where("tenant", "=", tenant)',
  ],
  ["records at one place are in no order of kinds", '    .orderBy("kind", direction)\n', ""],
  ["records at one place are in another order of ids", '.orderBy("id", direction)', '.orderBy("id", "desc")'],
  ["a list is in no order", '    .orderBy("position", direction)\n', ""],
  ["a list has no end", '.orderBy("id", direction)\n    .limit(limit)', '.orderBy("id", direction)'],
  ["a list of due work has what is not due", '    .where("due_at", "is not", null)\n', ""],
  ["a list of due work has work of other kinds", '    .where("kind", "=", kind)\n', ""],
  ["a list of due work is the wrong way round", '.orderBy("due_at")', '.orderBy("due_at", "desc")'],
  [
    "entries of other tenants are read",
    '    .where("tenant", "=", tenant)\n    .orderBy("position");',
    '    .orderBy("position");',
  ],
  ["entries of other references are read", '.where("reference", "=", reference)', ""],
  ["entries are in no order", '    .orderBy("position");', '    .orderBy("position", "desc");'],
  ["a page of entries begins with the one before it", 'page.where("position", ">",', 'page.where("position", ">=",'],
  ["a page of entries goes on after another tenant's", '        .where("before.tenant", "=", tenant)\n', ""],
  ["a page of entries has no end", "entriesOf(db, tenant).limit(limit)", "entriesOf(db, tenant)"],
  [
    "postings of other tenants are summed",
    "from wonflow.postings where tenant = ${tenant} group",
    "from wonflow.postings group",
  ],
  [
    "balances of other tenants are compared",
    "from wonflow.accounts where tenant = ${tenant}) as",
    "from wonflow.accounts) as",
  ],
  ["an entry has the postings of others", '          .whereRef("postings.commit_id", "=", "entries.commit_id")\n', ""],
  ["an entry has the postings of other tenants", '          .where("postings.tenant", "=", tenant)\n', ""],
];

const rates: readonly Row[] = [
  ["a key that is new has nothing left", "values (asked.key, 0)", "values (asked.key, 9000000000000000)"],
  ["what was taken is not kept", "if begun <> known then", "if false then"],
  [
    "more is given than there is",
    "taken := least(asked.wanted, (now_us + asked.time_us - begun) / each_us)",
    "taken := asked.wanted",
  ],
  ["all there is is given to one", "least(asked.wanted, (now_us +", "greatest(asked.wanted, (now_us +"],
  [
    "of a limit that was longer before, all is owed",
    "greatest(least(known, now_us + asked.time_us), now_us)",
    "greatest(known, now_us)",
  ],
  [
    "what was not taken for long adds up",
    "greatest(least(known, now_us + asked.time_us), now_us)",
    "least(known, now_us + asked.time_us)",
  ],
  ["who is refused may come at once", "begun + each_us - asked.time_us - now_us", "0"],
  ["each take costs the whole limit", "asked.time_us / asked.count", "asked.time_us"],
  ["a take is free", "begun := begun + taken * each_us", "begun := begun"],
  ["one key is taken from with another", "set full_at = begun where key = asked.key", "set full_at = begun"],
  ["what was taken from is another key", "taken_from := asked.key", "taken_from := keys[1]"],
  ["time goes a thousand times slower", "clock_timestamp()) * 1000000", "clock_timestamp()) * 1000"],
];

const ofFile = (file: SqlMutant["file"], rows: readonly Row[]) =>
  rows.map(([name, text, replacement]): SqlMutant => ({ name, file, text, replacement }));

/**
 * Each is killed by the contracts of the store and the rate limiter on an embedded database, or else, as that has one
 * connection, by the tests on a server: `npm run mutate -- sql`.
 */
export const sqlMutants: readonly SqlMutant[] = [
  ...ofFile("commit", commit),
  ...ofFile("claim", claim),
  ...ofFile("reads", reads),
  ...ofFile("rates", rates),
];
