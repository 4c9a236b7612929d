import path from "node:path";
import { expect, test } from "vitest";
import { exceptions } from "../src/dialect.ts";
import { readTree } from "../src/tree.ts";
import { findHits } from "../src/words.ts";

const file = "packages/core/src/money/fee.ts";

function phrasesIn(text: string, where = file): readonly string[] {
  return findHits(new Map([[where, text]])).map(({ line, phrase }) => `${line} ${phrase}`);
}

// It searches every file of the repository, which takes long beside other tests.
test("no text has a phrase of the dialect", { timeout: 180_000 }, () => {
  expect(findHits(readTree(path.resolve(import.meta.dirname, "../../..")))).toEqual([]);
});

test.for([
  ["a comment", "// Nobody waits for it.", ["1 Nobody"]],
  ["a message", 'throw new Error("the card is given back");', ["1 given back"]],
  ["a test's title", 'test("people are told of it", () => {});', ["1 people are", "1 told of"]],
  ["a phrase across two lines of a comment", "/**\n * Until then it\n * goes on.\n */", ["3 goes on"]],
  ["a phrase across two comments", "// The order stands\n  // in the list.", ["1 stands in"]],
] as const)("catches the dialect in %s", ([, text, phrases]) => {
  expect(phrasesIn(text)).toEqual(phrases);
});

test.for([
  "The operator can't tell whether the job is due.",
  "Data is encrypted at rest by a stand-in of the key service.",
  "It is no longer valid, and there is none left to refund.",
  "const nobodyKnows = takenForGranted;",
])("accepts the same words in right use: %s", (text) => {
  expect(phrasesIn(text)).toEqual([]);
});

test.for([
  "packages/core/api.md",
  "packages/core/CHANGELOG.md",
  "docs/errors.md",
  "docs/ko/webhook.md",
  "README.ko.md",
  "packages/client/src/interface.generated.ts",
])("leaves out %s", (where) => {
  expect(phrasesIn("Whoever reads it is told.", where)).toEqual([]);
});

test("package descriptions and docs are read, other JSON is not", () => {
  const text = '{ "description": "What nobody names" }';
  expect(phrasesIn(text, "packages/core/package.json")).toEqual(["1 nobody"]);
  expect(phrasesIn(text, "docs/webhook.md")).toEqual(["1 nobody"]);
  expect(phrasesIn(text, "packages/core/test/released-records/0.1.0.json")).toEqual([]);
});

test("an exception holds for its line alone, and each is needed", () => {
  const allowed = [{ path: file, text: "| whoever |", reason: "quoted" }];
  const tree = new Map([[file, "| whoever |\nwhoever"]]);
  expect(findHits(tree, allowed).map(({ line }) => line)).toEqual([2]);
  const all = readTree(path.resolve(import.meta.dirname, "../../.."));
  const idle = exceptions.filter((one) => {
    const text = all.get(one.path) ?? "";
    const lines = text.split("\n").filter((line) => line.includes(one.text));
    return lines.every((line) => findHits(new Map([[one.path, line]]), []).length === 0);
  });
  expect(idle).toEqual([]);
});
