import { html, page, won, type Html } from "./html.ts";
import type { Order } from "./orders.ts";
import type { ToldSettlement } from "./told-settlements.ts";
import type { Balance, OrderSettlement, Transfer } from "./wonflow-client.ts";

/** A paid order with what it earned, or is expected to earn. */
export interface ShownOrder {
  readonly order: Order;
  readonly settlement: OrderSettlement;
}

/** For the shop's owner: when the money comes, how much of it, and why. */
export function settlementsPage({
  now,
  balance,
  paid,
  told,
  transfers,
}: {
  readonly now: Date;
  readonly balance: Balance;
  readonly paid: readonly ShownOrder[];
  readonly told: readonly ToldSettlement[];
  readonly transfers: readonly Transfer[];
}): string {
  const names = new Map(paid.map(({ order }) => [order.orderId, order.orderName]));
  const body = html`<h1>정산</h1>
    <section>
      <p>서비스 시각 <strong id="now" data-now="${now.toISOString()}">${timeOf(now)}</strong></p>
      <form class="clock" action="/clock" method="post">
        <button name="minutes" value="60">1시간 보내기</button>
        <button name="businessDays" value="1">다음 영업일로</button>
        <button name="businessDays" value="3" class="main">3영업일 보내기</button>
      </form>
      <p class="note">개발용 시계입니다. 앞으로만 가며, 그 사이에 할 일을 차례로 마친 뒤 이 화면으로 돌아옵니다.</p>
      <dl>
        <dt>정산 예정 금액</dt>
        <dd id="pending">${won(balance.pendingAmount.value)}</dd>
        <dt>정산된 잔액</dt>
        <dd id="available">${won(balance.availableAmount.value)}</dd>
      </dl>
    </section>
    <section>
      <h2>내 계좌로 이체</h2>
      ${
        transfers.length === 0
          ? html`<p>아직 이체가 없습니다. 정산된 잔액은 영업일 밤 11시에 다음 영업일 이체로 넘어갑니다.</p>`
          : html`<dl class="sum">${join(transfers.map(transferLine))}</dl>`
      }
    </section>
    <section>
      <h2>주문별 정산</h2>
      ${paid.length === 0 ? html`<p>아직 결제된 주문이 없습니다.</p>` : join(paid.map(orderCard))}
    </section>
    <section>
      <h2>받은 정산 웹훅</h2>
      ${
        told.length === 0
          ? html`<p>아직 받은 웹훅이 없습니다. 결제하고 3영업일이 지나면 옵니다.</p>`
          : join(told.map((settlement) => settlementCard(settlement, names)))
      }
    </section>`;
  return page("정산", body);
}

/** What a status means to whoever waits for the money. */
const transferWords: Readonly<Record<Transfer["status"], string>> = {
  PENDING: "이체 예정",
  SUBMITTING: "은행 확인 중",
  REQUESTED: "이체 예정",
  COMPLETED: "이체 완료",
  FAILED: "이체 실패, 다음 영업일에 다시 이체",
  CANCELED: "은행에서 취소됨, 다음 영업일에 다시 이체",
};

function transferLine({ id, payoutDate, amount, status }: Transfer): Html {
  return html`<dt id="${id}" data-status="${status}">
      ${dayOf(new Date(`${payoutDate}T00:00:00+09:00`))} ${transferWords[status]}
    </dt>
    <dd>${won(amount.value)}</dd>`;
}

function orderCard({ order, settlement }: ShownOrder): Html {
  const { transactionAmount, fee, vat, settlementAmount, status, scheduledAt, settledAt } = settlement;
  const isSettled = status === "SETTLED";
  const when = isSettled ? settledAt : scheduledAt;
  // Canceled in full before its day it settles never.
  const word = isSettled ? "정산 완료" : transactionAmount === 0 ? "정산할 금액 없음" : "정산 예정";
  const day = transactionAmount === 0 && !isSettled ? "" : when === null ? "날짜 미정" : dayOf(new Date(when));
  return html`<article class="card" id="${order.orderId}" data-status="${status}">
    <h3>${order.orderName}</h3>
    <p class="note"><a href="/orders/${order.orderId}">${order.orderId}</a></p>
    ${sum({ transactionAmount, fee, vat, settled: settlementAmount })}
    <p><strong>${word}</strong> ${day}</p>
  </article>`;
}

function settlementCard(
  { settlementId, settledAt, amount, lines }: ToldSettlement,
  names: ReadonlyMap<string, string>,
): Html {
  const shown = lines.map(
    ({ orderId, transactionAmount, feeRate, feeAmount: fee, vatAmount: vat, settledAmount: settled }) =>
      html`<h4>${names.get(orderId) ?? orderId}${transactionAmount < 0 ? " (취소)" : ""}</h4>
        ${sum({ transactionAmount, fee, vat, settled, feeRate })}`,
  );
  return html`<article class="card told" data-settlement="${settlementId}">
    <h3>${dayOf(new Date(settledAt))} 정산 ${won(amount)}</h3>
    <p class="note">${settlementId} · 웹훅 서명 확인됨</p>
    ${join(shown)}
  </article>`;
}

/** The arithmetic, to be followed line by line. */
function sum(line: {
  readonly transactionAmount: number;
  readonly fee: number;
  readonly vat: number;
  readonly settled: number;
  readonly feeRate?: number;
}): Html {
  const rate = line.feeRate === undefined ? "" : ` (${line.feeRate}%)`;
  return html`<dl class="sum">
    <dt>거래 금액</dt>
    <dd>${won(line.transactionAmount)}</dd>
    <dt>− 수수료${rate}</dt>
    <dd>${won(line.fee)}</dd>
    <dt>− 수수료의 부가세 (10%)</dt>
    <dd>${won(line.vat)}</dd>
    <dt>= 정산 금액</dt>
    <dd>${won(line.settled)}</dd>
  </dl>`;
}

function join(parts: readonly Html[]): Html {
  return parts.reduce((all, part) => html`${all}${part}`, html``);
}

function timeOf(moment: Date): string {
  return moment.toLocaleString("ko-KR", { dateStyle: "full", timeStyle: "short", timeZone: "Asia/Seoul" });
}

function dayOf(moment: Date): string {
  return moment.toLocaleDateString("ko-KR", { dateStyle: "full", timeZone: "Asia/Seoul" });
}
