import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { create } from "./create.ts";
import { writeProject } from "./write.ts";
import type { Language } from "./words.ts";

const { version } = JSON.parse(readFileSync(path.join(import.meta.dirname, "../package.json"), "utf8")) as {
  readonly version: string;
};
const names = ["wonflow", "@wonflow/client", "@types/node", "hono", "@hono/node-server", "express", "@types/express"];
const manifest = { devDependencies: Object.fromEntries(names.map((name) => [name, version])) };

/** A text on the screen, and the key that a person presses at it. */
type Press = readonly [seen: string, keys: string];

const enter = "\r";
const down = "\u001B[B";
const controlC = "\u0003";

class Keyboard extends PassThrough {
  readonly isTTY = true;
  setRawMode(): this {
    return this;
  }
}

/** An empty folder, and the command called in it: on a terminal where keys are pressed, else with pipes. */
function newcomer(language: Language = "en", nodeVersion = "24.21.0") {
  const folder = mkdtempSync(path.join(tmpdir(), "create-wonflow-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const written = () => readdirSync(folder, { recursive: true }).map(String).toSorted();
  async function call(args: string, presses: readonly Press[] = []) {
    const [output, errors] = [new PassThrough(), new PassThrough()];
    const input = presses.length > 0 ? new Keyboard() : new PassThrough();
    const left = [...presses];
    let printed = "";
    output.on("data", (data) => {
      printed += stripVTControlCharacters(String(data));
      const [next] = left;
      if (next === undefined || !printed.includes(next[0])) return;
      left.shift();
      // After the question listens for keys.
      setImmediate(() => input.write(next[1]));
    });
    let refused = "";
    errors.on("data", (data) => (refused += String(data)));
    const code = await create(args === "" ? [] : args.split(" "), {
      input,
      output,
      errors,
      folder,
      language,
      nodeVersion,
      manifest,
    });
    await new Promise(setImmediate);
    return { code, printed, refused };
  }
  return { folder, written, call };
}

test.each<readonly [language: Language, args: string, problem: string]>([
  ["en", "tea --framework koa", "--framework has no “koa”. Choose one of express, fastify, hono, http, next."],
  ["en", "tea --framework", "--framework needs a value: one of express, fastify, hono, http, next."],
  ["en", "tea --framework hono --store mysql", "--store has no “mysql”. Choose one of embedded, postgres."],
  ["en", "tea --store= --framework hono", "--store has no “”. Choose one of embedded, postgres."],
  ["en", "tea --databse x", "There is no option --databse. The options are --framework, --store, --help."],
  ["en", "tea --toString", "There is no option --toString. The options are --framework, --store, --help."],
  ["en", "tea house --framework hono", "One folder is needed, not 2: tea, house."],
  ["en", "tea", "There is no terminal to ask questions in, so give --framework, --store."],
  ["en", "--store embedded", "There is no terminal to ask questions in, so give <folder>, --framework."],
  [
    "ko",
    "tea --framework koa",
    "--framework에는 “koa” 값이 없어요. 고를 수 있는 값: express, fastify, hono, http, next",
  ],
  ["ko", "tea --framework hono --store", "--store에 값이 필요해요. 고를 수 있는 값: embedded, postgres"],
  ["ko", "tea -x", "-x 옵션은 없어요. 쓸 수 있는 옵션: --framework, --store, --help"],
])("in %s “%s” is refused with what would do, and nothing is written", async (language, args, problem) => {
  const { call, written } = newcomer(language);
  const { code, refused } = await call(args);
  expect([code, refused.startsWith(problem) || refused]).toEqual([1, true]);
  expect(written()).toEqual([]);
});

test("a project is written without questions, and its next steps are printed", async () => {
  const { call, folder, written } = newcomer();
  const { code, printed } = await call("Tea-House --framework hono --store embedded");
  expect(code).toBe(0);
  expect(printed).toContain("  cd Tea-House\n  npm install\n  npm start\n");
  expect(written()).toContain("Tea-House/src/server.ts");
  expect(JSON.parse(readFileSync(path.join(folder, "Tea-House/package.json"), "utf8"))).toMatchObject({
    name: "tea-house",
    dependencies: { wonflow: version, hono: version },
  });
  const secretIn = (project: string) =>
    /^WONFLOW_SECRET=(.*)$/m.exec(readFileSync(path.join(folder, project, ".env"), "utf8"))?.[1] ?? "";
  expect(secretIn("Tea-House")).toMatch(/^[A-Za-z\d+/]{44}$/);
  expect(statSync(path.join(folder, "Tea-House/.env")).mode & 0o077).toBe(0);
  await call("Another --framework hono --store embedded");
  expect(secretIn("Another")).not.toBe(secretIn("Tea-House"));
});

test("what is not given is asked, in Korean", async () => {
  const { call, folder } = newcomer("ko");
  const { code, printed } = await call("", [
    ["어느 폴더에 만들까요?", `tea${enter}`],
    ["어떤 프레임워크를 쓸까요?", `${down}${down}${enter}`],
    ["결제를 어디에 저장할까요?", `${down}${enter}`],
  ]);
  expect(code).toBe(0);
  expect(printed).toContain("  echo 'DATABASE_URL=postgres://");
  expect(readFileSync(path.join(folder, "tea/src/server.ts"), "utf8")).toContain('from "hono"');
  expect(readFileSync(path.join(folder, "tea/src/payments.ts"), "utf8")).toContain("DATABASE_URL");
  expect(readFileSync(path.join(folder, "tea/README.md"), "utf8")).toContain("녹차를 파는 상점이에요");
});

test.each<readonly [at: string, presses: readonly Press[]]>([
  ["the folder", [["In which folder?", controlC]]],
  [
    "the framework",
    [
      ["In which folder?", enter],
      ["On which framework?", controlC],
    ],
  ],
  [
    "the store",
    [
      ["In which folder?", enter],
      ["On which framework?", enter],
      ["Where are payments kept?", controlC],
    ],
  ],
])("Ctrl-C at %s leaves nothing behind, and prints that", async (_at, presses) => {
  const { call, written } = newcomer();
  const { code, printed } = await call("", presses);
  expect([code, printed.includes("Nothing was written.")]).toEqual([130, true]);
  expect(written()).toEqual([]);
});

test("a folder that is not empty is refused, as is a file, and a repository without files is not", async () => {
  const { call, folder } = newcomer();
  mkdirSync(path.join(folder, "full"));
  writeFileSync(path.join(folder, "full/notes.md"), "mine");
  mkdirSync(path.join(folder, "cloned/.git"), { recursive: true });
  const others = "--framework express --store embedded";
  expect(await call(`full ${others}`)).toMatchObject({ code: 1, refused: expect.stringContaining("is not empty") });
  expect(await call(`full/notes.md ${others}`)).toMatchObject({
    code: 1,
    refused: expect.stringContaining("is a file"),
  });
  expect(await call(`cloned ${others}`)).toMatchObject({ code: 0, refused: "" });
  expect(readdirSync(path.join(folder, "full"))).toEqual(["notes.md"]);
  expect(existsSync(path.join(folder, "cloned/package.json"))).toBe(true);
});

test("a folder that is not empty is refused where it is typed, and another one may be", async () => {
  const { call, folder } = newcomer();
  mkdirSync(path.join(folder, "full"));
  writeFileSync(path.join(folder, "full/notes.md"), "mine");
  const { code } = await call("--framework express --store embedded", [
    ["In which folder?", `full${enter}`],
    ["is not empty", `er${enter}`],
  ]);
  expect([code, existsSync(path.join(folder, "fuller/package.json"))]).toEqual([0, true]);
});

test("the folder that one is in will do, and needs no cd", async () => {
  const { call, written } = newcomer();
  const { code, printed } = await call(". --framework express --store embedded");
  expect([code, printed.includes("  cd ")]).toEqual([0, false]);
  expect(written()).toContain("package.json");
});

test.each<readonly [language: Language, line: string]>([
  ["en", "--store        embedded: payments in a folder"],
  ["ko", "--store        embedded: 결제를 폴더에"],
])("help is in %s, and writes nothing", async (language, line) => {
  const { call, written } = newcomer(language);
  const { code, printed } = await call("tea --help");
  expect([code, printed.includes(line), written()]).toEqual([0, true, []]);
});

test("a Node.js older than the project needs is reported before the next steps", async () => {
  const { call } = newcomer("ko", "20.20.2");
  const { code, printed } = await call("tea --framework hono --store embedded");
  expect([code, printed.startsWith("\n지금 Node.js는 20.20.2이에요.")]).toEqual([0, true]);
});

test("a folder that can't be written is reported with the reason, and nothing is left", async () => {
  const { call, folder, written } = newcomer();
  writeFileSync(path.join(folder, "file"), "");
  const { code, refused } = await call("file/shop --framework hono --store embedded");
  expect([code, refused]).toEqual([1, expect.stringMatching(/^file\/shop cannot be written \(ENOTDIR.*Name another/)]);
  expect(written()).toEqual(["file"]);
});

test("where a file can't be written, those before it are gone again, and nothing else", () => {
  const { folder, written } = newcomer();
  mkdirSync(path.join(folder, "shop/.git"), { recursive: true });
  const files = { "README.md": "a", "src/server.ts": "b", "src/server.ts/c": "c" };
  expect(() => writeProject(path.join(folder, "shop"), files)).toThrow();
  expect(written()).toEqual(["shop", "shop/.git"]);
});
