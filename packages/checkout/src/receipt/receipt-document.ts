import { methodName, type Receipt, type SalesSlip, type TaxedAmount, type Language } from "@wonflow/core";
import { metaTags, businessNumberText } from "../pages/document.ts";
import { html, Markup } from "../pages/html.ts";
import { wonText } from "../texts.ts";
import { printScript, receiptStyle } from "./receipt-style.ts";
import { receiptTexts, type ReceiptText } from "./receipt-texts.ts";

interface Words {
  readonly text: ReceiptText;
  readonly won: (amount: number) => string;
  readonly language: Language;
}

function wordsOf(language: Language): Words {
  return { text: receiptTexts(language), won: (amount) => wonText(language, amount), language };
}

/** `2026-11-20T14:03:07+09:00` for display; core writes times in Seoul. */
function timeText(time: string): string {
  return `${time.slice(0, 10)} ${time.slice(11, 19)}`;
}

function row(term: string, value: string, look = ""): Markup {
  return html`<div class="${look}">
    <dt>${term}</dt>
    <dd>${value}</dd>
  </div>`;
}

/** An amount stays on one line, below its term where both do not fit beside each other. */
function amountRow(term: string, amount: string, look = ""): Markup {
  return row(term, amount, `amount ${look}`.trim());
}

function taxRows({ text, won }: Words, { supply, vat, taxFree }: TaxedAmount): Markup {
  return html`${amountRow(text("supply"), won(supply))} ${amountRow(text("vat"), won(vat))}
  ${taxFree === 0 ? undefined : amountRow(text("taxFree"), won(taxFree))}`;
}

export function receiptDocument(receipt: Receipt, language: Language, only?: number): string | undefined {
  const words = wordsOf(language);
  const { text } = words;
  const slips = receipt.slips.map((slip, index) => ({ slip, n: index + 1 }));
  const shown = only === undefined ? slips : slips.filter(({ n }) => n === only);
  if (shown.length === 0) return undefined;
  const { name } = receipt.merchant;
  // With one method, its slip shows the whole payment.
  const whole = only === undefined && slips.length > 1 ? summary(words, receipt) : undefined;
  const main = html`${whole}
    ${shown.map(({ slip, n }) => slipPaper(words, receipt, { slip, n, isAlone: whole === undefined }))}
    <p class="note">${text("koreanTime")}</p>
    <button class="print" type="button" hidden>${text("print")}</button>`;
  return documentOf(words, { title: text("title", { merchant: name }), top: name, main, testMode: receipt.testMode });
}

interface NoReceipt {
  readonly why: "missing" | "failed" | "limited";
  readonly language: Language;
  /** Seconds until a retry makes sense, if known. */
  readonly seconds?: string;
}

export function noReceiptDocument({ why, language, seconds = "" }: NoReceipt): string {
  const words = wordsOf(language);
  const { text } = words;
  const title = text(`${why}Title`);
  const main = html`<div class="paper missing">
    <h1>${title}</h1>
    <p>${text(`${why}Next`, { seconds })}</p>
  </div>`;
  return documentOf(words, { title, top: text("receipt"), main, testMode: false });
}

function summary(words: Words, { orderName, orderId, total, slips }: Receipt): Markup {
  const { text, won } = words;
  const remaining = slips.reduce((sum, slip) => sum + slip.remaining.amount, 0);
  const canceled = html`${amountRow(text("canceledInAll"), `-${won(total.amount - remaining)}`)}
  ${amountRow(text("remaining"), won(remaining), "strong")}`;
  return html`<section class="paper">
    <h1>${text("receipt")}</h1>
    <dl>
      ${amountRow(text("total"), won(total.amount), "sum")} ${taxRows(words, total)}
      ${remaining === total.amount ? undefined : canceled}
    </dl>
    <dl class="rule">${row(text("order"), orderName)} ${row(text("orderId"), orderId)}</dl>
  </section>`;
}

function slipPaper(
  words: Words,
  { merchant, orderName, orderId, slips }: Receipt,
  { slip, n, isAlone }: { readonly slip: SalesSlip; readonly n: number; readonly isAlone: boolean },
): Markup {
  const { text, won } = words;
  const title = slips.length === 1 ? text(paperOf(slip)) : text("slipOf", { n, of: slips.length });
  const { name, businessName, businessRegistrationNumber: number, phone } = merchant;
  return html`<section class="paper">
    ${isAlone ? html`<h1>${title}</h1>` : html`<h2>${title}</h2>`}
    <p>${businessName === null || businessName === name ? name : `${name} (${businessName})`}</p>
    ${number === null ? undefined : html`<p>${text("businessNumber")} ${businessNumberText(number)}</p>`}
    ${phone === null ? undefined : html`<p>${text("phone")} ${phone}</p>`}
    <dl class="rule">
      ${row(text("order"), orderName)} ${row(text("orderId"), orderId)} ${methodRows(words, slip)}
      ${row(text("approvalNumber"), slip.approvalNumber)} ${row(text("approvedAt"), timeText(slip.approvedAt))}
    </dl>
    <dl class="rule">${taxRows(words, slip)} ${amountRow(text("sum"), won(slip.amount), "strong")}</dl>
    ${slip.cancellations.length === 0 ? undefined : canceledRows(words, slip, isAlone)}
  </section>`;
}

/** Only a card has a sales slip: wallet money and a transfer have a confirmation. */
function paperOf({ method }: SalesSlip): "slip" | "confirmation" {
  return method === "KEYIN" || method === "CARD" ? "slip" : "confirmation";
}

function methodRows({ text, language }: Words, slip: SalesSlip): Markup {
  const { method, easyPayProvider, company, maskedNumber, installmentPlanMonths: months } = slip;
  if (paperOf(slip) === "confirmation") return row(text("method"), methodName(easyPayProvider ?? method, language));
  const card = row(text("card"), `${company?.[language] ?? ""} ${maskedNumber ?? ""}`.trim());
  if (months === null) return card;
  return html`${card} ${row(text("plan"), months < 2 ? text("lumpSum") : text("months", { months }))}`;
}

function canceledRows(words: Words, { cancellations, remaining }: SalesSlip, isAlone: boolean): Markup {
  const { text, won } = words;
  const rows = cancellations.map(({ amount, canceledAt }) =>
    amountRow(canceledAt === undefined ? text("canceled") : timeText(canceledAt), `-${won(amount)}`),
  );
  const title = text("cancellations");
  return html`${isAlone ? html`<h2>${title}</h2>` : html`<h3>${title}</h3>`}
    <dl>${rows}</dl>
    <dl class="rule">
      ${remaining.amount === 0 ? undefined : taxRows(words, remaining)}
      ${amountRow(text("remaining"), won(remaining.amount), "strong")}
    </dl>`;
}

interface Content {
  readonly title: string;
  readonly top: string;
  readonly main: Markup;
  readonly testMode: boolean;
}

function documentOf({ text, language }: Words, { title, top, main, testMode }: Content): string {
  const other = language === "ko" ? "en" : "ko";
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        ${metaTags}
        <title>${title}</title>
        ${new Markup(`<style>${receiptStyle}</style>`)}
      </head>
      <body>
        <header>
          ${testMode ? html`<p class="test">${text("testMode")}</p>` : undefined}
          <div class="top">
            <p>${top}</p>
            <a lang="${other}" hreflang="${other}" href="?lang=${other}">${text("otherLanguage")}</a>
          </div>
        </header>
        <main>${main}</main>
        ${new Markup(`<script>${printScript}</script>`)}
      </body>
    </html>`.text;
}
