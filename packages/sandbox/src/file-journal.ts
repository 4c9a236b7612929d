import {
  appendFile,
  closeSync,
  fstat,
  fstatSync,
  fsync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { JournalError, readLine, type Journal } from "./journal.ts";

const appendTo = promisify(appendFile);
const flush = promisify(fsync);
const stat = promisify(fstat);

interface Waiting {
  readonly line: string;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/**
 * A journal in a file of JSON lines, which is made when there is none. A value is written and flushed to the disk
 * before `append` resolves; values appended meanwhile share the next flush.
 *
 * A last line without its end is what a killed process left of a value that nobody was told of: it is dropped on
 * opening. Any other line that is not JSON makes `replay` throw a {@link JournalError} with file and line. A file
 * has one writer: `append` rejects with a JournalError when another process has written to it.
 *
 * @example
 * const network = sandboxCardNetwork({ clock, ids, journal: fileJournal(".wonflow/cards.jsonl") });
 */
export function fileJournal(path: string): Journal {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, "a+", 0o600);
  flushFolder(dirname(path));
  let size = dropTornLine(file);
  let waiting: Waiting[] = [];
  let closed = false;
  let writing: Promise<void> | undefined;
  /** Set for good by the first failure: what is in the file is in doubt until it is opened anew. */
  let broken: Error | undefined;

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        await write(batch.map((each) => each.line).join(""));
        for (const each of batch) each.done();
      } catch (error) {
        broken ??= error instanceof Error ? error : new JournalError(`${path}: ${String(error)}`);
        for (const each of batch) each.failed(broken);
      }
    }
    writing = undefined;
  }

  async function write(text: string): Promise<void> {
    if (broken !== undefined) throw broken;
    if ((await stat(file)).size !== size) throw new JournalError(`${path}: another process has written to this file.`);
    await appendTo(file, text);
    await flush(file);
    size += Buffer.byteLength(text);
  }

  return {
    replay() {
      const lines = readFileSync(path, "utf8").split("\n").slice(0, -1);
      return lines.map((text, index) => readLine(text, `${path}:${index + 1}`));
    },
    append(value) {
      return new Promise((done, failed) => {
        waiting.push({ line: `${JSON.stringify(value)}\n`, done, failed });
        writing ??= writeAll();
      });
    },
    async close() {
      await writing;
      if (!closed) closeSync(file);
      closed = true;
      broken ??= new JournalError(`${path}: the journal is closed.`);
    },
  };
}

/** Cuts off what follows the last line end; answers the size that remains. */
function dropTornLine(file: number): number {
  const content = readFileSync(file);
  const size = content.lastIndexOf("\n") + 1;
  if (size < fstatSync(file).size) {
    ftruncateSync(file, size);
    fsyncSync(file);
  }
  return size;
}

/** A new file is there after a power failure only when its folder has been flushed too. */
function flushFolder(path: string): void {
  // Windows has no such call, and no need of it.
  if (process.platform === "win32") return;
  const folder = openSync(path, "r");
  fsyncSync(folder);
  closeSync(folder);
}
