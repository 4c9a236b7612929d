import { spawn } from "node:child_process";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { fileJournal } from "./file-journal.ts";
import { journalContract } from "../../test/journal-contract.ts";
import { JournalError, type Journal } from "./journal.ts";

const disk = vi.hoisted(() => ({ calls: new Array<string>(), failing: "" }));

/** The real file system, with a note of each write and flush when it has finished, which may be made to fail. */
vi.mock(import("node:fs"), async (importOriginal) => {
  const fs = await importOriginal();
  type Finish = (error: Error | null) => void;
  const noted = (name: string, finish: Finish, run: (finish: Finish) => void) => {
    if (disk.failing === name) return finish(new Error(`${name} failed`));
    run((error) => {
      disk.calls.push(name);
      finish(error);
    });
  };
  const appendFile = (...[file, data, finish]: [number, string, Finish]) =>
    noted("write", finish, (noting) => fs.appendFile(file, data, noting));
  const fsync = (file: number, finish: Finish) => noted("flush", finish, (noting) => fs.fsync(file, noting));
  return { ...fs, appendFile, fsync } as typeof fs;
});

let folder = "";
let path = "";

beforeEach(() => {
  disk.calls.length = 0;
  disk.failing = "";
  folder = mkdtempSync(join(tmpdir(), "sandbox-journal-"));
  path = join(folder, "journal.jsonl");
});
afterEach(() => rmSync(folder, { recursive: true }));

const values = () =>
  fileJournal(path)
    .replay()
    .map(({ value }) => value);

const append = (journal: Journal, ...added: readonly object[]) => journal.turn(0, () => added);

journalContract("in a file", {
  async open() {
    const directory = mkdtempSync(join(tmpdir(), "sandbox-journal-"));
    const file = join(directory, "journal.jsonl");
    let journal = fileJournal(file);
    return {
      another: async () => journal,
      async reopen() {
        await journal.close();
        return (journal = fileJournal(file));
      },
      async close() {
        await journal.close();
        rmSync(directory, { recursive: true });
      },
    };
  },
});

describe("fileJournal", () => {
  test("creates the file and its folders, readable by its owner only", async () => {
    path = join(folder, "new", "folder", "journal.jsonl");
    const journal = fileJournal(path);
    expect(journal.replay()).toEqual([]);
    const modes = [path, join(folder, "new", "folder"), join(folder, "new")].map((each) => statSync(each).mode & 0o777);
    expect(modes).toEqual([0o600, 0o700, 0o700]);
    await journal.close();
  });

  test("a turn resolves only after all of it was written and flushed, at once", async () => {
    const journal = fileJournal(path);
    const order: string[] = [];
    const add = async (...added: readonly object[]) => {
      await append(journal, ...added);
      order.push(disk.calls.join(" "));
    };
    await Promise.all([add({ n: 1 }), add(), add({ n: 2 }, { n: 3 })]);
    expect(order).toEqual(["write flush", "write flush", "write flush write flush"]);
    expect(readFileSync(path, "utf8")).toBe('{"n":1}\n{"n":2}\n{"n":3}\n');
  });

  const torn = ['{"n":3', '{"n":3}', "\u0000\u0000\u0000", Buffer.from('{"n":"한"}').subarray(0, 7)];
  test.each(torn)("drops a torn last line: %o", async (tail) => {
    writeFileSync(path, '{"n":1}\n{"n":2}\n');
    appendFileSync(path, tail);
    const journal = fileJournal(path);
    expect(readFileSync(path, "utf8")).toBe('{"n":1}\n{"n":2}\n');
    await append(journal, { n: 4 });
    await journal.close();
    expect(values()).toEqual([{ n: 1 }, { n: 2 }, { n: 4 }]);
  });

  test("drops a torn only line", () => {
    writeFileSync(path, '{"n":');
    expect(values()).toEqual([]);
    expect(statSync(path).size).toBe(0);
  });

  test.each([
    { content: '{"n":1}\n{"n":\n{"n":3}\n', line: 2 },
    { content: '{"n":1}\n\n', line: 2 },
    { content: "{]\n", line: 1 },
  ])("names file and line of anything else unreadable: %o", ({ content, line }) => {
    writeFileSync(path, content);
    const journal = fileJournal(path);
    expect(() => journal.replay()).toThrow(new JournalError(`${path}:${line}: this line is not valid JSON.`));
    expect(readFileSync(path, "utf8")).toBe(content);
  });

  test("a second writer is found out, and the first one writes no more", async () => {
    const first = fileJournal(path);
    await append(first, { n: 1 });
    const second = fileJournal(path);
    await append(second, { n: 2 });
    await expect(append(first, { n: 3 })).rejects.toThrow(`${path}: another process has written to this file.`);
    await expect(append(first, { n: 4 })).rejects.toThrow(JournalError);
    await append(second, { n: 5 });
    expect(values()).toEqual([{ n: 1 }, { n: 2 }, { n: 5 }]);
  });

  const failures = [
    { what: "write", left: [{ n: 3 }] },
    { what: "flush", left: [{ n: 1 }, { n: 3 }] },
  ];
  test.each(failures)(
    "records nothing more after a $what that failed, until it is reopened",
    async ({ what, left }) => {
      const journal = fileJournal(path);
      disk.failing = what;
      await expect(append(journal, { n: 1 })).rejects.toThrow(`${what} failed`);
      disk.failing = "";
      await expect(append(journal, { n: 2 })).rejects.toThrow(`${what} failed`);
      await journal.close();
      const next = fileJournal(path);
      await append(next, { n: 3 });
      await next.close();
      expect(values()).toEqual(left);
    },
  );

  test("closed, it takes nothing more; what was on its way is written", async () => {
    const journal = fileJournal(path);
    const appended = append(journal, { n: 1 });
    await journal.close();
    await appended;
    await journal.close();
    await expect(append(journal, { n: 2 })).rejects.toThrow("the journal is closed");
    expect(values()).toEqual([{ n: 1 }]);
  });

  test("a killed process has lost nothing that was acknowledged", async () => {
    const acknowledged = await killedAfter(200);
    expect(acknowledged.length).toBeGreaterThanOrEqual(200);
    const remembered = new Set(values().map((value) => JSON.stringify(value)));
    for (const n of acknowledged) expect(remembered).toContain(JSON.stringify({ n: Number(n) }));
  });
});

/** Lets another process append as fast as it can, kills it after `count` acknowledgements, and answers all of them. */
async function killedAfter(count: number): Promise<readonly string[]> {
  const program = `
    import { fileJournal } from ${JSON.stringify(new URL("./file-journal.ts", import.meta.url).href)};
    const journal = fileJournal(process.argv[1]);
    const append = (n) => journal.turn(0, () => [{ n }]).then(() => { process.stdout.write(n + "\\n"); append(n + 16); });
    for (let n = 0; n < 16; n += 1) append(n);`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program, path], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const acknowledged: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged.push(line);
    if (acknowledged.length === count) child.kill("SIGKILL");
  }
  return acknowledged;
}
