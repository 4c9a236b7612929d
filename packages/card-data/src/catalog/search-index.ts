import { cardCompanyOf, type CatalogCard, type CatalogIndexer, type CatalogSearch } from "@wonflow/core";
import { convertQwertyToHangul } from "es-hangul";
import MiniSearch, { type Query, type SearchOptions } from "minisearch";

import { otherCompanyNames, otherSpellings } from "./aliases.ts";
import { beginsLike, hasInitials, initialsOf, lettersOf, wordsOf } from "./spelling.ts";

/** The most spellings of one name; more do not help. */
const mostSpellings = 8;

function spelledOut(name: string): readonly (readonly string[])[] {
  return wordsOf(name).reduce<readonly (readonly string[])[]>(
    (names, word) => {
      const ways = [word, ...(otherSpellings.get(word) ?? [])];
      return ways.flatMap((way) => names.map((words) => [...words, way])).slice(0, mostSpellings);
    },
    [[]],
  );
}

/** A card's search fields, as texts of whole syllables. */
interface Entry {
  readonly id: number;
  readonly acquirer: string;
  /** The whole name without spaces, in each spelling. */
  readonly whole: readonly string[];
  /** The name from each of its words on, without spaces. */
  readonly rest: readonly string[];
  /** Its words from each of their syllables on. */
  readonly inside: readonly string[];
  readonly company: readonly string[];
}

const fields = ["whole", "rest", "inside", "company"] as const;
const initialFields = ["wholeInitials", "restInitials", "insideInitials", "companyInitials"] as const;

function entryOf({ name, acquirer }: CatalogCard, id: number): Entry {
  const names = spelledOut(name);
  const endings = (text: string) => Array.from(text, (_, at) => text.slice(at));
  return {
    id,
    acquirer,
    whole: names.map((words) => words.join("")),
    rest: names.flatMap((words) => words.map((_, at) => words.slice(at).join(""))),
    inside: [...new Set(names.flat())].flatMap(endings),
    company: companyTerms(acquirer),
  };
}

/** A company's names, without spaces. */
function companyTerms(code: string): readonly string[] {
  const display = cardCompanyOf(code);
  return [display?.ko ?? "", display?.en ?? "", ...(otherCompanyNames.get(code) ?? [])]
    .map((text) => wordsOf(text).join(""))
    .filter((text) => text !== "");
}

/** A field as one text for the index, one term per line. */
function terms(texts: readonly string[], spell: (text: string) => string): string {
  return [...new Set(texts.map(spell))].join("\n");
}

function documentOf({ id, whole, rest, inside, company }: Entry) {
  return {
    id,
    whole: terms(whole, lettersOf),
    rest: terms(rest, lettersOf),
    inside: terms(inside, lettersOf),
    company: terms(company, lettersOf),
    wholeInitials: terms(whole, initialsOf),
    restInitials: terms(rest, initialsOf),
    insideInitials: terms(inside, initialsOf),
    companyInitials: terms(company, initialsOf),
  };
}

const separate: SearchOptions["tokenize"] = (text) => text.split("\n");

const options: SearchOptions = {
  tokenize: separate,
  processTerm: (term) => term,
  prefix: true,
  // One or two typos in a word of two syllables or more.
  fuzzy: (term) => (term.length >= 5 ? 0.2 : false),
  maxFuzzy: 2,
  weights: { fuzzy: 0.2, prefix: 0.6 },
};

const boost = { whole: 8, rest: 4, inside: 1, company: 2 };
const initialBoost = { wholeInitials: 8, restInitials: 4, insideInitials: 1, companyInitials: 2 };

function queryOf(words: readonly string[]): Query {
  const joined = words.join("");
  if (hasInitials(joined)) {
    // One consonant begins some word of most cards, so only the beginnings of names count.
    const fewer = joined.length === 1 ? ["wholeInitials"] : [...initialFields];
    return { queries: [initialsOf(joined)], fields: fewer, boost: initialBoost, fuzzy: false };
  }
  const together = { queries: [lettersOf(joined)], fields: [...fields], boost };
  if (words.length === 1) return together;
  const each = { queries: words.map(lettersOf), combineWith: "AND" as const, fields: [...fields], boost };
  return { queries: [{ ...together, boostTerm: () => 2 }, each], combineWith: "OR" };
}

/** Companies whose name begins the query, each with the rest of the query. */
function afterCompanyName(
  joined: string,
  codes: ReadonlySet<string>,
): readonly (readonly [code: string, rest: string])[] {
  return [...codes].flatMap((code) =>
    companyTerms(code).flatMap((term) => {
      if (!joined.startsWith(term)) return [];
      const rest = joined.slice(term.length).replace(/^카드(?=.)/, "");
      return rest === "" ? [] : [[code, rest] as const];
    }),
  );
}

/** The factor for a card whose company was named too. */
const companyNamed = 2;

/**
 * Searches card names as people type them: without regard to spaces, case, width or punctuation; while
 * the last syllable is not finished; by first consonants (ㅎㄷㅋㄷ); Latin words written in Hangul and the
 * other way round; with the company's name; with a typo; and on a keyboard that was left in Latin letters.
 * A large catalog is indexed piece by piece, so that requests are answered meanwhile.
 *
 * @example
 * const search = await koreanCardSearch(cards);
 * search("모아 포"); // ["…"], the ids, the most similar first
 */
export const koreanCardSearch: CatalogIndexer = async (cards) => {
  const index = new MiniSearch<ReturnType<typeof documentOf>>({
    fields: [...fields, ...initialFields],
    tokenize: separate,
    processTerm: (term) => term,
    searchOptions: options,
  });
  const entries = cards.map(entryOf);
  await index.addAllAsync(entries.map(documentOf), { chunkSize: 50 });
  const codes = new Set(cards.map(({ acquirer }) => acquirer));

  const scoresOf = (words: readonly string[], code?: string): readonly (readonly [number, number])[] => {
    const joined = words.join("");
    const mixed = hasInitials(joined) && !/^[ㄱ-ㅎ]+$/.test(joined);
    const filter = (result: { readonly id: unknown }) => {
      const entry = entries[result.id as number];
      if (entry === undefined || (code !== undefined && entry.acquirer !== code)) return false;
      return !mixed || fits(entry, joined);
    };
    const found = index.search(queryOf(words), { ...options, filter });
    return found.map(({ id, score }) => [id as number, score]);
  };

  const find = (words: readonly string[]): readonly string[] => {
    const joined = words.join("");
    if (joined === "") return [];
    const scores = new Map(scoresOf(words));
    for (const [code, rest] of afterCompanyName(joined, codes)) {
      for (const [id, score] of scoresOf([rest], code)) {
        scores.set(id, Math.max(scores.get(id) ?? 0, score * companyNamed));
      }
    }
    // Equal scores keep the order of the catalog.
    const ranked = [...scores].toSorted(([id, score], [other, otherScore]) => otherScore - score || id - other);
    return ranked.flatMap(([id]) => cards[id]?.id ?? []);
  };

  const search: CatalogSearch = (name) => {
    const found = find(wordsOf(name));
    return found.length > 0 || !/^[a-z\s]+$/i.test(name) ? found : find(wordsOf(convertQwertyToHangul(name)));
  };
  return search;
};

/** Whether the whole syllables between a query's consonants are those of the name. */
function fits({ whole, rest, inside, company }: Entry, query: string): boolean {
  return [whole, rest, inside, company].some((texts) => texts.some((text) => beginsLike(text, query)));
}
