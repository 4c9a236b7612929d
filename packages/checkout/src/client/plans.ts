import type { CardDescription } from "@wonflow/core";
import type { TextKey } from "../texts.ts";
import { find, the } from "./elements.ts";
import { show, showText } from "./page-language.ts";

// The installment plans: the choice, its note, and the button, which says the plan.

const choice = () => find("#installmentPlanMonths", HTMLSelectElement);

/** All plans that the page has come with. */
let plans: readonly HTMLOptionElement[] = [];

/** What is known about the card being typed. */
let card: CardDescription | undefined;

const planOf = (months: string) => card?.installments.find((each) => each.months === Number(months));

/** Offers the card's plans, and marks those without interest; all plans while the card is unknown. */
export function showPlans(known: CardDescription | undefined): void {
  card = known;
  const select = choice();
  if (select === undefined) return;
  for (const option of plans) {
    if (option.value !== "0") show(option, planOf(option.value)?.interestFree === true ? "planFree" : "plan");
  }
  const offered = plans.filter(({ value }) => value === "0" || card === undefined || planOf(value) !== undefined);
  if (offered.length !== select.options.length) {
    const chosen = select.value;
    select.replaceChildren(...offered);
    select.value = offered.some(({ value }) => value === chosen) ? chosen : "0";
  }
  showPlan();
}

function hintOf(months: string): TextKey | undefined {
  if (card?.installments.length === 0) return card.type === "CHK" ? "debitHint" : "foreignHint";
  if (months === "0") return undefined;
  return planOf(months)?.interestFree === true ? "planFreeHint" : "plansHint";
}

/** Shows what the chosen plan costs, and names it on the button. */
function showPlan(): void {
  const select = choice();
  if (select === undefined) return;
  showText(the("#installmentPlanMonths-note .hint", HTMLElement), hintOf(select.value));
  // A busy button says what it is doing.
  if (find("form[aria-busy=true]", HTMLFormElement) === undefined) showPayButton();
}

/** Names the amount and the chosen plan; the amount alone where there is no choice. */
export function showPayButton(): void {
  const months = choice()?.value;
  const key = months === undefined ? "pay" : months === "0" ? "payInFull" : "payInPlan";
  showText(the("#pay", HTMLElement), key, months);
}

export function enablePlans(): void {
  const select = choice();
  if (select === undefined) return;
  plans = [...select.options];
  select.addEventListener("change", showPlan);
  // The browser fills in what was chosen before only now.
  window.addEventListener("pageshow", showPlan);
  showPlan();
}
