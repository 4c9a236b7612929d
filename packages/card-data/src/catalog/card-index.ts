import type { CatalogCard } from "@wonflow/core";

import { companyTexts, nameTexts, wordTexts } from "./card-texts.ts";
import { initialsOf, lettersOf, wordsOf } from "./spelling.ts";
import { termIndex, type Field, type TermIndex } from "./term-index.ts";

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
