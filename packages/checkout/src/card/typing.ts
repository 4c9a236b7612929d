import { plain } from "@wonflow/core/browser";
import { readBirthDate, withoutResidentNumber, showExpiry, typeExpiry } from "./dates.ts";
import type { FieldProblem } from "./entry.ts";
import { digitsOf, groupedBusinessNumber, groupedNumber, isNumeric, numberIn } from "./formatting.ts";

export interface Typed {
  readonly value: string;
  readonly caret: number;
}

export type TypedKind = "number" | "expiry" | "password" | "birthDate" | "business";

/** How a value came about: by one key, by one that deletes, or as a whole, as pasting and autofill bring it. */
export type Change = "key" | "deletion" | "whole";

/** The field, and a problem to name if it does not hold everything that was typed. */
interface Shown extends Typed {
  readonly said?: FieldProblem;
}

type Format = (typed: Typed, change: Change) => Shown;

const formats: Readonly<Record<TypedKind, Format>> = {
  number: inGroups(groupedNumber),
  business: inGroups(groupedBusinessNumber),
  expiry({ value, caret }, change) {
    // Inside a date only the buyer knows which digit comes next; the date is read when the field is left.
    if (change === "deletion" || (change === "key" && caret < value.length)) return asTyped({ value, caret });
    const text = change === "whole" ? showExpiry(plain(value)) : plain(value);
    return atEnd(typeExpiry(text));
  },
  birthDate({ value, caret }) {
    const kept = withoutResidentNumber(value);
    return kept === undefined ? asTyped({ value, caret }) : { ...atEnd(kept), said: "birthDateCut" };
  },
  password(typed, change) {
    const { value, caret } = change === "key" ? withoutLetter(typed) : typed;
    const digits = numberIn(value);
    if (digits === undefined) return { value, caret };
    // Of a whole password, which a buyer may type by habit, only what is asked for stays.
    if (digits.length > asked) return { ...atEnd(digits.slice(0, asked)), said: "passwordLong" };
    return { value: digits, caret: digitsOf(value.slice(0, caret)).length };
  },
};

/** Of the card's password. */
const asked = 2;

/** The field after its value was changed, with the caret behind its digit. */
export function reformat(kind: TypedKind, typed: Typed, change: Change): Shown {
  return formats[kind](typed, change);
}

/** The value once the field is left: dates as they are read, anything else unchanged. */
export function whenLeft(kind: TypedKind, value: string, now: number): string {
  if (kind === "expiry") return showExpiry(value);
  return kind === "birthDate" ? (readBirthDate(value, now) ?? value) : value;
}

const atEnd = (value: string): Typed => ({ value, caret: value.length });

/** The same, with ordinary digits for full-width ones. */
function asTyped({ value, caret }: Typed): Typed {
  return { value: plain(value), caret: plain(value.slice(0, caret)).length };
}

/** Removes a letter that was typed into a number. */
function withoutLetter({ value, caret }: Typed): Typed {
  const last = Array.from(value.slice(0, caret)).at(-1) ?? "";
  if (isNumeric(last)) return { value, caret };
  const before = value.slice(0, caret - last.length);
  return { value: before + value.slice(caret), caret: before.length };
}

function inGroups(grouped: (digits: string) => string): Format {
  return (typed, change) => {
    const { value: text, caret: at } = change === "key" ? withoutLetter(typed) : typed;
    const digits = numberIn(text);
    // An input that can't be read is unchanged.
    if (digits === undefined) return { value: text, caret: at };
    const value = grouped(digits);
    if (at >= text.length) return atEnd(value);
    const before = digitsOf(text.slice(0, at)).length;
    // After typing a digit the caret skips the separator before the next one.
    const skipped = change !== "deletion" && before > 0 ? String.raw`\D*` : "";
    const passed = new RegExp(String.raw`^(?:\D*\d){${before}}${skipped}`).exec(value);
    return { value, caret: passed?.[0].length ?? value.length };
  };
}
