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
import { JournalError, readLine, type Decide, type Journal, type JournalLine, oneAfterAnother } from "./journal.ts";

const appendTo = promisify(appendFile);
const flush = promisify(fsync);
const stat = promisify(fstat);

/**
 * A journal in a file of JSON lines that its owner alone can read, created with its folder if need be. A turn writes and flushes its entries to the disk before it
 * resolves.
 *
 * Opening drops an incomplete last line: a process was killed before it answered. Any other line that is not JSON makes
 * `replay` throw a {@link JournalError} with file and line. A file has one owner: a turn rejects with a JournalError
 * when another process has written to the file. After that, or after a failed write, every turn rejects until the file
 * is opened again, because its content is in doubt.
 *
 * @example
 * const gateway = sandboxGateway({ clock, ids, journal: fileJournal(".wonflow/cards.jsonl") });
 */
export function fileJournal(path: string): Journal {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const file = openSync(path, "a+", 0o600);
  flushFolder(dirname(path));
  let { size, count } = dropTornLine(file);
  const next = oneAfterAnother();
  let closed: Promise<void> | undefined;
  /** Set by the first failure, and never reset. */
  let broken: Error | undefined;

  async function take(known: number, decide: Decide): Promise<void> {
    const values = decide(await read(known));
    if (values.length === 0) return;
    const text = values.map((value) => `${JSON.stringify(value)}\n`).join("");
    await unlessBroken(() => write(text));
    size += Buffer.byteLength(text);
    count += values.length;
  }

  async function read(known: number): Promise<readonly JournalLine[]> {
    await unlessBroken(checkOwner);
    return known === count ? [] : readJournalFile(path).slice(known);
  }

  async function unlessBroken(work: () => Promise<void>): Promise<void> {
    if (broken !== undefined) throw broken;
    try {
      await work();
    } catch (error) {
      broken = error instanceof Error ? error : new JournalError(`${path}: ${String(error)}`);
      throw broken;
    }
  }

  async function checkOwner(): Promise<void> {
    if ((await stat(file)).size !== size) throw new JournalError(`${path}: another process has written to this file.`);
  }

  async function write(text: string): Promise<void> {
    await appendTo(file, text);
    await flush(file);
  }

  async function letGo(): Promise<void> {
    closeSync(file);
    broken ??= new JournalError(`${path}: the journal is closed.`);
  }

  return {
    replay: () => readJournalFile(path),
    read: (known) => next(() => read(known)),
    turn: (known, decide) => next(() => take(known, decide)),
    close: () => (closed ??= next(letGo)),
  };
}

/** The complete lines of a journal's file, which is only read. Throws a {@link JournalError} that names a line that is not JSON. */
function readJournalFile(path: string): readonly JournalLine[] {
  const lines = readFileSync(path, "utf8").split("\n").slice(0, -1);
  return lines.map((text, index) => readLine(text, `${path}:${index + 1}`));
}

/** Cuts off an incomplete last line; answers the remaining size and number of lines. */
function dropTornLine(file: number): { readonly size: number; readonly count: number } {
  const content = readFileSync(file);
  const size = content.lastIndexOf("\n") + 1;
  if (size < fstatSync(file).size) {
    ftruncateSync(file, size);
    fsyncSync(file);
  }
  return { size, count: content.toString("latin1").split("\n").length - 1 };
}

/** A new file survives a power failure only if its folder was flushed too. */
function flushFolder(path: string): void {
  // Windows has no such call, and does not need it.
  if (process.platform === "win32") return;
  const folder = openSync(path, "r");
  fsyncSync(folder);
  closeSync(folder);
}
