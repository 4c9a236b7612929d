import SearchableMap from "minisearch/SearchableMap";

/** Where a term occurs in what is known of a card, and how much a match there counts. */
const boosts = { whole: 8, rest: 4, inside: 1, company: 2 };

export type Field = keyof typeof boosts;

/** How much a longer term counts beside one that equals the query, and one with typos. */
const prefixWeight = 0.6;
const fuzzyWeight = 0.2;

/** Cards, by their numbers, that have terms in common. */
interface Group {
  readonly field: Field;
  readonly cards: readonly number[];
}

export interface TermQuery {
  readonly term: string;
  /** The most typos in a term. */
  readonly typos: number;
  /** The one field to search; without it all of them. */
  readonly only?: Field | undefined;
}

export interface TermIndex {
  /** Adds terms of a group of cards. What a thousand cards share is stored once. */
  readonly add: (field: Field, terms: ReadonlySet<string>, cards: readonly number[]) => void;
  /** Scores each card, at its number: 0 for no match. */
  readonly scoresOf: (query: TermQuery) => Float64Array;
}

/** Finds terms that begin with a query or resemble it, and scores their cards. */
export function termIndex(count: number): TermIndex {
  const groupsOf = new SearchableMap<Group[]>();
  const lengths = fieldLengths(count);

  const addTo = (scores: Float64Array, groups: readonly Group[], weightOf: (field: Field) => number) => {
    const found = { whole: 0, rest: 0, inside: 0, company: 0 };
    for (const { field, cards } of groups) found[field] += cards.length;
    for (const { field, cards } of groups) {
      const weight = weightOf(field) * rarity(found[field], count);
      if (weight === 0) continue;
      const brevity = lengths.brevityIn(field);
      for (const card of cards) scores[card] = (scores[card] ?? 0) + weight * brevity(card);
    }
  };

  return {
    add(field, terms, cards) {
      const group = { field, cards };
      lengths.add(field, terms.size, cards);
      for (const term of terms) {
        if (term === "") continue;
        const groups = groupsOf.fetch(term, () => [group]);
        if (groups.at(-1) !== group) groups.push(group);
      }
    },

    scoresOf({ term, typos, only }) {
      const scores = new Float64Array(count);
      const boostOf = (field: Field) => (only === undefined || field === only ? boosts[field] : 0);
      const similar = typos === 0 ? new Map<string, [Group[], number]>() : groupsOf.fuzzyGet(term, typos);
      for (const [longer, groups] of groupsOf.atPrefix(term)) {
        similar.delete(longer);
        const more = longer.length - term.length;
        const weight = more === 0 ? 1 : (prefixWeight * longer.length) / (longer.length + 0.3 * more);
        addTo(scores, groups, (field) => weight * boostOf(field));
      }
      for (const [other, [groups, distance]] of similar) {
        const weight = (fuzzyWeight * other.length) / (other.length + distance);
        addTo(scores, groups, (field) => weight * boostOf(field));
      }
      return scores;
    },
  };
}

/** BM25+: a term of few cards counts more. */
function rarity(found: number, count: number): number {
  return Math.log(1 + (count - found + 0.5) / (found + 0.5));
}

/** BM25+: a term of a card with few terms counts more, and that of a card with many not much less. */
function fieldLengths(count: number) {
  const [k, b, d] = [1.2, 0.7, 0.5];
  const fieldOf = () => ({ total: 0, of: new Float64Array(count) });
  const lengths = { whole: fieldOf(), rest: fieldOf(), inside: fieldOf(), company: fieldOf() };
  return {
    add(field: Field, terms: number, cards: readonly number[]) {
      const length = lengths[field];
      length.total += terms * cards.length;
      for (const card of cards) length.of[card] = (length.of[card] ?? 0) + terms;
    },
    brevityIn(field: Field) {
      const { of, total } = lengths[field];
      const share = (b * count) / total;
      return (card: number) => d + (k + 1) / (1 + k * (1 - b + share * (of[card] ?? 0)));
    },
  };
}
