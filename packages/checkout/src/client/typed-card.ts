import { cardIn, type FieldProblem, type TypedCard } from "../card/entry.ts";
import { reformat, type Change, type TypedKind } from "../card/typing.ts";
import { find, the } from "./elements.ts";

/** The fields that are typed into, in the order of the page. */
export const typedNames = ["number", "expiry", "passwordFront2", "registNo"] as const;
export type TypedName = (typeof typedNames)[number];

export function typedCard(): TypedCard {
  const unticked = find("#agreed", HTMLInputElement) === undefined ? "unasked" : "";
  return cardIn(new FormData(the("#card", HTMLFormElement)), { unticked });
}

export function kindOf(name: TypedName): TypedKind {
  if (name === "registNo") return typedCard().holder === "corporate" ? "business" : "birthDate";
  return name === "passwordFront2" ? "password" : name;
}

/** Formats the typed value in its field, and returns the problem if characters were dropped. */
export function formatTyped(input: HTMLInputElement, name: TypedName, change: Change): FieldProblem | undefined {
  const typed = { value: input.value, caret: input.selectionStart ?? input.value.length };
  const { value, caret, said } = reformat(kindOf(name), typed, change);
  if (value !== input.value) {
    input.value = value;
    if (document.activeElement === input) input.setSelectionRange(caret, caret);
  }
  return said;
}

/** Pasting and autofill bring whole values; autofill sends an event without an input type. */
export function changeOf(event: Event): Change {
  const { inputType, data } = event instanceof InputEvent ? event : { inputType: "", data: null };
  if (/^(?:delete|history)/.test(inputType)) return "deletion";
  return inputType === "insertText" && Array.from(data ?? "").length === 1 ? "key" : "whole";
}
