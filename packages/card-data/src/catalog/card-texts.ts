import { cardCompanyOf } from "@wonflow/core";

import { otherCompanyNames, otherSpellings } from "./aliases.ts";
import { wordsOf } from "./spelling.ts";

/** A company's names, without spaces. */
export function companyTexts(code: string): readonly string[] {
  const display = cardCompanyOf(code);
  return [display?.ko ?? "", display?.en ?? "", ...(otherCompanyNames.get(code) ?? [])]
    .map((text) => wordsOf(text).join(""))
    .filter((text) => text !== "");
}

/** A word from each of its syllables on, in each spelling. */
export function wordTexts(word: string): readonly string[] {
  return [word, ...(otherSpellings.get(word) ?? [])].flatMap((way) => Array.from(way, (_, at) => way.slice(at)));
}

export interface NameTexts {
  /** The name in each spelling, with single spaces. */
  readonly spelled: readonly string[];
  /** The same without spaces. */
  readonly whole: readonly string[];
  /** The name from each of its words on, without spaces. */
  readonly rest: readonly string[];
}

export function nameTexts(name: string): NameTexts {
  const spelled = spelledOut(name.split(" "));
  return {
    spelled: spelled.map((words) => words.join(" ")),
    whole: spelled.map((words) => words.join("")),
    rest: spelled.flatMap((words) => words.map((_, at) => words.slice(at).join(""))),
  };
}

/** The most spellings of one name; more do not help. */
const mostSpellings = 8;

function spelledOut(name: readonly string[]): readonly (readonly string[])[] {
  return name.reduce<readonly (readonly string[])[]>(
    (names, word) => {
      const ways = [word, ...(otherSpellings.get(word) ?? [])];
      return ways.flatMap((way) => names.map((words) => [...words, way])).slice(0, mostSpellings);
    },
    [[]],
  );
}
