import type { ComponentChildren, RefObject } from "preact";
import { useState, useLayoutEffect, useRef } from "preact/hooks";
import { say } from "../language/language.ts";
import { plain } from "@wonflow/core/browser";

interface FieldProps {
  readonly id: string;
  readonly label: string;
  /** Shown below the field. */
  readonly hint?: string | undefined;
  readonly wrong?: string | undefined;
  readonly children: ComponentChildren;
}

/** The ids that describe a field, for `aria-describedby`. */
export function describedBy(id: string, { hint, wrong }: Pick<FieldProps, "hint" | "wrong">): string | undefined {
  const ids = [...(wrong === undefined ? [] : [`${id}-wrong`]), ...(hint === undefined ? [] : [`${id}-hint`])];
  return ids.length === 0 ? undefined : ids.join(" ");
}

/** A label, its control, and what is to be known about it. */
export function Field({ id, label, hint, wrong, children }: FieldProps) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children}
      {wrong !== undefined && (
        <p class="wrong" id={`${id}-wrong`}>
          {wrong}
        </p>
      )}
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface ChoiceProps {
  readonly id: string;
  readonly name: string;
  readonly initial: string;
  readonly options: readonly (readonly [value: string, text: string])[];
}

/** A list to choose from in a form that is read when it is sent. Options may come later without losing the choice. */
export function Choice({ id, name, initial, options }: ChoiceProps) {
  const [chosen, setChosen] = useState(initial);
  return (
    <select id={id} name={name} value={chosen} onChange={({ currentTarget }) => setChosen(currentTarget.value)}>
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
}

interface FindBoxProps {
  /** Also the field's name in its form. */
  readonly id: string;
  readonly label: string;
  /** The text that was looked for last. */
  readonly initial: string;
  readonly placeholder: string;
}

/** A field for one text to look for, and the button beside it. */
export function FindBox({ id, label, initial, placeholder }: FindBoxProps) {
  return (
    <div class="find">
      <label for={id} class="sr">
        {label}
      </label>
      <input
        id={id}
        name={id}
        type="search"
        defaultValue={initial}
        placeholder={placeholder}
        autocomplete="off"
        spellcheck={false}
      />
      <button class="primary">{say("찾기", "Find")}</button>
    </div>
  );
}

/** Fields for numbers and keys, which have no full-width characters. */
const plainFields = "input[inputmode=numeric], input[type=search], input.code";

/** Replaces full-width characters in the field by ordinary ones. Returns whether there were any. */
function makePlain(field: EventTarget | null): boolean {
  if (!(field instanceof HTMLInputElement && field.matches(plainFields))) return false;
  const { value, selectionStart } = field;
  if (plain(value) === value) return false;
  const caret = plain(value.slice(0, selectionStart ?? value.length)).length;
  field.value = plain(value);
  field.setSelectionRange(caret, caret);
  return true;
}

/** Full-width digits, which some keyboards produce, become ordinary ones before a form reads its field. */
export function enablePlainFields(): void {
  const isBefore = { capture: true };
  document.addEventListener(
    "input",
    (event) => {
      // A text under composition belongs to the keyboard until it ends.
      if (!(event instanceof InputEvent && event.isComposing)) makePlain(event.target);
    },
    isBefore,
  );
  document.addEventListener(
    "compositionend",
    ({ target }) => {
      if (makePlain(target)) target?.dispatchEvent(new InputEvent("input", { bubbles: true }));
    },
    isBefore,
  );
}

/** The texts in a form's fields by the fields' names, each without the spaces around it. */
export function typedIn(form: HTMLFormElement): Readonly<Record<string, string>> {
  const typed = [...new FormData(form)];
  return Object.fromEntries(
    typed.map(([name, value]) => [name, typeof value === "string" ? value.trim() : ""] as const),
  );
}

/**
 * Focuses the element when it appears, before any key press: an effect after painting took the focus from a field in
 * which the operator was already typing.
 */
export function useFocused<Focused extends HTMLElement>(): RefObject<Focused | null> {
  const element = useRef<Focused>(null);
  useLayoutEffect(() => element.current?.focus(), []);
  return element;
}
