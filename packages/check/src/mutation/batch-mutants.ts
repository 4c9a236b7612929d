import type { Row } from "./marks.ts";

/** The step after an answer of the store, or after none. */
export const decisions: readonly Row[] = [
  ["a decision is made again from what it followed first", "following", ["attempt === 0 ? ", "true ? "]],
  ["a decision follows nothing", "following", ["steps.following ?? []", "[]"]],
  [
    "a process decides by what it read before it was suspended",
    "stale",
    [" || context.clock.now() - now > repeatedWithinMs", ""],
  ],
  ["a refusal is based on records that were not read", "unread", ""],
  [
    "a failed guard is an answer",
    "committed",
    ["await commitSurely(", '{ status: "committed" } as CommitResult; await commitSurely('],
  ],
  ["a guard that fails after hours is decided again", "too-late", ""],
  ["a store that has given up is asked again", "given-up", ["isStoreUnavailable(error) || ", ""]],
  ["a commit without an answer is retried without limit", "given-up", [" || attempt === commitTries", ""]],
  ["a commit without an answer is not tried again", "given-up", "throw error;"],
  ["a commit is repeated after its id was purged", "purged", ""],
];

/** Which change sets share a batch. */
export const apart: readonly Row[] = [
  ["a reader and a writer of one record share a batch", "meets", ['before === "written" || before !== use', "false"]],
  ["a reader goes with the writer before it", "meets", ['before === "written" || ', ""]],
  ["a writer goes with the reader before it", "meets", [" || before !== use", ""]],
  ["readers of one record go one by one", "meets", [' && (before === "written" || before !== use)', ""]],
  [
    "a writer behind a reader is omitted",
    "touched",
    ['before === undefined || before === use ? use : "written"', "before ?? use"],
  ],
  [
    "of two different uses the later one counts",
    "touched",
    ['before === undefined || before === use ? use : "written"', "use"],
  ],
  ["a reader behind a writer discards it", "touched", "touched.set(what, use);"],
  ["a batch overlaps with one that runs", "under-way", ""],
  [
    "a skipped change set is overtaken",
    "skipped",
    "const before = [...touched]; if (conflictsWithEarlier(commit)) { touched.clear(); for (const one of before) touched.set(...one); continue; }",
  ],
  ["a batch has no end", "largest", ["chosen.size === mostChangeSets || ", ""]],
  ["a batch may be of any length", "largest", [" || characters > mostCharacters", ""]],
  ["each change set resets the length", "length", ["+=", "="]],
];

/** How a batch goes to the database, and what its answer means. */
export const commits: readonly Row[] = [
  ["a lost try is not remembered", "lost-try", ["doubt(commits)", "undefined"]],
  ["a change set that is committed alone is tried once", "lost-try", ["undone: patient", "undone: false"]],
  ["no change set is in doubt", "in-doubt", ["doubts.has(nameOf(each.changeSet))", "false"]],
  ["a doubt ends without an answer", "doubt-ends", [`verdicts[index]?.status !== "busy"`, "true"]],
  ["change sets are committed alone together", "alone", "choose: (waiting) => new Set(waiting),"],
  ["change sets that meet share a batch", "apart", ["chooseTogether(waiting, underWay)", "new Set(waiting)"]],
  ["a change set goes beside one that it meets", "apart", ["underWay", "new Set()"]],
  ["a batch waits for what others hold", "impatient", ["commits, false", "commits, true"]],
  ["an unavailable database is called again for each change set", "unavailable", ""],
  ["one change set fails all of its batch", "each-alone", "throw error;"],
  ["a change set runs without limit", "answered", ""],
  ["a change set that could not wait is answered as such", "busy", ["await commitAlone(waiting)", "busy"]],
  ["versions are returned that were written before", "committed-before", ""],
  ["another record's version is returned", "version-of", [" - 1", ""]],
  ["a removed record has a version", "versions", ["writes[no]?.body === null ? 0 : ", ""]],
  ["a balance beyond the numbers is no error of its own", "out-of-range", "return undefined;"],
];

/** A change set as rows of a batch. */
export const batches: readonly Row[] = [
  ["two change sets of one id share a batch", "id-used", ['[[commit, "written"]]', ""]],
  ["a written record counts as read", "use", ['"written"', '"read"']],
  ["a record that must be absent counts as read", "use", ['"absent" : "read"', '"read" : "read"']],
  ["bodies have no length", "characters", ["(body?.length ?? 0)", "0"]],
  ["a record that must stay absent is made", "made", ['"reserved" : "absent"', '"absent" : "absent"']],
  ["a removal of what is absent makes it", "made", [" || body === null", ""]],
  ["a record that is read is written", "read", ""],
  ["the first reader's version is used for all", "differs", ""],
  ["records are locked in no order", "locks-in-order", "const inOrder = [...used.values()];"],
  ["a change set is guarded by another record's version", "guard", ["versionNumber(version)", "0"]],
  ["the last posting to an account is its sum", "sums", ["(sums.get(account) ?? 0) + amount", "amount"]],
  ["a floor looks at the wrong side of an account", "sign", ["1 : -1", "-1 : 1"]],
  ["an account without a floor is not posted to beside one", "step", ""],
  ["the last change set to an account is the sum of its batch", "sum-of-batch", ["+=", "="]],
  ["a tally is omitted", "tally", ""],
  ["a tally belongs to the first change set", "tally", ["owner", "owner: 1"]],
  ["tenants share an account within a batch", "account-of-tenant", ["nameIn(tenant, name)", "name"]],
];

/** When batches start, and who is answered with them. */
export const groups: readonly Row[] = [
  ["an embedded database starves all else", "turn", ""],
  ["every call gets the first one's answer", "answer", ["[index]", "[0]"]],
  ["an error rejects the first call alone", "error", ["of group", "of group.slice(0, 1)"]],
  ["a call that was answered as late runs all the same", "late", ""],
  ["later calls overtake those that wait", "arrivals", ["[...waiting, ...arriving]", "[...arriving, ...waiting]"]],
  ["waiting calls are dropped for arriving ones", "arrivals", ["[...waiting, ...arriving]", "arriving"]],
  ["any number of batches run at once", "begun", ""],
  ["an empty batch runs", "none-chosen", ""],
  ["a call runs twice", "taken", ""],
  ["a batch that ended counts as running", "ended", ""],
  ["calls that wait are left waiting", "next", ""],
  ["many simultaneous calls are one batch", "halves", "startGroups();"],
  ["any number of calls wait", "most", ["10_000", "Infinity"]],
];
