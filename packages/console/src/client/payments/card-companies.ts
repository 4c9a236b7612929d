import { cardCompanyCodes, cardCompanyName, isGlobalBrand } from "@wonflow/core/browser";
import { language, say } from "../language/language.ts";

export function companyName(code: string): string {
  return cardCompanyName(code, language());
}

/** All card companies to choose from. A brand is no company of Korea, whose cards have its sign as well. */
export function companyOptions(): readonly (readonly [code: string, name: string])[] {
  return cardCompanyCodes.map((code) => {
    const name = companyName(code);
    return [code, isGlobalBrand(code) ? say(`${name} (해외)`, `${name} (foreign)`) : name];
  });
}
