import { cardCompanies, type Answer } from "./answers.ts";
import type { WindowMethod, WindowOrder } from "./merchant.ts";
import { niceTestCards, type NiceTestCard } from "./test-cards.ts";
import { moneyCodeOf, type BrowserReturn, type WindowAct } from "./window-orders.ts";

const style = `:root{color-scheme:light dark;--page:#f1f3f6;--sheet:#fff;--ink:#17202c;--soft:#5a6472;--line:#c3cad4;--main:#1b5fd0;--on:#fff;--warm:#fff1cf;--warn:#6b4500}
@media (prefers-color-scheme:dark){:root{--page:#0f141b;--sheet:#19212b;--ink:#eef2f7;--soft:#a5b0bf;--line:#4a5564;--main:#8db2ff;--on:#0f141b;--warm:#3a2d12;--warn:#ffdb9c}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.5 system-ui,-apple-system,"Apple SD Gothic Neo","Noto Sans KR","Noto Sans CJK KR","Malgun Gothic",sans-serif;word-break:keep-all;overflow-wrap:anywhere}
.unreal{margin:0;padding:.75rem 1rem;background:var(--warm);color:var(--warn);text-align:center;font-size:.9375rem}
.unreal strong{display:block}
main{max-width:30rem;margin:0 auto;padding:1rem 1rem 3rem}
.sheet{padding:1.25rem;border-radius:1rem;background:var(--sheet)}
.method{margin:0 0 .75rem;color:var(--main);font-weight:700}
h1{margin:0;font-size:1.125rem;font-weight:600}
.amount{margin:.125rem 0 1.25rem;font-size:1.75rem;line-height:1.3;font-weight:700}
.fields{display:grid;gap:.875rem}
label{display:grid;gap:.25rem;color:var(--soft);font-size:.875rem}
label.check{display:flex;align-items:center;gap:.625rem;min-height:2.75rem;color:var(--ink);font-size:1rem}
.check input{width:1.25rem;height:1.25rem;min-height:0;accent-color:var(--main)}
select,input{width:100%;min-height:3rem;padding:.5rem .75rem;border:1px solid var(--line);border-radius:.75rem;background:var(--sheet);color:var(--ink);font:inherit;font-size:1rem}
select{padding-right:2.5rem;appearance:none;background:var(--sheet) url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='12' height='8'%3E%3Cpath d='M1 1l5 5 5-5' fill='none' stroke='%23808a98' stroke-width='2'/%3E%3C/svg%3E") no-repeat right 1rem center}
button{width:100%;min-height:3.25rem;padding:.625rem 1rem;border:1px solid var(--line);border-radius:.75rem;background:var(--sheet);color:var(--ink);font:inherit;cursor:pointer}
button.main{border-color:var(--main);background:var(--main);color:var(--on);font-weight:700}
.two{display:grid;grid-template-columns:1fr 1fr;gap:.75rem}
details{margin-top:.5rem}
summary{padding:.75rem .25rem;color:var(--soft);font-size:.9375rem;cursor:pointer}
.more{display:grid;gap:.5rem;padding-bottom:.5rem}
.more button{text-align:left}
.note{margin:.5rem .25rem 0;color:var(--soft);font-size:.875rem}
:focus-visible{outline:3px solid var(--main);outline-offset:2px}`;

/** A whole page. It says on top that nothing here is real: it must not be mistaken for the gateway's own window. */
function documentOf(title: string, main: string): string {
  return `<!doctype html>
<html lang="ko">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<p class="unreal"><strong>나이스페이먼츠 결제창을 흉내 낸 에뮬레이터예요.</strong> 실제 돈은 움직이지 않아요.</p>
<main>${main}</main>
</body>
</html>`;
}

const methodNames: Readonly<Record<WindowMethod, string>> = {
  card: "카드",
  bank: "계좌이체",
  kakaopay: "카카오페이",
  kakaopayCard: "카카오페이 (카드)",
  kakaopayMoney: "카카오페이 (머니)",
  naverpayCard: "네이버페이 (카드)",
  samsungpayCard: "삼성페이",
  payco: "페이코",
  ssgpay: "SSG페이",
};

/** What a buyer rarely does, and a test does often. */
const rareActs: readonly (readonly [WindowAct, text: string])[] = [
  ["fail", "인증 실패하기"],
  ["close", "아무것도 전달하지 않고 창 닫기"],
  ["other-tab", "앱에서 인증하고 다른 탭으로 돌아가기"],
  ["twice", "인증하고 두 번 돌아가기"],
  ["forge-amount", "금액을 바꿔서 돌아가기"],
  ["forge-signature", "서명을 바꿔서 돌아가기"],
];

/** The order, and what its buyer can do: the usual in sight, everything else behind one line. */
export function orderDocument(order: WindowOrder): string {
  const { id, goodsName, amount, method } = order;
  const name = methodNames[method];
  const won = `${amount.toLocaleString("ko-KR")}원`;
  const rare = rareActs.map(([act, text]) => `<button name="act" value="${act}">${text}</button>`);
  const main = `<form method="post" action="/v1/window/${id}">
<section class="sheet">
<p class="method">${name}</p>
<h1>${escaped(goodsName)}</h1>
<p class="amount">${won}</p>
<div class="fields">${payingFields(order)}
<button class="main" name="act" value="pay">${won} 결제하기</button>
<button name="act" value="cancel">취소</button></div>
</section>
<details><summary>다른 상황 만들어 보기</summary>
<div class="more">
${rare.join("\n")}
<label>‘결제하기’ 뒤의 승인을 거절할 코드 (예: 3095)<input name="refusal" maxlength="4"></label>
</div></details>
</form>
<p class="note">인증만 하는 단계예요. 결제는 상점 서버가 승인을 요청할 때 이루어져요.</p>`;
  return documentOf(`${name} 결제`, main);
}

/** The fields that the method has; the choice is of a card unless the wallet pays with money of its own. */
function payingFields({ method, amount }: WindowOrder): string {
  if (method === "bank") return "";
  const cards = niceTestCards.map((card) => `<option value="${card.number}">${escaped(labelOf(card))}</option>`);
  const card = `<label>테스트 카드<select name="card">${cards.join("")}</select></label>`;
  const count = amount < 50_000 ? 1 : 12;
  const months = Array.from({ length: count }, (_, index) =>
    index === 0 ? `<option value="0">일시불</option>` : `<option value="${index + 1}">${index + 1}개월</option>`,
  );
  const plan = `<label>할부<select name="months">${months.join("")}</select></label>`;
  if (method === "card") return `${card}${plan}`;
  const discount = `<label>즉시 할인 (원)<input name="couponAmt" inputmode="numeric" placeholder="0"></label>`;
  const money =
    moneyCodeOf(method) !== undefined
      ? `<label class="check"><input type="checkbox" name="money" value="1"> 카드 대신 머니로 결제하기</label>`
      : "";
  return `${card}<div class="two">${plan}${discount}</div>${money}`;
}

function labelOf({ number, cardCode, approve, charged }: NiceTestCard): string {
  const outcome = approve === undefined ? "승인" : charged ? "승인, 알 수 없는 응답" : `거절: ${approve.message}`;
  return `${cardCompanies[cardCode] ?? "기타"} ${number.slice(-4)} · ${outcome}`;
}

/** Brings the buyer back by itself, or by a press. */
export function returnDocument({ url, fields }: BrowserReturn, target: "_blank" | "_self"): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  );
  const title = "상점으로 돌아가고 있어요";
  const main = `<section class="sheet"><h1>${title}</h1><p>돌아가지 않으면 아래 버튼을 눌러 주세요.</p>
<form method="post" action="${escaped(url)}" target="${target}">${inputs.join("")}<button class="main">계속</button></form></section>
<script>document.forms[0].submit()</script>`;
  return documentOf(title, main);
}

/** Why the window does not open, by the manual's code. */
export function refusalDocument({ resultCode, resultMsg }: Answer): string {
  return messageDocument("결제창을 열지 못했어요", `[${resultCode}] ${String(resultMsg)}`);
}

export function messageDocument(title: string, text: string): string {
  return documentOf(title, `<section class="sheet"><h1>${escaped(title)}</h1><p>${escaped(text)}</p></section>`);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
