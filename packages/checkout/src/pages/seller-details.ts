import type { CheckoutView } from "@wonflow/core";
import { html, type Markup } from "./html.ts";
import { textSpan, type PageTexts } from "./page-texts.ts";

/** `123-45-67890`, as on paper. */
export function businessNumberText(digits: string): string {
  return `${digits.slice(0, 3)}-${digits.slice(3, 5)}-${digits.slice(5)}`;
}

export function termsLink(texts: PageTexts, url: string): Markup {
  return html`<a href="${url}" target="_blank" rel="noopener"
    >${textSpan(texts, "terms")}<span class="sr"> ${textSpan(texts, "newWindow")}</span></a
  >`;
}

export function sellerDetails(view: CheckoutView, texts: PageTexts): Markup | undefined {
  const { merchantName, seller, operatorName, terms } = view;
  const { businessName, businessRegistrationNumber: number, phone } = seller;
  // The name is at the top already.
  if (businessName === merchantName && [number, phone, operatorName, terms].every((said) => said === undefined)) return;
  // Terms that need consent are linked at their box.
  const linked = terms?.consent === true ? undefined : terms;
  const row = (term: Markup, value: Markup | string) =>
    html`<div>
      <dt>${term}</dt>
      <dd>${value}</dd>
    </div>`;
  return html`<footer>
    <dl>
      ${row(textSpan(texts, "merchant"), businessName)}
      ${number === undefined ? undefined : row(textSpan(texts, "business"), businessNumberText(number))}
      ${phone === undefined ? undefined : row(textSpan(texts, "phone"), html`<a href="tel:${phone.replaceAll(/[ -]/g, "")}">${phone}</a>`)}
      ${operatorName === undefined ? undefined : row(textSpan(texts, "operator"), operatorName)}
    </dl>
    ${linked === undefined ? undefined : html`<p>${termsLink(texts, linked.url)}</p>`}
  </footer>`;
}
