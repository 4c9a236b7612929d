import type { Balance, OrderSettlement, Payout } from "@wonflow/client";

import { html, page, type Html } from "./html.ts";
import type { Order } from "./orders.ts";
import type { ReportedSettlement } from "./reported-settlements.ts";
import { cancelPending, type Words } from "./words.ts";

/** A paid order with what it earned, or is expected to earn. */
export interface ShownOrder {
  readonly order: Order;
  readonly settlement: OrderSettlement;
  /** Whether a cancellation of it has no outcome yet. */
  readonly isCanceling: boolean;
}

/** The content of the owner's page. */
interface SettlementsShown {
  readonly now: Date;
  /** Whether the clock can't be moved, no webhook comes, and no bank transfers anything. */
  readonly isLive: boolean;
  readonly balance: Balance;
  readonly paid: readonly ShownOrder[];
  readonly reported: readonly ReportedSettlement[];
  /** To the owner's own account. */
  readonly transfers: readonly Payout[];
}

/** For the shop's owner: when the money comes, how much of it, and why. */
export function settlementsPage(words: Words, shown: SettlementsShown): string {
  const { say } = words;
  const { paid, isLive } = shown;
  const title = say("가맹점 정산", "Settlements");
  const body = html`<h1>${title}</h1>
    ${clockAndBalance(words, shown)} ${isLive ? html`` : transfersToOwner(words, shown)}
    <section>
      <h2>${say("주문별 정산", "Order by order")}</h2>
      ${
        paid.length === 0
          ? html`<p>${say("아직 결제된 주문이 없어요.", "No order has been paid yet.")}</p>`
          : join(paid.map((order) => orderCard(words, order)))
      }
    </section>
    ${isLive ? html`` : receivedWebhooks(words, shown)}`;
  return page(words, { title, body });
}

function transfersToOwner(words: Words, { transfers }: SettlementsShown): Html {
  const { say } = words;
  const none = say(
    "아직 이체가 없어요. 정산된 금액은 영업일 밤 11시에 마감해 다음 영업일에 입금돼요.",
    "None yet. Money settled by 11 in the evening of a business day is transferred on the next one.",
  );
  return html`<section>
    <h2>${say("내 계좌로 이체", "Transfers to your account")}</h2>
    ${
      transfers.length === 0
        ? html`<p>${none}</p>`
        : html`<dl class="sum">${join(transfers.map((transfer) => transferLine(words, transfer)))}</dl>`
    }
  </section>`;
}

function receivedWebhooks(words: Words, { reported, paid }: SettlementsShown): Html {
  const { say } = words;
  const names = new Map(paid.map(({ order }) => [order.orderId, order.orderName]));
  const none = say(
    "아직 받은 웹훅이 없어요. 결제하고 3영업일이 지나면 와요.",
    "None yet. One comes three business days after a payment.",
  );
  return html`<section>
    <h2>${say("받은 정산 웹훅", "Settlement webhooks received")}</h2>
    ${
      reported.length === 0
        ? html`<p>${none}</p>`
        : join(reported.map((settlement) => settlementCard(words, settlement, names)))
    }
  </section>`;
}

function clockAndBalance(words: Words, { now, isLive, balance }: SettlementsShown): Html {
  const { say, won, moment } = words;
  return html`<section>
    <p>
      ${say("서비스 시각", "The service's time")}
      <strong id="now" data-now="${now.toISOString()}">${moment(now)}</strong>
    </p>
    ${isLive ? html`` : clockForm(words)}
    <dl>
      <dt>${say("정산 예정 금액", "To be settled")}</dt>
      <dd id="pending">${won(balance.pendingAmount.value)}</dd>
      <dt>${say("정산된 잔액", "Settled balance")}</dt>
      <dd id="available">${won(balance.availableAmount.value)}</dd>
    </dl>
    ${balance.availableAmount.value < 0 ? html`<p id="below-zero" class="note">${say(...belowZero)}</p>` : html``}
  </section>`;
}

const belowZero = [
  "이미 입금된 주문이 취소되어 잔액이 0원보다 적어요. 다음 정산 금액으로 채워지고, 그때까지는 입금되지 않아요.",
  "An order was canceled after it was transferred. The next settlements fill this up; nothing is transferred until then.",
] as const;

function clockForm({ say }: Words): Html {
  const busy = say("시계를 옮기고 있어요", "Moving the clock");
  return html`<form class="clock" action="/clock" method="post">
      <button name="minutes" value="60" data-busy="${busy}">${say("1시간 뒤로", "An hour on")}</button>
      <button name="businessDays" value="1" data-busy="${busy}">${say("다음 영업일로", "Next business day")}</button>
      <button name="businessDays" value="3" class="main" data-busy="${busy}">
        ${say("3영업일 뒤로", "3 business days on")}
      </button>
    </form>
    <p class="note">
      ${say(
        "개발용 시계예요. 미래로만 옮길 수 있고, 그사이 예정된 작업을 모두 처리해요.",
        "This clock exists in development only. It only goes ahead, and does all that is due by then.",
      )}
    </p>`;
}

/** The words of each status for the owner, who waits for the money. */
const transferWords: Readonly<Record<Payout["status"], readonly [korean: string, english: string]>> = {
  PENDING: ["이체 예정", "to be transferred"],
  SUBMITTING: ["은행 확인 중", "the bank is being asked"],
  REQUESTED: ["이체 예정", "to be transferred"],
  COMPLETED: ["이체 완료", "transferred"],
  FAILED: ["이체 실패, 다음 영업일에 다시 이체", "failed, again on the next business day"],
  CANCELED: ["은행에서 취소됨, 다음 영업일에 다시 이체", "canceled by the bank, again on the next business day"],
};

function transferLine({ say, won, day }: Words, { id, payoutDate, amount, status }: Payout): Html {
  return html`<dt id="${id}" data-status="${status}">
      ${day(new Date(`${payoutDate}T00:00:00+09:00`))} ${say(...transferWords[status])}
    </dt>
    <dd>${won(amount.value)}</dd>`;
}

function orderCard(words: Words, { order, settlement, isCanceling }: ShownOrder): Html {
  const { say, day } = words;
  const { transactionAmount, fee, vat, settlementAmount, status, scheduledAt, settledAt } = settlement;
  const isSettled = status === "SETTLED";
  const when = isSettled ? settledAt : scheduledAt;
  // Canceled in full before its day it settles never.
  const isNothing = transactionAmount === 0 && !isSettled;
  const word = isSettled
    ? say("정산 완료", "Settled")
    : isNothing
      ? say("정산할 금액 없음", "Nothing to settle")
      : say("정산 예정", "Settles");
  const date = isNothing ? "" : when === null ? say("날짜 미정", "on a day not known yet") : day(new Date(when));
  return html`<article class="card" id="${order.orderId}" data-status="${status}">
    <h3>${order.orderName}</h3>
    <p class="note"><a href="/orders/${order.orderId}">${order.orderId}</a></p>
    ${sum(words, { transactionAmount, fee, vat, settled: settlementAmount })}
    <p><strong>${word}</strong> ${date}</p>
    ${isCanceling ? html`<p class="pending">${say(...cancelPending)}</p>` : html``}
  </article>`;
}

function settlementCard(
  words: Words,
  { settlementId, settledAt, amount, lines }: ReportedSettlement,
  names: ReadonlyMap<string, string>,
): Html {
  const { say, won, day } = words;
  const shown = lines.map(
    ({ orderId, transactionAmount, feeRate, feeAmount: fee, vatAmount: vat, settledAmount: settled }) =>
      html`<h4>${names.get(orderId) ?? orderId}${transactionAmount < 0 ? say(" (취소)", " (canceled)") : ""}</h4>
        ${sum(words, { transactionAmount, fee, vat, settled, feeRate })}`,
  );
  const date = day(new Date(settledAt));
  return html`<article class="card reported" data-settlement="${settlementId}">
    <h3>${say(`${date} 정산 ${won(amount)}`, `${won(amount)} settled on ${date}`)}</h3>
    <p class="note">${settlementId} · ${say("웹훅 서명 확인됨", "webhook, its signature verified")}</p>
    ${join(shown)}
  </article>`;
}

/** The arithmetic, to be followed line by line. */
function sum(
  { say, won }: Words,
  line: {
    readonly transactionAmount: number;
    readonly fee: number;
    readonly vat: number;
    readonly settled: number;
    readonly feeRate?: number;
  },
): Html {
  const rate = line.feeRate === undefined ? "" : ` (${line.feeRate}%)`;
  return html`<dl class="sum">
    <dt>${say("거래 금액", "Paid")}</dt>
    <dd>${won(line.transactionAmount)}</dd>
    <dt>− ${say("수수료", "fee")}${rate}</dt>
    <dd>${won(line.fee)}</dd>
    <dt>− ${say("수수료의 부가세", "VAT of the fee")} (10%)</dt>
    <dd>${won(line.vat)}</dd>
    <dt>= ${say("정산 금액", "settled")}</dt>
    <dd>${won(line.settled)}</dd>
  </dl>`;
}

function join(parts: readonly Html[]): Html {
  return parts.reduce((all, part) => html`${all}${part}`, html``);
}
