import type { CatalogIndexer, CatalogSearch } from "@wonflow/core";
import { convertQwertyToHangul } from "es-hangul";

import { indexCards, type CardIndex } from "./card-index.ts";
import { hasInitials, initialsOf, lettersOf, patternOf, wordsOf } from "./spelling.ts";

/** One or two typos in a word of two syllables or more. */
function typosIn(letters: string): number {
  return letters.length < 5 ? 0 : Math.min(2, Math.round(letters.length * 0.2));
}

/** How much more the words together count than each of them. */
const togetherBoost = 2;

/** The factor for a card whose company was named too. */
const companyNamed = 2;

/** Scores each card, at its number, by some words of a query: 0 for no match. */
function cardScores({ letters, initials, companies, spelled }: CardIndex) {
  const byLetters = (text: string): Float64Array => {
    const term = lettersOf(text);
    return letters.scoresOf({ term, typos: typosIn(term) });
  };

  const byInitials = (text: string): Float64Array => {
    // One consonant begins some word of most cards, so only the beginnings of names count.
    const only = text.length === 1 ? "whole" : undefined;
    const scores = initials.scoresOf({ term: initialsOf(text), typos: 0, only });
    if (/^[ㄱ-ㅎ]+$/.test(text)) return scores;
    const pattern = patternOf(text);
    const fits = spelled.map((names, card) => (scores[card] ?? 0) > 0 && pattern.test(names));
    for (const { texts, cards } of companies.values()) {
      if (texts.some((name) => name.search(pattern) === 0)) for (const card of cards) fits[card] = true;
    }
    return scores.map((score, card) => (fits[card] === true ? score : 0));
  };

  /** For a card that has all of the words, the sum of their scores. A word is looked for only while a card has the others. */
  const byEach = (words: readonly string[]): Float64Array => {
    const times = new Map<string, number>();
    for (const word of words) times.set(word, (times.get(word) ?? 0) + 1);
    let sums: Float64Array | undefined;
    for (const [word, many] of times) {
      const before = sums;
      sums = byLetters(word).map((score, card) => {
        const sum = before === undefined ? 0 : (before[card] ?? 0);
        const hasOthers = before === undefined || sum > 0;
        return hasOthers && score > 0 ? sum + many * score : 0;
      });
      if (!sums.some((sum) => sum > 0)) break;
    }
    return sums ?? new Float64Array(spelled.length);
  };

  const byWords = (words: readonly string[]): Float64Array => {
    const distinct = new Set(words).size;
    const apart = byEach(words);
    return byLetters(words.join("")).map((together, card) => {
      const whole = together * togetherBoost;
      const each = apart[card] ?? 0;
      if (each === 0) return whole;
      // The more of the query's terms match, the more a card counts.
      return (whole + each) * (distinct + (whole > 0 ? 1 : 0));
    });
  };

  return (words: readonly string[]): Float64Array => {
    const joined = words.join("");
    if (hasInitials(joined)) return byInitials(joined);
    return words.length === 1 ? byLetters(joined) : byWords(words);
  };
}

/** Companies whose name begins the query, each with its cards and the rest of the query. */
function afterCompanyName(joined: string, { companies }: CardIndex) {
  return [...companies.values()].flatMap(({ texts, cards }) =>
    texts.flatMap((text) => {
      if (!joined.startsWith(text)) return [];
      const rest = joined.slice(text.length).replace(/^카드(?=.)/, "");
      return rest === "" ? [] : [{ cards, rest }];
    }),
  );
}

/**
 * Searches card names in the forms in which they are typed: without regard to spaces, case, width or punctuation; while
 * the last syllable is not finished; by first consonants (ㅎㄷㅋㄷ); Latin words written in Hangul and the
 * other way round; with the company's name; with a typo; and on a keyboard that was left in Latin letters.
 * A large catalog is indexed piece by piece, so that requests are answered meanwhile.
 *
 * @example
 * const search = await koreanCardSearch(cards);
 * search("모아 포"); // ["…"], the ids, the most similar first
 */
export const koreanCardSearch: CatalogIndexer = async (cards) => {
  const index = await indexCards(cards);
  const scoresOf = cardScores(index);

  const find = (words: readonly string[]): readonly string[] => {
    const joined = words.join("");
    if (joined === "") return [];
    const scores = scoresOf(words);
    for (const { cards: ofCompany, rest } of afterCompanyName(joined, index)) {
      const named = scoresOf([rest]);
      for (const card of ofCompany) {
        scores[card] = Math.max(scores[card] ?? 0, (named[card] ?? 0) * companyNamed);
      }
    }
    const found: number[] = [];
    scores.forEach((score, card) => {
      if (score > 0) found.push(card);
    });
    // Equal scores keep the order of the catalog.
    found.sort((card, other) => (scores[other] ?? 0) - (scores[card] ?? 0) || card - other);
    return found.flatMap((card) => cards[card]?.id ?? []);
  };

  const search: CatalogSearch = (name) => {
    const found = find(wordsOf(name));
    return found.length > 0 || !/^[a-z\s]+$/i.test(name) ? found : find(wordsOf(convertQwertyToHangul(name)));
  };
  return search;
};
