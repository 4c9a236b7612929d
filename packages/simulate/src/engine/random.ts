/** Nothing in a simulation may come from any other chance. */
export interface Random {
  /** A whole number from 0 to below `bound`. */
  below(bound: number): number;
  /** Both included. */
  between(least: number, most: number): number;
  chance(probability: number): boolean;
  pick<T>(choices: readonly T[]): T;
}

/**
 * A stream depends on the seed and its own name only. So a run from which something was left out stays the same
 * elsewhere.
 */
export function seededRandom(seed: number, name: string): Random {
  const next = sfc32(digest(`${seed} ${name}`));
  const below = (bound: number) => Math.floor((next() / 2 ** 32) * bound);
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    chance: (probability) => next() / 2 ** 32 < probability,
    pick(choices) {
      const index = below(choices.length);
      if (index in choices) return choices[index] as (typeof choices)[number];
      throw new RangeError("there is nothing to pick from");
    },
  };
}

export function seededRank(seed: number, name: string): number {
  return digest(`${seed} ${name}`) / 2 ** 32;
}

/** FNV-1a, with a last mixing step: names that differ in one character differ in every bit. */
function digest(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** sfc32, a public-domain generator: numbers from 0 to below 2^32. */
function sfc32(start: number): () => number {
  let [a, b, c, counter] = [start, start ^ 0x9e3779b9, start ^ 0x243f6a88, 1];
  const next = () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return sum >>> 0;
  };
  for (let round = 0; round < 12; round += 1) next();
  return next;
}
