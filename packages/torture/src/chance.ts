/** Seeded randomness, so that a round repeats its choices; the timing of kills stays real time. */
export interface Chance {
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number;
  /** True in this share of all cases, from 0 to 1. */
  of(share: number): boolean;
  pick<T>(choices: readonly [T, ...T[]]): T;
}

/** A stream of its own for each name (mulberry32 over the text's FNV-1a digest). */
export function chanceBy(seed: string): Chance {
  let state = 0x81_1c_9d_c5;
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01_00_01_93);
  const next = () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    of: (share) => next() < share,
    pick: (choices) => choices[Math.floor(next() * choices.length)] ?? choices[0],
  };
}
