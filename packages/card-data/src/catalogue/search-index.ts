import { cardCompanyOf, type CatalogueCard, type CatalogueIndexer, type CatalogueSearch } from "@wonflow/core";
import { convertQwertyToHangul } from "es-hangul";
import MiniSearch, { type Query, type SearchOptions } from "minisearch";

import { otherCompanyNames, otherSpellings } from "./aliases.ts";
import { beginsLike, hasInitials, initialsOf, typed, wordsOf } from "./spelling.ts";

/** More spellings of one name than this are of no use to anybody. */
const mostSpellings = 8;

/** A name in all its spellings, each as its words. */
function spelledOut(name: string): readonly (readonly string[])[] {
  return wordsOf(name).reduce<readonly (readonly string[])[]>(
    (names, word) => {
      const ways = [word, ...(otherSpellings.get(word) ?? [])];
      return ways.flatMap((way) => names.map((words) => [...words, way])).slice(0, mostSpellings);
    },
    [[]],
  );
}

/** What a card is found by, each field as texts of whole syllables. */
interface Entry {
  readonly id: number;
  /** The whole name without spaces, in each spelling. */
  readonly whole: readonly string[];
  /** The name from each of its words on, without spaces. */
  readonly rest: readonly string[];
  /** Its words from each of their syllables on. */
  readonly inside: readonly string[];
  readonly company: readonly string[];
  /** The company's name with the whole name behind it. */
  readonly full: readonly string[];
}

const fields = ["whole", "rest", "inside", "company", "full"] as const;
const initialFields = ["wholeInitials", "restInitials", "insideInitials", "fullInitials"] as const;

function entryOf({ name, acquirer }: CatalogueCard, id: number): Entry {
  const names = spelledOut(name);
  const whole = names.map((words) => words.join(""));
  const display = cardCompanyOf(acquirer);
  const company = [display?.ko ?? "", display?.en ?? "", ...(otherCompanyNames.get(acquirer) ?? [])]
    .map((text) => wordsOf(text).join(""))
    .filter((text) => text !== "");
  const endings = (text: string) => Array.from(text, (_, at) => text.slice(at));
  return {
    id,
    whole,
    rest: names.flatMap((words) => words.map((_, at) => words.slice(at).join(""))),
    inside: [...new Set(names.flat())].flatMap(endings),
    company,
    full: company.flatMap((text) => whole.flatMap((each) => [text + each, `${text}카드${each}`])),
  };
}

/** A field as one text for the index, one term a line. */
function terms(texts: readonly string[], spell: (text: string) => string): string {
  return [...new Set(texts.map(spell))].join("\n");
}

function documentOf(entry: Entry) {
  const { id, whole, rest, inside, company, full } = entry;
  return {
    id,
    whole: terms(whole, typed),
    rest: terms(rest, typed),
    inside: terms(inside, typed),
    company: terms(company, typed),
    full: terms(full, typed),
    wholeInitials: terms(whole, initialsOf),
    restInitials: terms(rest, initialsOf),
    insideInitials: terms(inside, initialsOf),
    fullInitials: terms([...company, ...full], initialsOf),
  };
}

const separate: SearchOptions["tokenize"] = (text) => text.split("\n");

const options: SearchOptions = {
  tokenize: separate,
  processTerm: (term) => term,
  prefix: true,
  // A slip of one or two letters in a word of two syllables and more.
  fuzzy: (term) => (term.length >= 5 ? 0.2 : false),
  maxFuzzy: 2,
  weights: { fuzzy: 0.2, prefix: 0.6 },
};

const boost = { whole: 8, rest: 4, inside: 1, company: 2, full: 3 };
const initialBoost = { wholeInitials: 8, restInitials: 4, insideInitials: 1, fullInitials: 3 };

function queryOf(words: readonly string[]): Query {
  const joined = words.join("");
  if (hasInitials(joined)) {
    return { queries: [initialsOf(joined)], fields: [...initialFields], boost: initialBoost, fuzzy: false };
  }
  const together = { queries: [typed(joined)], fields: [...fields], boost };
  if (words.length === 1) return together;
  const each = { queries: words.map(typed), combineWith: "AND" as const, fields: [...fields], boost };
  return { queries: [{ ...together, boostTerm: () => 2 }, each], combineWith: "OR" };
}

/**
 * Searches card names as people type them: without regard to spaces, case, width or punctuation; while
 * the last syllable is not finished; by first consonants (ㅎㄷㅋㄷ); Latin words written in Hangul and the
 * other way round; with the company's name; with a slip; and on a keyboard that was left in Latin letters.
 *
 * @example
 * const search = koreanCardSearch(cards);
 * search("모아 포"); // ["…"], the ids, the most similar first
 */
export const koreanCardSearch: CatalogueIndexer = (cards) => {
  const index = new MiniSearch<ReturnType<typeof documentOf>>({
    fields: [...fields, ...initialFields],
    tokenize: separate,
    processTerm: (term) => term,
    searchOptions: options,
  });
  const entries = cards.map(entryOf);
  index.addAll(entries.map(documentOf));

  const find = (words: readonly string[]): readonly string[] => {
    const joined = words.join("");
    if (joined === "") return [];
    const results = index.search(queryOf(words), options);
    const kept = hasInitials(joined) ? results.filter(({ id }) => fits(entries[id as number], joined)) : results;
    // Equal scores stay in the order of the catalogue.
    const ranked = kept.toSorted((a, b) => b.score - a.score || a.id - b.id);
    return ranked.flatMap(({ id }) => cards[id as number]?.id ?? []);
  };
  const search: CatalogueSearch = (name) => {
    const found = find(wordsOf(name));
    return found.length > 0 || !/^[a-z\s]+$/i.test(name) ? found : find(wordsOf(convertQwertyToHangul(name)));
  };
  return search;
};

/** Syllables that stand between the consonants of a query are those of the name. */
function fits(entry: Entry | undefined, query: string): boolean {
  if (entry === undefined) return false;
  const { whole, rest, inside, company, full } = entry;
  return [whole, rest, inside, company, full].some((texts) => texts.some((text) => beginsLike(text, query)));
}
