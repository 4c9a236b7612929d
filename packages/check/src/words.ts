import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { exceptions, phrases } from "./dialect.ts";
import { readTree, type Tree } from "./tree.ts";

/** A phrase of the dialect in a file. */
interface Hit {
  readonly path: string;
  readonly line: number;
  readonly phrase: string;
  readonly instead: string;
}

const whole = /\.(?:tsx?|mjs|js|css|html|md|yaml)$|(?:^|\/)package\.json$/;
/** Printed files follow their source, a changelog is history, Korean has no dialect, and the list quotes all of it. */
const leftOut =
  /\.generated\.|(?:^|\/)(?:api|CHANGELOG|CHANGELOG\.ko)\.md$|^docs\/(?:README|errors|states|decisions)\.md$|^docs\/ko\/|\.ko\.md$|^pnpm-lock\.yaml$|^packages\/check\/(?:src\/dialect|test\/words\.test)\.ts$/;

const pattern = ([phrase]: (typeof phrases)[number]) => `\\b(?:${phrase.replaceAll(" ", "[\\s/*]+")})(?!\\w)`;
const any = new RegExp(phrases.map(pattern).join("|"), "gi");
const each = phrases.map((entry) => ({ at: new RegExp(pattern(entry), "iy"), instead: entry[1] }));

/** The phrases of a tree without the exceptions, by file and line. */
export function findHits(tree: Tree, allowed = exceptions): readonly Hit[] {
  return [...tree].flatMap(([file, text]) => {
    if (!whole.test(file) || leftOut.test(file)) return [];
    return [...text.matchAll(any)].flatMap(({ 0: found, index }) => {
      const start = text.lastIndexOf("\n", index) + 1;
      const line = text.slice(start, text.indexOf("\n", index) >>> 0);
      if (allowed.some((one) => one.path === file && line.includes(one.text))) return [];
      const phrase = found.replaceAll(/[\s/*]+/g, " ");
      return [{ path: file, line: text.slice(0, index).split("\n").length, phrase, instead: insteadOf(text, index) }];
    });
  });
}

function insteadOf(text: string, index: number): string {
  const match = each.find(({ at }) => {
    at.lastIndex = index;
    return at.test(text);
  });
  return match?.instead ?? "";
}

/** The hits of each area: a package, or a folder of the root; `.` for the root's own files. */
export function countHits(hits: readonly Hit[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { path: file } of hits) {
    const area = /^packages\/[^/]+(?=\/)|^[^/]+(?=\/)/.exec(file)?.[0] ?? ".";
    counts[area] = (counts[area] ?? 0) + 1;
  }
  return Object.fromEntries(Object.entries(counts).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

const root = path.resolve(import.meta.dirname, "../../..");
const leftFile = path.join(root, "packages/check/test/words-left.json");

/** The hits that each area may still have. The numbers only fall; at 0 everywhere the file is deleted. */
export function readLeft(): Readonly<Record<string, number>> {
  return JSON.parse(readFileSync(leftFile, "utf8")) as Record<string, number>;
}

/** `words.ts [--lower] [PATHS]` prints each hit below the paths; `--lower` lowers the numbers of hits left. */
if (import.meta.main) {
  const hits = findHits(readTree(root));
  if (process.argv.includes("--lower")) {
    const counts = countHits(hits);
    const lower = Object.entries(readLeft()).map(([area, left]) => [area, Math.min(left, counts[area] ?? 0)] as const);
    const lowered = Object.fromEntries(lower.filter(([, left]) => left > 0));
    writeFileSync(leftFile, `${JSON.stringify(lowered, null, 2)}\n`);
  }
  const paths = process.argv.slice(2).filter((argument) => argument !== "--lower");
  const below = paths.map((one) => path.relative(root, path.resolve(one)));
  const shown = hits.filter(({ path: file }) => {
    return below.length === 0 || below.some((one) => one === "" || file === one || file.startsWith(`${one}/`));
  });
  for (const { path: file, line, phrase, instead } of shown) console.log(`${file}:${line}: ${phrase} → ${instead}`);
  for (const [area, count] of Object.entries(countHits(shown))) console.log(`${area}: ${count}`);
  console.log(`total: ${shown.length}`);
}
