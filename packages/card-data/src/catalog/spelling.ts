import { disassemble, getChoseong } from "es-hangul";

/** Single Hangul letters as typed, which normalizing would change. */
const typedLetters = /[\u3131-\u318E]/;

/** Normalizes width and case, and composes Hangul syllables. */
function normalize(text: string): string {
  const pieces = text.split(/([\u3131-\u318E]+)/);
  return pieces
    .map((piece) => (typedLetters.test(piece) ? piece : piece.normalize("NFKC")))
    .join("")
    .toLowerCase();
}

/**
 * The words of a string: letters and digits, and nothing else.
 *
 * @example
 * wordsOf("Ｄａｉｌｙ-제로 +"); // ["daily", "제로"]
 */
export function wordsOf(text: string): readonly string[] {
  return normalize(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The string in its typed letters, so that every state of typing is a prefix: `삼서` begins `삼성`. */
export const lettersOf = syllableBySyllable(disassemble);

/** The first consonant of each syllable; other characters stay: `bc카드` is `bcㅋㄷ`. */
export const initialsOf = syllableBySyllable((syllable) => getChoseong(syllable).trim() || syllable);

/** Spells texts by a spelling of each syllable, which is looked up once. */
function syllableBySyllable(spell: (syllable: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    let spelled = "";
    for (const syllable of text) {
      let letters = known.get(syllable);
      if (letters === undefined) known.set(syllable, (letters = spell(syllable)));
      spelled += letters;
    }
    return spelled;
  };
}

/** Whether a string has consonants that abbreviate syllables, or begin one. */
export function hasInitials(text: string): boolean {
  return /[ㄱ-ㅎ]/.test(text);
}

/** First consonants, in the order of the syllables that they begin, of which each begins 588. */
const firstConsonants = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ";

/**
 * Matches names, one a line with single spaces, that have the query's letters from a word's beginning on or inside one
 * word. A consonant stands for any syllable that it begins.
 */
export function patternOf(query: string): RegExp {
  const letters = Array.from(query, (letter) => {
    const at = firstConsonants.indexOf(letter);
    const first = 0xac00 + at * 588;
    return at === -1 ? letter : `[${letter}${String.fromCharCode(first)}-${String.fromCharCode(first + 587)}]`;
  });
  return new RegExp(`(?:^| )${letters.join(" ?")}|${letters.join("")}`, "mu");
}
