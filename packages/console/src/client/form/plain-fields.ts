import { plain } from "@wonflow/core/browser";

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
