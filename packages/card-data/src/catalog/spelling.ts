import { disassemble, getChoseong } from "es-hangul";

/** Single letters of Hangul as they are typed; normalizing would make something else of them. */
const typedLetters = /[\u3131-\u318E]/;

/** Full-width letters as narrow ones, one case, Hangul in whole syllables however it was stored. */
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

/** A text in the letters that it is typed with, so that every moment of typing is a beginning: `삼서` begins `삼성`. */
export function lettersOf(text: string): string {
  return disassemble(text);
}

/** The first consonant of each syllable, and everything else as it is: `bc카드` is `bcㅋㄷ`. */
export function initialsOf(text: string): string {
  return Array.from(text, (letter) => getChoseong(letter).trim() || letter).join("");
}

/** Whether a text has consonants that stand for syllables, or that are the beginning of one. */
export function hasInitials(text: string): boolean {
  return /[ㄱ-ㅎ]/.test(text);
}

/** Whether a text begins as a query says: its consonants stand for any syllable that they begin. */
export function beginsLike(text: string, query: string): boolean {
  const letters = Array.from(text);
  return Array.from(query).every((letter, at) => {
    const other = letters[at] ?? "";
    return letter === other || letter === initialsOf(other);
  });
}
