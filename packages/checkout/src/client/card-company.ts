import type { CardDescription } from "@wonflow/core";
import { digitsOf, brandOf } from "../card/formatting.ts";
import { find, the } from "./elements.ts";
import { showPlans } from "./plans.ts";
import { describeCard } from "./session-calls.ts";
import { showText } from "./page-language.ts";

function firstDigits(): string {
  const digits = digitsOf(the("#number", HTMLInputElement).value);
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
  showBrand();
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
  showPlans(known);
}

export function enableCardCompany(): void {
  the("#number", HTMLInputElement).addEventListener("input", () => void ask());
  void ask();
}

/** Names the brand, unless the card company beside it has the same name. */
export function showBrand(): void {
  const output = find("#number-brand", HTMLElement);
  if (output === undefined) return;
  const name = brandOf(digitsOf(the("#number", HTMLInputElement).value))?.name ?? "";
  const company = find("#number-company .en", HTMLElement)?.textContent ?? "";
  const shown = company !== "" && name.startsWith(company) ? "" : name;
  if (shown === "domestic") showText(output, shown);
  else if (output.textContent !== shown) output.textContent = shown;
}
