import { longestPlanMonths } from "@wonflow/core";
import type { CardProblems, FieldName, Holder } from "../card/entry.ts";
import type { TextKey } from "../texts.ts";
import { html, type Markup } from "./html.ts";
import { textSpan, type PageTexts } from "./page-texts.ts";
import { termsLink } from "./seller-details.ts";

interface Fields {
  readonly texts: PageTexts;
  readonly problems: CardProblems;
}

function note({ texts, problems }: Fields, name: FieldName, hint?: Markup): Markup {
  const problem = problems[name];
  const wrong = problem === undefined ? undefined : textSpan(texts, problem);
  return html`<p id="${name}-note" class="note">
    <span class="hint">${hint}</span><span class="wrong">${wrong}</span>
  </p>`;
}

interface Input {
  readonly name: FieldName;
  readonly label: Markup;
  readonly hint?: Markup;
  readonly attributes: Markup;
  /** Above the box, across from the label. */
  readonly badges?: Markup;
  /** In the box, beside the input. */
  readonly beside?: Markup;
}

function field(fields: Fields, { name, label, hint, attributes, badges, beside }: Input): Markup {
  const invalid = fields.problems[name] === undefined ? undefined : html`aria-invalid="true"`;
  const described = name === "number" ? "number-company number-brand number-note" : `${name}-note`;
  return html`<div class="field ${name}">
    <label id="${name}-label" for="${name}">${label}</label>${badges}
    <label class="box">
      <input
        id="${name}"
        aria-labelledby="${name}-label"
        name="${name}"
        inputmode="numeric"
        required
        spellcheck="false"
        aria-describedby="${described}"
        ${attributes}
        ${invalid}
      />${beside}
    </label>
    ${note(fields, name, hint)}
  </div>`;
}

interface Option {
  readonly id: string;
  readonly value: string;
  readonly label: Markup;
  /** Filled in by the script. */
  readonly mark?: Markup;
}

function choice(name: string, chosen: string, options: readonly Option[]): Markup {
  const radios = options.map(({ id, value, label, mark }) => {
    const checked = value === chosen ? html`checked` : undefined;
    return html`<label
      ><input type="radio" id="${id}" name="${name}" value="${value}" ${checked} /><span>${label}${mark}</span></label
    >`;
  });
  return html`<div class="choice">${radios}</div>`;
}

/** Both texts; the style shows the chosen holder's. */
function byHolder(texts: PageTexts, personal: TextKey, corporate: TextKey): Markup {
  return html`<span class="if-personal">${textSpan(texts, personal)}</span
    ><span class="if-corporate">${textSpan(texts, corporate)}</span>`;
}

export function cardFields(fields: Fields & { readonly holder: Holder }): Markup {
  const { texts, holder } = fields;
  const number = field(fields, {
    name: "number",
    label: textSpan(texts, "number"),
    attributes: html`autocomplete="cc-number" enterkeyhint="next"`,
    badges: html`<span class="badges"
      ><output id="number-company" class="brand" for="number"></output
      ><output id="number-brand" class="brand" for="number"></output
    ></span>`,
  });
  const expiry = field(fields, {
    name: "expiry",
    label: textSpan(texts, "expiry"),
    hint: textSpan(texts, "expiryHint"),
    attributes: html`autocomplete="cc-exp" placeholder="MM/YY" enterkeyhint="next"`,
  });
  const password = field(fields, {
    name: "passwordFront2",
    label: textSpan(texts, "password"),
    hint: textSpan(texts, "passwordHint"),
    // Hidden by the style: browsers offer to save what stands in a field of type password, with the card number as its name.
    attributes: html`autocomplete="off" maxlength="2" enterkeyhint="next" data-1p-ignore data-bwignore
    data-lpignore="true"`,
    beside: html`<span class="dots" aria-hidden="true">••</span>`,
  });
  const registNo = field(fields, {
    name: "registNo",
    label: byHolder(texts, "birthDate", "business"),
    hint: byHolder(texts, "birthDateHint", "businessHint"),
    attributes: html`autocomplete="off" enterkeyhint="go"`,
  });
  const holders = (["personal", "corporate"] as const).map((value) => ({
    id: value,
    value,
    label: textSpan(texts, value),
  }));
  return html`${number}
    <div class="pair">${expiry}${password}</div>
    <div class="pair holder">
      <fieldset class="field">
        <legend>${textSpan(texts, "holder")}</legend>
        ${choice("holder", holder, holders)}
      </fieldset>
      ${registNo}
    </div>`;
}

const plans = (["plan0", "plan2", "plan3"] as const)
  .map((id) => ({ id, value: id.slice("plan".length) }))
  .filter(({ value }) => Number(value) <= longestPlanMonths);

export function consent(fields: Fields, url: string): Markup {
  const { texts, problems } = fields;
  const invalid = problems.agreed === undefined ? undefined : html`aria-invalid="true"`;
  return html`<div class="field consent">
    <div class="pressable">
      <label
        ><input
          type="checkbox"
          id="agreed"
          name="agreed"
          value="yes"
          required
          aria-describedby="agreed-note"
          ${invalid}
        />
        <span>${textSpan(texts, "agree")}</span></label
      >
      ${termsLink(texts, url)}
    </div>
    ${note(fields, "agreed")}
  </div>`;
}

export function installmentPlans(fields: Fields & { readonly months: string }): Markup {
  const { texts, months } = fields;
  const mark = html`<small class="free"></small>`;
  const options = plans.map(({ id, value }) => ({ id, value, label: textSpan(texts, id), mark }));
  const chosen = options.find(({ value }) => value === months)?.value ?? "0";
  return html`<fieldset class="field plans" aria-describedby="installmentPlanMonths-note">
    <legend>${textSpan(texts, "plans")}</legend>
    ${choice("installmentPlanMonths", chosen, options)}
    ${note(fields, "installmentPlanMonths", textSpan(texts, "plansHint"))}
  </fieldset>`;
}
