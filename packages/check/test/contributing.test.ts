import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { errorCodes, webhookEvents } from "@wonflow/core";
import { openApiDocument } from "@wonflow/http";
import { describe, expect, test } from "vitest";
import { readTree } from "../src/tree.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const sources = [...readTree(root)].filter(
  ([file]) => /^packages\/.+\.tsx?$/.test(file) && !file.includes(".generated."),
);
const page = readFileSync(path.join(root, "CONTRIBUTING.md"), "utf8");

function filesBelow(heading: string): readonly string[] {
  const [section = ""] = page.split(`### ${heading}\n`)[1]?.split("\n#") ?? [];
  return [...section.matchAll(/^\| `([^`]+)` \|/gm)].map(([, file = ""]) => file);
}

/** Files that import from, or name, at least a share of what belongs to one kind. */
function listsOf(
  members: readonly string[],
  share: number,
  namesIn: (file: string, text: string) => ReadonlySet<string>,
) {
  return sources.flatMap(([file, text]) => {
    const names = namesIn(file, text);
    return members.filter((each) => names.has(each)).length >= members.length * share ? [file] : [];
  });
}

function foldersImported(file: string, text: string): ReadonlySet<string> {
  const imports = [...text.matchAll(/from "(\.[^"]+)"/g)].map(([, to = ""]) => path.join(path.dirname(file), to));
  return new Set(imports.flatMap((to) => [to, path.dirname(to)]));
}

const wordsOf = (_: string, text: string) => new Set(text.match(/\w+/g));
const namesOf = (pattern: RegExp) => sources.map(([file]) => file).filter((file) => pattern.test(file));

describe("what a new concept costs", () => {
  const concepts = namesOf(/^packages\/core\/src\/.+\/operations\.ts$/).map((file) => path.dirname(file));
  const records = new Set(
    sources.flatMap(([file, text]) =>
      file.startsWith("packages/core/src") ? (text.match(/(?<=export const )\w+Record\b/g) ?? []) : [],
    ),
  );
  const operations = Object.values(openApiDocument().paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );

  test.each([
    ["concepts of core", listsOf(concepts, 0.4, foldersImported)],
    ["routes", listsOf(namesOf(/^packages\/http\/src\/routes\/\w/), 0.5, foldersImported)],
    ["Korean texts", listsOf(namesOf(/^packages\/http\/src\/korean\/\w/), 0.5, foldersImported)],
    ["operations of the client", listsOf(namesOf(/^packages\/client\/src\/.+-operations\.ts$/), 0.5, foldersImported)],
    ["kinds of records", listsOf([...records], 0.5, wordsOf)],
    ["operations of the document", listsOf(operations, 0.5, wordsOf)],
    ["error codes", listsOf(errorCodes, 0.5, wordsOf)],
  ])("CONTRIBUTING.md names the lists of %s", (_, lists) => {
    expect(lists).not.toEqual([]);
    expect(filesBelow("What a new concept costs")).toEqual(expect.arrayContaining(lists));
  });

  test("and only files that are there", () => {
    expect(filesBelow("What a new concept costs").filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });
});

test("CONTRIBUTING.md names the files of a webhook event: those that name the newest one", () => {
  const newest = webhookEvents.at(-1)?.name ?? "";
  const id = newest.replace(/\.(\w)/, (_, letter: string) => letter.toUpperCase());
  const naming = sources.filter(([file, text]) => {
    const isSource = /^packages\/[^/]+\/src\//.test(file) && !file.includes(".test.");
    return isSource && (text.includes(`"${newest}"`) || text.includes(`"${id}.`));
  });
  expect(filesBelow("What a webhook event costs").toSorted()).toEqual(naming.map(([file]) => file).toSorted());
});
