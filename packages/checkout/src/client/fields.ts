import {
  fieldNames,
  problemWith,
  type CardProblems,
  type FieldName,
  type FieldProblem,
  labelOf,
  cardIn,
  type TypedCard,
} from "../card/entry.ts";
import type { Refusal } from "../card/refused.ts";
import { whenLeft, type Change, reformat, type TypedKind } from "../card/typing.ts";
import { showBrand } from "./card-company.ts";
import { find, inputs, the } from "./elements.ts";
import { showText, translated } from "./page-language.ts";

/** The fields that are typed into, in the order of the page. */
const typedNames = ["number", "expiry", "passwordFront2", "registNo"] as const;
type TypedName = (typeof typedNames)[number];

export function typedCard(): TypedCard {
  const unticked = find("#agreed", HTMLInputElement) === undefined ? "unasked" : "";
  return cardIn(new FormData(the("#card", HTMLFormElement)), { unticked });
}

function kindOf(name: TypedName): TypedKind {
  if (name === "registNo") return typedCard().holder === "corporate" ? "business" : "birthDate";
  return name === "passwordFront2" ? "password" : name;
}

/** Formats the typed value in its field, and returns the problem if characters were dropped. */
function formatTyped(input: HTMLInputElement, name: TypedName, change: Change): FieldProblem | undefined {
  const typed = { value: input.value, caret: input.selectionStart ?? input.value.length };
  const { value, caret, said } = reformat(kindOf(name), typed, change);
  if (value !== input.value) {
    input.value = value;
    if (document.activeElement === input) input.setSelectionRange(caret, caret);
  }
  return said;
}

/** Pasting and autofill bring whole values; autofill sends an event without an input type. */
function changeOf(event: Event): Change {
  const { inputType, data } = event instanceof InputEvent ? event : { inputType: "", data: null };
  if (/^(?:delete|history)/.test(inputType)) return "deletion";
  return inputType === "insertText" && Array.from(data ?? "").length === 1 ? "key" : "whole";
}

function showProblem(name: FieldName, problem: FieldProblem | undefined): void {
  const wrong = find(`#${name}-note .wrong`, HTMLElement);
  if (wrong === undefined) return;
  showText(wrong, problem);
  const input = find(`#${name}`, HTMLElement);
  if (problem === undefined) input?.removeAttribute("aria-invalid");
  else input?.setAttribute("aria-invalid", "true");
}

function linkTo(name: FieldName): HTMLLIElement {
  const link = document.createElement("a");
  link.href = `#${name}`;
  showText(link, labelOf(name, typedCard().holder));
  const item = document.createElement("li");
  item.append(link);
  return item;
}

/**
 * Shows every problem at its field and in the summary. The focus goes to the summary. If only one field is wrong, the
 * focus goes to it, and the summary shows its problem.
 */
export function showProblems(problems: CardProblems): void {
  const summary = the("#summary", HTMLElement);
  const wrong = fieldNames.filter((name) => problems[name] !== undefined);
  const [first] = wrong;
  const alone = wrong.length === 1 ? first : undefined;
  for (const name of fieldNames) showProblem(name, problems[name]);
  showText(the("#summary-title", HTMLElement), alone === undefined ? "summary" : problems[alone]);
  the("#another", HTMLElement).hidden = true;
  the("#summary ul", HTMLElement).replaceChildren(...(alone === undefined ? wrong.map(linkTo) : []));
  summary.hidden = first === undefined;
  if (alone !== undefined) goTo(alone);
  else if (first !== undefined) summary.focus();
}

/** The field comes into sight with the sentence below it, and the summary above them where the window has room for all. */
function goTo(name: FieldName): void {
  const control = the(`#${name}`, HTMLElement);
  control.focus({ preventScroll: true });
  the("#summary", HTMLElement).scrollIntoView();
  control.closest(".field")?.scrollIntoView({ block: "nearest" });
}

/**
 * Empties a field that the service refused: hidden digits can't be corrected, and one wrong digit among sixteen is hard
 * to find.
 */
function empty(name: TypedName): void {
  const input = the(`#${name}`, HTMLInputElement);
  input.value = "";
  input.dispatchEvent(new InputEvent("input", { bubbles: true }));
}

export function showRefusal({ problems, card, triesLeft }: Refusal): void {
  // The merchant has started to require consent since the page was loaded.
  if (problems.agreed !== undefined && find("#agreed", HTMLInputElement) === undefined) return window.location.reload();
  if (triesLeft !== undefined) {
    the("main", HTMLElement).dataset["tries"] = String(triesLeft);
    const tries = the("#tries", HTMLElement);
    showText(tries, "tries");
    tries.hidden = false;
  }
  const [wrong, another] = fieldNames.filter((name) => problems[name] !== undefined);
  const typed = typedNames.find((name) => name === wrong);
  if (typed !== undefined && another === undefined) empty(typed);
  showProblems(problems);
  if (card === undefined) return;
  const summary = the("#summary", HTMLElement);
  showText(the("#summary-title", HTMLElement), card);
  the("#another", HTMLElement).hidden = false;
  summary.hidden = false;
  summary.focus();
}

/** Empties the fields of the refused card; its holder may stay the same. */
function startAnotherCard(): void {
  for (const name of ["number", "expiry", "passwordFront2"] as const) {
    empty(name);
    showProblem(name, undefined);
  }
  the("#summary", HTMLElement).hidden = true;
  the("#number", HTMLInputElement).focus();
}

function enableTestCard(): void {
  const button = find("#fill", HTMLButtonElement);
  if (button === undefined) return;
  button.hidden = false;
  button.addEventListener("click", () => {
    const { number = "" } = button.dataset;
    const year = String((new Date().getFullYear() + 3) % 100).padStart(2, "0");
    the("#personal", HTMLInputElement).checked = true;
    const card = { number, expiry: `12/${year}`, passwordFront2: "12", registNo: "900101" };
    for (const name of typedNames) {
      const input = the(`#${name}`, HTMLInputElement);
      input.value = card[name];
      input.dispatchEvent(new InputEvent("input", { bubbles: true }));
    }
    the("#pay", HTMLElement).focus();
  });
}

/** Enter goes to the next field while that is empty; in the last one it submits the form. */
function goToNext(event: KeyboardEvent, name: TypedName): void {
  const next = typedNames[typedNames.indexOf(name) + 1];
  if (event.key !== "Enter" || event.isComposing || next === undefined) return;
  const input = the(`#${next}`, HTMLInputElement);
  if (input.value !== "") return;
  event.preventDefault();
  input.focus();
}

/** Removes the problem of a field once it is right; never adds one while typing. */
function recheck(name: FieldName): void {
  const wrong = find(`#${name}-note .wrong`, HTMLElement);
  if (wrong === undefined || wrong.childElementCount === 0) return;
  if (problemWith(name, typedCard(), Date.now()) !== undefined) return;
  showProblem(name, undefined);
  if (document.querySelector("[aria-invalid]") === null) the("#summary", HTMLElement).hidden = true;
}

/** Says what the field did not keep. The rest is right, so the field is not marked as wrong. */
function say(name: TypedName, said: FieldProblem): void {
  const wrong = find(`#${name}-note .wrong`, HTMLElement);
  if (wrong !== undefined) showText(wrong, said);
  the("#quiet", HTMLElement).textContent = translated(said);
}

/** Whether a finger or mouse button is down: showing a message then would move the pressed button. */
let pressed = false;
const afterPress: (() => void)[] = [];

function watchPresses(): void {
  document.addEventListener("pointerdown", () => (pressed = true), true);
  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, () => {
      // The click comes after the release.
      setTimeout(() => {
        pressed = false;
        for (const check of afterPress.splice(0)) check();
      }, 50);
    });
  }
}

function watchField(name: TypedName): void {
  const input = the(`#${name}`, HTMLInputElement);
  const typed = (change: Change) => {
    const said = formatTyped(input, name, change);
    if (name === "number") showBrand();
    recheck(name);
    if (said !== undefined) say(name, said);
  };
  // With a script the field says what it does not keep, and does not cut in silence.
  input.removeAttribute("maxlength");
  input.addEventListener("input", (event) => {
    if (!(event instanceof InputEvent && event.isComposing)) typed(changeOf(event));
  });
  input.addEventListener("compositionend", () => typed("key"));
  input.addEventListener("keydown", (event) => goToNext(event, name));
  input.addEventListener("blur", () => {
    const check = () => {
      if (!input.isConnected || input.value === "") return;
      const shown = whenLeft(kindOf(name), input.value, Date.now());
      if (shown !== input.value) input.value = shown;
      const problem = problemWith(name, typedCard(), Date.now());
      // A problem that the service found stays until the field is typed into.
      if (problem !== undefined) showProblem(name, problem);
    };
    if (pressed) afterPress.push(check);
    else check();
  });
}

/** Formats what is typed and checks each field when it is left. */
export function enableFields(): void {
  // An older browser knows no style that hides what is typed.
  if (!CSS.supports("-webkit-text-security", "disc")) the("#passwordFront2", HTMLInputElement).type = "password";
  watchPresses();
  for (const name of typedNames) watchField(name);
  for (const radio of inputs("input[name=holder]")) {
    radio.addEventListener("change", () => {
      // A birth date is no business number: the value belongs to the other kind of card.
      the("#registNo", HTMLInputElement).value = "";
      showProblem("registNo", undefined);
    });
  }
  for (const name of ["installmentPlanMonths", "agreed"] as const) {
    find(`#${name}`, HTMLElement)?.addEventListener("change", () => recheck(name));
  }
  the("#another", HTMLElement).addEventListener("click", startAnotherCard);
  enableTestCard();
  the("#summary", HTMLElement).addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (link === null) return;
    event.preventDefault();
    find(link.hash, HTMLElement)?.focus();
  });
  showBrand();
}
