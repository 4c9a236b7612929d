import type { CheckoutView, FieldProblem } from "@wonflow/core";
import type { Page } from "./document.ts";
import { html, type Markup } from "./html.ts";

/** From this amount, in won, card networks take instalments. */
const instalmentsFrom = 50_000;

const plans = [
  { months: "0", name: "일시불" },
  { months: "2", name: "2개월" },
  { months: "3", name: "3개월" },
] as const;

interface Field {
  readonly name: string;
  readonly label: string;
  /** What belongs there; shown as the problem too, where something else was typed. */
  readonly rule: string;
  readonly type: "text" | "password";
  readonly autocomplete: string;
  readonly maxLength: number;
}

const numberField: Field = {
  name: "number",
  label: "카드 번호",
  rule: "카드 번호는 숫자 12~19자리입니다.",
  type: "text",
  autocomplete: "cc-number",
  maxLength: 30,
};
const monthField: Field = {
  name: "expiryMonth",
  label: "유효기간(월)",
  rule: "01부터 12까지 두 자리로 입력하세요.",
  type: "text",
  autocomplete: "cc-exp-month",
  maxLength: 2,
};
const yearField: Field = {
  name: "expiryYear",
  label: "유효기간(년)",
  rule: "연도의 마지막 두 자리를 입력하세요.",
  type: "text",
  autocomplete: "cc-exp-year",
  maxLength: 4,
};
const registNoField: Field = {
  name: "registNo",
  label: "생년월일 또는 사업자등록번호",
  rule: "생년월일 6자리, 법인카드는 사업자등록번호 10자리를 입력하세요.",
  type: "text",
  autocomplete: "off",
  maxLength: 14,
};
const passwordField: Field = {
  name: "passwordFront2",
  label: "카드 비밀번호 앞 두 자리",
  rule: "숫자 두 자리를 입력하세요.",
  type: "password",
  autocomplete: "off",
  maxLength: 2,
};

/** What the form is shown with. */
export interface CardForm {
  readonly view: CheckoutView;
  readonly token: string;
  /** What was wrong with the form as it was submitted last. */
  readonly problems: readonly FieldProblem[];
  /** The plan chosen last. Nothing else that was typed is ever sent back. */
  readonly months: string;
}

/** 10000 → `10,000원` */
function won(amount: number): string {
  return `${new Intl.NumberFormat("ko-KR").format(amount)}원`;
}

/** What is paid for, and to whom. */
export function summary(view: CheckoutView): Markup {
  return html`${view.testMode ? html`<p class="test">테스트 결제입니다. 실제로 결제되지 않습니다.</p>` : undefined}
    <dl>
      <dt>상점</dt>
      <dd>${view.merchantName}</dd>
      <dt>주문</dt>
      <dd>${view.orderName}</dd>
      <dt>결제 금액</dt>
      <dd class="amount">${won(view.amount)}</dd>
    </dl>`;
}

function input({ name, label, rule, ...field }: Field, problems: readonly FieldProblem[]): Markup {
  const wrong = problems.some((problem) => problem.field === name);
  const state = wrong ? html`aria-invalid="true"` : undefined;
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      type="${field.type}"
      inputmode="numeric"
      autocomplete="${field.autocomplete}"
      maxlength="${field.maxLength}"
      required
      aria-describedby="${name}-rule"
      ${state}
    />
    <p id="${name}-rule" class="${wrong ? "problem" : "hint"}">${rule}</p>
  </div>`;
}

function instalments({ view, months, problems }: CardForm): Markup | undefined {
  if (view.amount < instalmentsFrom) return undefined;
  const wrong = problems.some(({ field }) => field === "installmentPlanMonths");
  const options = plans.map((plan) => {
    const chosen = plan.months === months ? html`selected` : undefined;
    return html`<option value="${plan.months}" ${chosen}>${plan.name}</option>`;
  });
  return html`<div class="field">
    <label for="installmentPlanMonths">할부</label>
    <select id="installmentPlanMonths" name="installmentPlanMonths">
      ${options}
    </select>
    ${wrong ? html`<p class="problem">목록에 있는 할부 개월 수를 고르세요.</p>` : undefined}
  </div>`;
}

/** The page that takes a card. Its form goes to the page's own address, without the token that stands there. */
export function cardFormPage(form: CardForm): Page {
  const { view, token, problems } = form;
  const body = html`<h1>카드 결제</h1>
    ${summary(view)}
    ${problems.length > 0 ? html`<p class="problem" role="alert">입력한 내용을 확인하세요.</p>` : undefined}
    <form method="post" action="?">
      <input type="hidden" name="token" value="${token}" />
      ${input(numberField, problems)}
      <div class="pair">${input(monthField, problems)}${input(yearField, problems)}</div>
      ${input(registNoField, problems)} ${input(passwordField, problems)} ${instalments(form)}
      <button class="pay" name="action" value="pay">${won(view.amount)} 결제하기</button>
      <button name="action" value="leave" formnovalidate>취소</button>
    </form>`;
  return { status: problems.length > 0 ? 400 : 200, title: `${view.merchantName} 결제`, body };
}
