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
 * The words of a text: letters and digits, and nothing else.
 *
 * @example
 * wordsOf("Ｄａｉｌｙ-제로 +"); // ["daily", "제로"]
 */
export function wordsOf(text: string): readonly string[] {
  return normalize(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** A text in its typed letters, so that every state of typing is a prefix: `삼서` begins `삼성`. */
export function lettersOf(text: string): string {
  return disassemble(text);
}

/** The first consonant of each syllable; other characters stay: `bc카드` is `bcㅋㄷ`. */
export function initialsOf(text: string): string {
  return Array.from(text, (letter) => getChoseong(letter).trim() || letter).join("");
}

/** Whether a text has consonants that stand for syllables, or begin one. */
export function hasInitials(text: string): boolean {
  return /[ㄱ-ㅎ]/.test(text);
}

/** Whether a text begins with the query, whose consonants match any syllable that they begin. */
export function beginsLike(text: string, query: string): boolean {
  const letters = Array.from(text);
  return Array.from(query).every((letter, at) => {
    const other = letters[at] ?? "";
    return letter === other || letter === initialsOf(other);
  });
}
