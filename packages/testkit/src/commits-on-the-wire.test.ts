import { expect, test } from "vitest";

import { commitsOnTheWire } from "./commits-on-the-wire.ts";

/** A message of PostgreSQL's frontend protocol. */
function message(kind: string, contents = ""): Buffer {
  const body = Buffer.from(contents, "latin1");
  const head = Buffer.alloc(5);
  head.write(kind, "latin1");
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** What a client sends first has no kind. */
const startup = message("_", "user\0postgres\0\0").subarray(1);
const sync = message("S");
const prepare = message("P", "c\0select * from wonflow.commit_change_sets_1($1)\0");
const bindCommit = message("B", "\0c\0");
const read = Buffer.concat([message("P", "r\0select * from wonflow.read_records_1($1)\0"), message("B", "\0r\0")]);

test.for<readonly [what: string, messages: readonly Buffer[], ends: boolean]>([
  ["a commit that is prepared and sent", [prepare, bindCommit, message("E"), sync], true],
  ["a commit whose end has not been sent yet", [prepare, bindCommit, message("E")], false],
  ["a read beside a prepared commit", [prepare, read, sync], false],
  [
    "a statement that has taken the name of a commit",
    [prepare, message("P", "c\0select 1\0"), bindCommit, sync],
    false,
  ],
  ["the end of a transaction", [message("Q", "commit\0")], true],
  ["another statement", [message("Q", "select 'commit'\0")], false],
])("%s", ([, messages, ends]) => {
  const sent = Buffer.concat([startup, ...messages]);
  expect(commitsOnTheWire().ends(sent)).toBe(ends);
  // However it is cut into pieces.
  const commits = commitsOnTheWire();
  expect([...sent].filter((byte) => commits.ends(Buffer.from([byte])))).toHaveLength(ends ? 1 : 0);
});

test("from its second time on a prepared commit is known by its name, and each is reported once", () => {
  const commits = commitsOnTheWire();
  expect(commits.ends(Buffer.concat([startup, prepare, bindCommit, sync]))).toBe(true);
  expect(commits.ends(Buffer.concat([read, sync]))).toBe(false);
  expect(commits.ends(Buffer.concat([bindCommit, sync]))).toBe(true);
});
