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

const root = path.resolve(import.meta.dirname, "../../..");

/** `words.ts [PATHS]` prints each hit below the paths. */
if (import.meta.main) {
  const below = process.argv.slice(2).map((one) => path.relative(root, path.resolve(one)));
  const shown = findHits(readTree(root)).filter(({ path: file }) => {
    return below.length === 0 || below.some((one) => one === "" || file === one || file.startsWith(`${one}/`));
  });
  for (const { path: file, line, phrase, instead } of shown) console.log(`${file}:${line}: ${phrase} → ${instead}`);
  console.log(`total: ${shown.length}`);
}
