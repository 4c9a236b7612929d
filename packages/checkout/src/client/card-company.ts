import type { CardDescription } from "@wonflow/core";
import { digitsOf } from "../card/formatting.ts";
import { find, inputs, the } from "./elements.ts";
import { describeCard } from "./session-calls.ts";
import { showText } from "./page-language.ts";

function firstDigits(): string {
  // The form may be gone by now.
  const digits = digitsOf(find("#number", HTMLInputElement)?.value ?? "");
  return digits.length < 6 ? "" : digits.slice(0, 8);
}

/** The digits of the last look-up; an answer to an earlier one is dropped. */
let asked = "";

function showCompany(company: CardDescription["company"]): void {
  const output = find("#number-company", HTMLElement);
  if (output === undefined) return;
  const names = (["ko", "en"] as const).map((language) => {
    const name = document.createElement("span");
    name.className = language;
    name.lang = language;
    name.textContent = company?.[language] ?? "";
    return name;
  });
  output.replaceChildren(...(company === null ? [] : names));
}

/** Offers the card's plans, and marks those without interest; all plans while the card is unknown. */
function showPlans(plans: CardDescription["installments"] | undefined): void {
  for (const input of inputs("input[name=installmentPlanMonths]")) {
    const months = Number(input.value);
    const plan = plans?.find((each) => each.months === months);
    const offered = months === 0 || plans === undefined || plan !== undefined;
    const label = input.closest("label");
    if (label !== null) label.hidden = !offered;
    input.disabled = !offered;
    if (!offered && input.checked) the("#plan0", HTMLInputElement).checked = true;
    const mark = label?.querySelector(".free");
    if (mark) showText(mark, plan?.interestFree === true ? "interestFree" : undefined);
  }
}

async function ask(): Promise<void> {
  const digits = firstDigits();
  if (digits === asked) return;
  asked = digits;
  if (digits === "") {
    showCompany(null);
    showPlans(undefined);
    return;
  }
  const answer = await describeCard(digits);
  if (asked !== digits) return;
  // Without an answer the form works as without a script.
  const known = answer.kind === "value" ? answer.value : undefined;
  if (known === undefined) asked = "";
  showCompany(known?.company ?? null);
  showPlans(known?.installments);
}

export function enableCardCompany(): void {
  the("#number", HTMLInputElement).addEventListener("input", () => void ask());
  // The field is empty only after the event.
  find("form", HTMLFormElement)?.addEventListener("reset", () => setTimeout(() => void ask()));
  void ask();
}
