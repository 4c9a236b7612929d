import { type CatalogCard, cardCompanyOf } from "@wonflow/core";

import { initialsOf, lettersOf, wordsOf } from "./spelling.ts";
import { termIndex, type Field, type TermIndex } from "./term-index.ts";
import { otherCompanyNames, otherSpellings } from "./aliases.ts";

/** A company's names, without spaces. */
function companyTexts(code: string): readonly string[] {
  const display = cardCompanyOf(code);
  return [display?.ko ?? "", display?.en ?? "", ...(otherCompanyNames.get(code) ?? [])]
    .map((text) => wordsOf(text).join(""))
    .filter((text) => text !== "");
}

/** A word from each of its syllables on, in each spelling. */
function wordTexts(word: string): readonly string[] {
  return [word, ...(otherSpellings.get(word) ?? [])].flatMap((way) => Array.from(way, (_, at) => way.slice(at)));
}

interface NameTexts {
  /** The name in each spelling, with single spaces. */
  readonly spelled: readonly string[];
  /** The same without spaces. */
  readonly whole: readonly string[];
  /** The name from each of its words on, without spaces. */
  readonly rest: readonly string[];
}

function nameTexts(name: string): NameTexts {
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

interface Company {
  readonly texts: readonly string[];
  readonly cards: readonly number[];
}

/** Cards are numbers here, in the order of the catalog. */
export interface CardIndex {
  readonly letters: TermIndex;
  readonly initials: TermIndex;
  readonly companies: ReadonlyMap<string, Company>;
  /** Each card's name in each spelling, one a line. */
  readonly spelled: readonly string[];
}

/** Indexes each distinct name, word and company once, for all cards that have it. */
export async function indexCards(cards: readonly CatalogCard[]): Promise<CardIndex> {
  const { byCompany, byWord, byName } = await groupCards(cards);
  const letters = termIndex(cards.length);
  const initials = termIndex(cards.length);
  const add = (field: Field, texts: readonly string[], group: readonly number[]) => {
    letters.add(field, new Set(texts.map(lettersOf)), group);
    initials.add(field, new Set(texts.map(initialsOf)), group);
  };
  const companies = new Map<string, Company>();
  for (const [code, group] of byCompany) {
    const texts = companyTexts(code);
    companies.set(code, { texts, cards: group });
    add("company", texts, group);
  }
  await inStretches(byWord, ([word, group]) => add("inside", wordTexts(word), group));
  const spelled = cards.map(() => "");
  await inStretches(byName, ([name, group]) => {
    const texts = nameTexts(name);
    add("whole", texts.whole, group);
    add("rest", texts.rest, group);
    for (const card of group) spelled[card] = texts.spelled.join("\n");
  });
  return { letters, initials, companies, spelled };
}

async function groupCards(cards: readonly CatalogCard[]) {
  const byCompany = new Map<string, number[]>();
  const byWord = new Map<string, number[]>();
  const byName = new Map<string, number[]>();
  await inStretches(cards.entries(), ([card, { name, acquirer }]) => {
    const words = wordsOf(name);
    put(byCompany, acquirer, card);
    for (const word of new Set(words)) put(byWord, word, card);
    put(byName, words.join(" "), card);
  });
  return { byCompany, byWord, byName };
}

function put(groups: Map<string, number[]>, key: string, card: number): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [card]);
  else group.push(card);
}

/** Some milliseconds' work. */
const stretch = 100;

/** Goes through a list in short stretches, so that the process answers requests meanwhile. */
async function inStretches<Item>(items: Iterable<Item>, act: (item: Item) => void): Promise<void> {
  let done = 0;
  for (const item of items) {
    act(item);
    done += 1;
    if (done % stretch === 0) await new Promise((resolve) => setImmediate(resolve));
  }
}
