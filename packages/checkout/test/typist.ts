import { readFileSync } from "node:fs";
import { cardEntry, problemWith, type FieldName, type FieldProblem, type TypedCard } from "../src/card/entry.ts";
import { reformat, whenLeft, type Change, type Typed, type TypedKind } from "../src/card/typing.ts";

export const kinds = ["number", "expiry", "birthDate", "business", "password"] as const satisfies readonly TypedKind[];

/** A row of `typing.md`. */
export interface TypingRow {
  readonly kind: TypedKind;
  readonly how: "keys" | "paste";
  readonly input: string;
  readonly shown: string;
  readonly sent: string;
}

/** The rows of `typing.md`; ␣ stands for a space at a cell's edge. */
export function typingRows(): readonly TypingRow[] {
  const sections = readFileSync(new URL("typing.md", import.meta.url), "utf8")
    .split(/^## /m)
    .slice(1);
  return sections.flatMap((section) => {
    const kind = section.slice(0, section.indexOf("\n")) as TypedKind;
    return [...section.matchAll(/^\| *(keys|paste) *\|(.*)\|(.*)\|(.*)\|$/gm)].map((match) => {
      const [how, input = "", shown = "", sent = ""] = match.slice(1).map((cell) => cell.trim().replaceAll("␣", " "));
      return { kind, how: how === "paste" ? "paste" : "keys", input, shown, sent } as const;
    });
  });
}

/** A field of the page, without a browser: what it holds, and all that it has said. */
export interface TypedField extends Typed {
  readonly said: readonly FieldProblem[];
}

export const emptyField: TypedField = { value: "", caret: 0, said: [] };

function changed(kind: TypedKind, { said: before }: TypedField, typed: Typed, change: Change): TypedField {
  const { value, caret, said } = reformat(kind, typed, change);
  return { value, caret, said: said === undefined ? before : [...before, said] };
}

/** Presses one key: a character, or ⌫, ← and →. */
export function press(kind: TypedKind, field: TypedField, key: string): TypedField {
  const { value, caret } = field;
  if (key === "←") return { ...field, caret: Math.max(0, caret - 1) };
  if (key === "→") return { ...field, caret: Math.min(value.length, caret + 1) };
  if (key !== "⌫") return insert(kind, field, key, "key");
  if (caret === 0) return field;
  const typed = { value: value.slice(0, caret - 1) + value.slice(caret), caret: caret - 1 };
  return changed(kind, field, typed, "deletion");
}

/** Brings a text at once, as pasting and autofill do. */
function insert(kind: TypedKind, field: TypedField, text: string, change: Change = "whole"): TypedField {
  const { value, caret } = field;
  const typed = { value: value.slice(0, caret) + text + value.slice(caret), caret: caret + text.length };
  return changed(kind, field, typed, change);
}

export function typeIn(kind: TypedKind, { how, input }: Pick<TypingRow, "how" | "input">): TypedField {
  if (how === "paste") return insert(kind, emptyField, input);
  return Array.from(input).reduce((field, key) => press(kind, field, key), emptyField);
}

export const now = Date.UTC(2026, 10, 20);

const fieldOf = (kind: TypedKind): FieldName =>
  kind === "password" ? "passwordFront2" : kind === "number" || kind === "expiry" ? kind : "registNo";

/** The value that is sent of a field, or the problem that keeps it from being sent. */
export function sentOf(kind: TypedKind, value: string): { readonly sent: string } | { readonly problem: FieldProblem } {
  const card: TypedCard = {
    number: "4000000000110009",
    expiry: "12/39",
    passwordFront2: "12",
    registNo: kind === "business" ? "1234567890" : "900101",
    installmentPlanMonths: "0",
    agreed: "unasked",
    holder: kind === "business" ? "corporate" : "personal",
    [fieldOf(kind)]: value,
  };
  const problem = problemWith(fieldOf(kind), card, now);
  if (problem !== undefined) return { problem };
  const entry = cardEntry(card, now);
  const sent = { ...entry, expiry: `${entry.expiryMonth}/${entry.expiryYear}` };
  return { sent: sent[fieldOf(kind) as "number" | "expiry" | "passwordFront2" | "registNo"] };
}

/** Leaves a field: what it shows then. */
export function leave(kind: TypedKind, { value }: TypedField): string {
  return whenLeft(kind, value, now);
}
