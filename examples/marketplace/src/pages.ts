import type { Entry, PayoutView } from "wonflow";

import { html, page, timeOf, won, type Html } from "./html.ts";
import { balances, plot } from "./plot.ts";
import type { Seller } from "./marketplace.ts";
import { commissionRate, owedBy, type StatementLine } from "./statement.ts";

/** A seller with all that the marketplace and it have to do with each other. */
export interface Account {
  readonly seller: Seller;
  readonly statement: readonly StatementLine[];
}

/** The marketplace at a moment. */
export interface Overview {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** How many days are still to pass; undefined while the clock runs as clocks do. */
  readonly passingDays: number | undefined;
  /** Why days could not pass. */
  readonly problem: string | undefined;
  readonly balances: Readonly<Record<(typeof balances)[number]["account"], number>>;
  readonly entries: readonly Entry[];
  readonly accounts: readonly Account[];
  /** Those of the newest payout date first. */
  readonly payouts: readonly PayoutView[];
}

/** Balances, payouts and sellers. The page asks for the part in `live` again and again. */
export function overviewPage(overview: Overview): string {
  const body = html`<h1>정산과 지급</h1>
    <form class="clock" action="/days" method="post">
      <button name="days" value="1">하루 뒤로</button>
      <button name="days" value="7">한 주 뒤로</button>
      <button name="days" value="30" class="main">한 달 뒤로</button>
    </form>
    <p class="note">
      개발용 시계예요. 미래로만 옮길 수 있고, 그사이 예정된 작업을 모두 처리해요. 날마다 손님이 오고, 3영업일 뒤에
      정산되며, 금요일 14시에 판매자에게 지급해요.
    </p>
    <div id="live">${liveOf(overview)}</div>`;
  return page("정산과 지급", body);
}

/** The part of the page that changes by itself. */
export function liveOf(overview: Overview): Html {
  const { now, passingDays, problem = "", accounts, payouts } = overview;
  const passing = passingDays === undefined ? "" : `남은 날 ${passingDays}일`;
  return html`<p>
      서비스 시각 <strong id="now">${timeOf(now)}</strong>
      <span id="passing" role="status">${passing}</span>
    </p>
    <p id="problem" role="alert">${problem}</p>
    <dl class="balances">
      ${balances.map(
        ({ account, name }) =>
          html`<div>
            <dt class="key ${account}">${name}</dt>
            <dd id="${account}">${won(overview.balances[account])}</dd>
          </div>`,
      )}
    </dl>
    ${overview.balances.available < 0 ? html`<p class="note below-zero">${belowZero}</p>` : ""}
    ${plot(overview.entries, now)}
    <h2>판매자</h2>
    <div class="sellers">${accounts.map(sellerCard)}</div>
    <h2>지급</h2>
    ${payouts.length === 0 ? html`<p class="note">첫 지급일은 금요일이에요.</p>` : payoutTable(accounts, payouts)}`;
}

const belowZero =
  "이미 지급한 주문이 취소되어 지급 가능 금액이 0원보다 적어요. 다음 정산 금액으로 채워지고, 그때까지는 지급할 수 없어요.";

function sellerCard({ seller, statement }: Account): Html {
  const sum = (of: "transaction" | "cardFee" | "commission", kinds: readonly string[]) =>
    statement.reduce((total, line) => total + (kinds.includes(line.kind) ? line[of] : 0), 0);
  const paid = -statement.reduce((total, { kind, change }) => total + (kind.startsWith("payout") ? change : 0), 0);
  const trades = ["sale", "cancellation"];
  const owed = owedBy(statement);
  return html`<article class="card" id="seller-${seller.ref}">
    <h3>${seller.name}</h3>
    <dl>
      <dt>정산된 판매</dt>
      <dd>${won(sum("transaction", trades))}</dd>
      <dt>− 카드 수수료 (부가세 포함)</dt>
      <dd>${won(sum("cardFee", trades))}</dd>
      <dt>− 장터 수수료 ${commissionRate}%</dt>
      <dd>${won(sum("commission", trades))}</dd>
      <dt>− 지급한 금액</dt>
      <dd>${won(paid)}</dd>
      <dt>= 미지급 금액</dt>
      <dd class="owed">${won(owed)}</dd>
    </dl>
    ${owed < 0 ? html`<p class="note below-zero">이미 지급한 주문이 취소됐어요. 다음 정산 금액에서 빼요.</p>` : ""}
    <p><a href="/sellers/${seller.ref}">명세서</a> · <a href="/sellers/${seller.ref}.csv">CSV</a></p>
  </article>`;
}

const statuses: Readonly<Record<PayoutView["status"], { readonly text: string; readonly look: string }>> = {
  PENDING: { text: "대기", look: "waiting" },
  SUBMITTING: { text: "대기 · 은행에 보내는 중", look: "waiting" },
  REQUESTED: { text: "대기 · 은행 접수", look: "waiting" },
  COMPLETED: { text: "완료", look: "done" },
  FAILED: { text: "실패", look: "failed" },
  CANCELED: { text: "취소", look: "failed" },
};

function payoutTable(accounts: readonly Account[], payouts: readonly PayoutView[]): Html {
  const nameOf = ({ destination }: PayoutView) =>
    accounts.find(({ seller }) => destination.type === "SELLER" && seller.id === destination.sellerId)?.seller.name;
  const rows = payouts.map((payout) => {
    const { text, look } = payout.reconciliationRequired
      ? { text: `${statuses[payout.status].text} · 확인 필요`, look: "failed" }
      : statuses[payout.status];
    return html`<tr id="${payout.refPayoutId}" data-status="${payout.status}">
      <td><time datetime="${payout.payoutDate}">${payout.payoutDate.slice(5)}</time></td>
      <td>${nameOf(payout) ?? ""}<small>${payout.refPayoutId}</small></td>
      <td class="number">${won(payout.amount.value)}</td>
      <td class="${look}">${text}<small>${payout.error?.message ?? ""}</small></td>
    </tr>`;
  });
  return html`<table>
    <thead>
      <tr>
        <th>지급일</th>
        <th>판매자</th>
        <th class="number">금액</th>
        <th>상태</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

/** A seller's statement, the newest line first. */
export function statementPage({ seller, statement }: Account): string {
  const rows = statement.toReversed().map(({ at, text, transaction, cardFee, commission, change, owed }) => {
    const parts = [`거래 ${won(transaction)}`, `카드 ${won(cardFee)}`, `장터 ${won(commission)}`];
    const why = html`<small>${parts.map((part) => html`<span>${part}</span> `)}</small>`;
    return html`<tr>
      <td>${text}<small>${timeOf(at)}</small>${transaction === 0 ? "" : why}</td>
      <td class="number">${won(change)}</td>
      <td class="number">${won(owed)}</td>
    </tr>`;
  });
  const body = html`<h1>${seller.name} 명세서</h1>
    <p>
      미지급 금액 <strong>${won(owedBy(statement))}</strong> · <a href="/sellers/${seller.ref}.csv">CSV 내려받기</a>
    </p>
    <p class="note">증감 = 거래 금액 − 카드 수수료(부가세 포함) − 장터 수수료 ${commissionRate}%</p>
    <table>
      <thead>
        <tr>
          <th>내용</th>
          <th class="number">증감</th>
          <th class="number">지급할 금액</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>`;
  return page(`${seller.name} 명세서`, body);
}

/** A seller's statement for a spreadsheet, the oldest line first. */
export function statementCsv({ statement }: Pick<Account, "statement">): string {
  const head = ["때", "구분", "내용", "거래 금액", "카드 수수료", "장터 수수료", "증감", "지급할 금액"];
  const rows = statement.map(({ at, kind, text, transaction, cardFee, commission, change, owed }) => {
    return [new Date(at).toISOString(), kind, text, transaction, cardFee, commission, change, owed];
  });
  const cell = (value: string | number) =>
    typeof value === "number" ? String(value) : `"${value.replaceAll('"', '""')}"`;
  // Spreadsheets recognize UTF-8 by the byte order mark.
  return `\uFEFF${[head, ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("")}`;
}

/** The goods that a human can buy, to be paid by the hosted checkout. */
export function shopPage(sellers: readonly Seller[]): string {
  const cards = sellers.flatMap((seller) =>
    seller.goods.map(
      ({ name, price }, index) =>
        html`<form class="card goods" action="/orders" method="post">
          <h3>${name}</h3>
          <p class="note">${seller.name}</p>
          <button name="goods" value="${seller.ref}.${index}" class="main">${won(price)} 결제하기</button>
        </form>`,
    ),
  );
  const body = html`<h1>물건 사기</h1>
    <p class="note">
      테스트 카드 4000 0000 0011 0009, 지나지 않은 유효기간, 생년월일 900101, 비밀번호 앞 두 자리 12로 결제해 보세요.
      실제 돈은 나가지 않아요.
    </p>
    <div class="shelf">${cards}</div>`;
  return page("물건 사기", body);
}

/** A word to the buyer. */
export function messagePage(title: string, text: string): string {
  return page(
    title,
    html`<h1>${title}</h1>
      <p>${text}</p>
      <p><a href="/">정산과 지급 보기</a> · <a href="/shop">물건 사기</a></p>`,
  );
}
