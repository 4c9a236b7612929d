import { brandOf } from "../card/brand.ts";
import { digitsOf } from "../card/formatting.ts";
import { find, the } from "./elements.ts";
import { showText } from "./page-language.ts";

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
