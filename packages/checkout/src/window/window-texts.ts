import {
  methodChoices,
  methodName,
  type CheckoutView,
  type Language,
  type MethodChoice,
  type WindowMethod,
} from "@wonflow/core";
import { cardText } from "../card/refused.ts";

/** A method's names by language. */
export type MethodNames = Readonly<Record<string, Readonly<Record<Language, string>>>>;

/** For the page's script, which has no names of its own. */
export const methodNames: MethodNames = Object.fromEntries(
  methodChoices.map((choice) => [choice, { ko: methodName(choice, "ko"), en: methodName(choice, "en") }]),
);

/** The methods of a page that open the window, in the order to show. */
export function windowMethodsOf({ methods = [] }: CheckoutView): readonly WindowMethod[] {
  return methods.filter((method) => method !== "KEYIN");
}

/** Whether the page has more to offer than the card that is typed into it. */
export function offersWindow({ methods }: CheckoutView): boolean {
  return methods !== undefined;
}

/** What a buyer has authenticated: the card, or the method of the window; empty before. */
export function paidWithText(language: Language, { card, paidIn }: Pick<CheckoutView, "card" | "paidIn">): string {
  if (card !== undefined) return cardText(language, card);
  if (paidIn === undefined) return "";
  const choice: MethodChoice = paidIn.easyPayProvider ?? paidIn.method;
  return methodName(choice, language);
}
