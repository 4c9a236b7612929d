import type { CardProblems, FieldName, Holder } from "../card/entry.ts";
import { textOf, type TextKey } from "../texts.ts";
import { html, type Markup } from "./html.ts";
import { textSpan, type PageTexts, termsLink } from "./document.ts";

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

function invalidIf({ problems }: Fields, name: FieldName): Markup | undefined {
  return problems[name] === undefined ? undefined : html`aria-invalid="true"`;
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
  const labelled = html`<label id="${name}-label" for="${name}">${label}</label>`;
  const described = name === "number" ? "number-company number-brand number-note" : `${name}-note`;
  return html`<div class="field ${name}">
    ${badges === undefined ? labelled : html`<div class="labels">${labelled}${badges}</div>`}
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
        ${invalidIf(fields, name)}
      />${beside}
    </label>
    ${note(fields, name, hint)}
  </div>`;
}

interface Option {
  readonly id: string;
  readonly value: string;
  readonly label: Markup;
}

function choice(name: string, chosen: string, options: readonly Option[]): Markup {
  const radios = options.map(({ id, value, label }) => {
    const checked = value === chosen ? html`checked` : undefined;
    return html`<label
      ><input type="radio" id="${id}" name="${name}" value="${value}" ${checked} /><span>${label}</span></label
    >`;
  });
  return html`<div class="choice">${radios}</div>`;
}

/** Both texts; the style shows the chosen holder's. */
function byHolder(texts: PageTexts, personal: TextKey, corporate: TextKey): Markup {
  return html`<span class="if-personal">${textSpan(texts, personal)}</span
    ><span class="if-corporate">${textSpan(texts, corporate)}</span>`;
}

interface Plans {
  /** The chosen one. */
  readonly months: string;
  /** In months from 2; none where there is no choice. */
  readonly plans: readonly number[];
}

/** The plans are beside the card number, or below it if there is no room. */
function numberAndPlans(number: Markup, plans: Markup): Markup {
  return html`<div class="first">
    <div class="beside">${number} ${plans}</div>
  </div>`;
}

/** Which plans a card has, only the script knows. */
function installmentPlans(fields: Fields & Plans): Markup {
  const { texts, months, plans } = fields;
  const { language, values } = texts;
  const options = plans.map((plan) => {
    const text = textOf(language, "plan", { ...values, months: String(plan) });
    const chosen = String(plan) === months ? html`selected` : undefined;
    return html`<option value="${plan}" data-t="plan" data-months="${plan}" ${chosen}>${text}</option>`;
  });
  return html`<div class="field plans">
    <label for="installmentPlanMonths">${textSpan(texts, "plans")}</label>
    <div class="box">
      <select
        id="installmentPlanMonths"
        name="installmentPlanMonths"
        autocomplete="off"
        aria-describedby="installmentPlanMonths-note"
        ${invalidIf(fields, "installmentPlanMonths")}
      >
        <option value="0" data-t="plan0">${textOf(language, "plan0")}</option>
        ${options}
      </select>
    </div>
    ${note(fields, "installmentPlanMonths", html`<span class="fee">${textSpan(texts, "plansHint")}</span>`)}
  </div>`;
}

interface CardInput extends Fields, Plans {
  readonly holder: Holder;
}

export function cardFields(fields: CardInput): Markup {
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
    // Hidden by the style: browsers offer to save the content of a field of type password, with the card number as its
    // name.
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
  const first = fields.plans.length === 0 ? number : numberAndPlans(number, installmentPlans(fields));
  return html`${first}
    <div class="pair">${expiry}${password}</div>
    <div class="pair holder">
      <fieldset class="field">
        <legend>${textSpan(texts, "holder")}</legend>
        ${choice("holder", holder, holders)}
      </fieldset>
      ${registNo}
    </div>`;
}

export function consent(fields: Fields, url: string): Markup {
  const { texts } = fields;
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
          ${invalidIf(fields, "agreed")}
        />
        <span>${textSpan(texts, "agree")}</span></label
      >
      ${termsLink(texts, url)}
    </div>
    ${note(fields, "agreed")}
  </div>`;
}
