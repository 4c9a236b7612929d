/** Finds the end of a commit in the messages of a PostgreSQL client. */
export interface CommitsOnTheWire {
  ends(chunk: Buffer): boolean;
}

/** A statement that commits by itself; the Sync that follows it ends the commit. */
const commitStatement = /commit_(?:change_set|on_shard)/;

const commitText = /^\s*(?:commit|end)\b/i;

const headBytes = 5;

/** Reads a connection from its beginning, because the text of a prepared statement is sent only once. */
export function commitsOnTheWire(): CommitsOnTheWire {
  let unread: Buffer = Buffer.alloc(0);
  let hasStarted = false;
  let isCommitting = false;
  const commits = new Set<string>();

  function isEnd(kind: string, contents: Buffer): boolean {
    const [first = "", second = ""] = contents.toString("latin1").split("\0", 2);
    if (kind === "P") {
      if (commitStatement.test(second)) commits.add(first);
      else commits.delete(first);
    }
    if (kind === "B") isCommitting ||= commits.has(second);
    if (kind === "Q") return commitText.test(first);
    if (kind !== "S") return false;
    const ended = isCommitting;
    isCommitting = false;
    return ended;
  }

  return {
    ends(chunk) {
      unread = Buffer.concat([unread, chunk]);
      let ended = false;
      for (;;) {
        // The first message has no kind.
        const kindBytes = hasStarted ? 1 : 0;
        if (unread.length < headBytes) return ended;
        const end = kindBytes + unread.readUInt32BE(kindBytes);
        if (unread.length < end) return ended;
        if (hasStarted && isEnd(String.fromCodePoint(unread[0] ?? 0), unread.subarray(headBytes, end))) ended = true;
        hasStarted = true;
        unread = unread.subarray(end);
      }
    },
  };
}
