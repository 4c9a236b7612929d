import type { PaymentIntent } from "@wonflow/client";

import { html, page, shopName, type Html } from "./html.ts";
import type { Order } from "./orders.ts";
import type { Words } from "./words.ts";

export const teaPrice = 25_000;

/** What so many of the shop's only product are called. */
export function teaName({ say }: Words, quantity = 1): string {
  const name = say("제주 우전 녹차 세트", "Jeju first-flush green tea set");
  return quantity === 1 ? name : `${name} ${say(`${quantity}개`, `× ${quantity}`)}`;
}

const cup = html`<path d="M78 62c-10-14 10-20 0-36M100 58c-10-14 10-20 0-36M122 62c-10-14 10-20 0-36" class="steam" />
  <path d="M40 84h120c0 44-20 76-60 76s-60-32-60-76z" class="cup" />
  <ellipse cx="100" cy="84" rx="60" ry="14" class="tea" />
  <path d="M72 172h56" class="saucer" />`;

/** The state of a buyer's cart. */
interface ShownCart {
  readonly cart: string;
  /** Whether the cart's order may be paid already, so that the page offers no payment. */
  readonly isUnderWay: boolean;
  /** The order that is under way, or that was paid last. */
  readonly last: Order | undefined;
}

/**
 * The product, to be paid here through the SDK or by a link. However often a button is pressed and a request is sent, a
 * cart is one order.
 */
export function productPage(
  words: Words,
  service: { readonly url: string; readonly clientKey: string },
  { cart, isUnderWay, last }: ShownCart,
): string {
  const { say, won } = words;
  const name = teaName(words);
  const head = html`<script src="${service.url}/payments-sdk/v1" defer></script>
    <script src="/shop.js" defer data-client-key="${service.clientKey}"></script>`;
  const body = html`<article class="product">
    <div class="picture">
      <svg viewBox="0 0 200 200" role="img" aria-label="${say("녹차 한 잔", "A cup of green tea")}">${cup}</svg>
    </div>
    <section>
      <h1>${name}</h1>
      <p>
        ${say(
          "곡우 전에 딴 첫물 찻잎 80g과 백자 찻잔 두 개예요.",
          "80 g of leaves from the year's first picking, and two white porcelain cups.",
        )}
      </p>
      <p class="price">${won(teaPrice)}</p>
      ${last === undefined ? html`` : lastOrder(words, last, isUnderWay)}
      ${isUnderWay ? html`` : orderForm(words, cart)}
      <p id="problem" role="alert"></p>
    </section>
  </article>`;
  return page(words, { title: name, body, head: isUnderWay ? html`` : head });
}

/** Leads to an order, so that nobody pays twice who has not seen what became of it. */
function lastOrder({ say }: Words, { orderId }: Order, isUnderWay: boolean): Html {
  const text = isUnderWay
    ? say(
        "이 주문의 결제를 확인하고 있어요. 다시 결제하지 마세요.",
        "We are checking your payment. Please don't pay again.",
      )
    : say("지난 주문은 결제가 끝났어요.", "Your last order has been paid.");
  return html`<p id="last" role="status" data-under-way="${String(isUnderWay)}">
    ${text} <a href="/orders/${orderId}">${say("주문 보기", "See the order")}</a>
  </p>`;
}

function orderForm({ say }: Words, cart: string): Html {
  const failed = say(
    "결제창을 열지 못했어요. 잠시 후 다시 시도해 주세요.",
    "The checkout did not open. Please try again in a moment.",
  );
  return html`<form id="order" action="/links" method="post">
    <input type="hidden" name="cart" value="${cart}" />
    <label>${say("수량", "Quantity")} <input name="quantity" type="number" min="1" max="9" value="1" required /></label>
    <button
      id="pay"
      type="button"
      class="main"
      data-busy="${say("결제창을 열고 있어요", "Opening the checkout")}"
      data-failed="${failed}"
    >
      ${say("결제하기", "Pay")}
    </button>
    <button type="submit" data-busy="${say("링크를 만들고 있어요", "Making the link")}">
      ${say("결제 링크를 문자로 보내기", "Send a link to pay by text message")}
    </button>
  </form>`;
}

/** The text message that a merchant would send. */
export function linkPage(
  words: Words,
  order: Order,
  session: { readonly checkoutUrl: string; readonly expiresAt: string },
): string {
  const { say, won, time } = words;
  const until = time(new Date(session.expiresAt));
  const amount = won(order.amount);
  const body = html`<h1>${say("이런 문자를 보내요", "This is the message")}</h1>
    <blockquote class="message">
      ${say(
        `[${shopName}] ${order.orderName} ${amount} 결제 링크예요. ${until}까지 결제해 주세요.`,
        `[${shopName}] ${order.orderName}, ${amount}: pay by this link until ${until}.`,
      )}<br />
      <a id="link" href="${session.checkoutUrl}">${session.checkoutUrl}</a>
    </blockquote>
    <p>
      ${say("새 링크를 만들면 이 링크는 바로 쓸 수 없게 돼요.", "A newer link for the same order ends this one at once.")}
    </p>`;
  return page(words, { title: say("결제 링크", "A link to pay by"), body });
}

/** A button that opens the checkout of the same order again. */
function payAgain({ orderId }: Order, words: Words, text: string): Html {
  return html`<form action="/orders/${orderId}/again" method="post">
    <button id="again" class="main" data-busy="${words.say("결제창을 열고 있어요", "Opening the checkout")}">
      ${text}
    </button>
  </form>`;
}

/** The buyer's card was checked, and the buyer did not come back to the shop. */
const onlyChecked = ["아직 결제하지 않았어요", "Not paid yet"] as const;

export const statusTexts: Readonly<Record<string, readonly [korean: string, english: string]>> = {
  READY: ["아직 결제하지 않았어요", "Not paid yet"],
  IN_PROGRESS: ["결제를 확인하고 있어요", "We are checking your payment"],
  DONE: ["결제를 마쳤어요", "Paid"],
  PARTIAL_CANCELED: ["일부 금액을 취소했어요", "Canceled in part"],
  CANCELED: ["결제를 취소했어요", "Canceled"],
  ABORTED: ["결제가 승인되지 않았어요", "The payment was not approved"],
  EXPIRED: ["결제 시간이 지났어요", "The time to pay is over"],
};

/** The order, with what can still be done. */
export function orderPage(words: Words, { order, payment, mayBePaid, problem }: OrderShown): string {
  const { say } = words;
  const { status, receipt, totalAmount } = payment;
  const title = mayBePaid && status === "IN_PROGRESS" ? onlyChecked : statusTexts[status];
  const remaining = payment.cancel?.remainingAmount ?? totalAmount;
  const isCanceling = payment.cancel?.inProgress === true;
  const isConfirming = status === "IN_PROGRESS" && !mayBePaid;
  const wait = say(
    "다시 결제하지 마세요. 결과를 알게 되면 이 화면에 나와요.",
    "Please don't pay again. This page says what becomes of it.",
  );
  const open = (status === "DONE" || status === "PARTIAL_CANCELED") && !isCanceling;
  const again = mayBePaid ? payAgain(order, words, say("다시 결제하기", "Pay this order")) : html``;
  const slip =
    receipt &&
    html`<a id="slip" href="${receipt.candyUrl}" target="_blank">${say("매출전표 보기", "Sales slip")}</a> · `;
  const body = html`<h1 id="status" data-status="${status}">
      ${title === undefined ? say("주문 내역", "Your order") : say(...title)}
    </h1>
    <dl>${orderRows(words, order, payment)}</dl>
    <p id="problem" role="alert">${problem}</p>
    ${isConfirming ? html`<p role="status">${wait}</p>` : html``}
    ${isCanceling ? html`<p role="status">${say("취소를 확인하고 있어요.", "We are checking your cancellation.")}</p>` : html``}
    ${open ? cancelForm(words, order, remaining) : again}
    <p>
      ${slip ?? html``}<a href="/settlements#${order.orderId}"
        >${say("이 주문의 정산 (점주용)", "This order's settlement, for the owner")}</a
      >
      · <a href="/">${say("처음으로", "Back to the shop")}</a>
    </p>`;
  // An answer that got lost is found within seconds: the buyer need not know how to look again.
  const head = status === "IN_PROGRESS" || isCanceling ? html`<meta http-equiv="refresh" content="2" />` : html``;
  return page(words, { title: say("주문 내역", "Your order"), body, head });
}

interface OrderShown {
  readonly order: Order;
  readonly payment: PaymentIntent;
  /** Whether nothing is charged, so that the buyer may pay. */
  readonly mayBePaid: boolean;
  /** Why the last request failed; empty if none has. */
  readonly problem: string;
}

function orderRows({ say, won, moment }: Words, order: Order, payment: PaymentIntent): Html {
  const { totalAmount, approvedAt, cancel, methods } = payment;
  const row = (name: string, term: string, value: string | undefined) =>
    value === undefined
      ? html``
      : html`<dt>${term}</dt>
          <dd id="${name}">${value}</dd>`;
  const when = (time: string | undefined) => (time === undefined ? undefined : moment(new Date(time)));
  const amount = (value: number | undefined) => (value === undefined ? undefined : won(value));
  return html`${row("order-id", say("주문번호", "Order number"), order.orderId)}
  ${row("product", say("상품", "Product"), order.orderName)}
  ${row("total", say("결제 금액", "Amount"), won(totalAmount))}
  ${row("canceled", say("취소한 금액", "Canceled"), amount(cancel?.canceledAmount))}
  ${row("remaining", say("남은 금액", "Remaining"), amount(cancel?.remainingAmount))}
  ${row("card", say("카드", "Card"), methods[0]?.keyin?.number)}
  ${row("approved-at", say("승인 시각", "Approved"), when(approvedAt))}
  ${row("canceled-at", say("취소 시각", "Canceled at"), when(cancel?.canceledAt))}`;
}

function cancelForm({ say }: Words, { orderId }: Order, remaining: number): Html {
  const busy = say("취소하고 있어요", "Canceling");
  return html`<form class="cancel" action="/orders/${orderId}/cancel" method="post">
    <input type="hidden" name="idempotencyKey" value="${crypto.randomUUID()}" />
    <label
      >${say("일부 취소 금액", "Cancel a part of it")}
      <input name="amount" type="number" min="1" max="${remaining}" placeholder="${say("예: 5000", "5000")}"
    /></label>
    <button name="what" value="part" data-busy="${busy}">${say("일부 취소", "Cancel this part")}</button>
    <button name="what" value="rest" data-busy="${busy}">
      ${say("남은 금액 모두 취소", "Cancel all that remains")}
    </button>
  </form>`;
}

/** What a buyer sees when nothing was charged. Where the order can still be paid, it offers that. */
export function messagePage(words: Words, { title, text, order, hasLeft = false }: Message): string {
  const { say } = words;
  const next = hasLeft ? say("다시 결제하기", "Pay this order") : say("다른 카드로 결제하기", "Pay with another card");
  const again = order === undefined ? html`` : payAgain(order, words, next);
  const body = html`<h1>${title}</h1>
    <p>${text}</p>
    ${again}
    <p><a href="/">${say("처음으로", "Back to the shop")}</a></p>`;
  return page(words, { title, body });
}

export interface Message {
  readonly title: string;
  readonly text: string;
  readonly order?: Order | undefined;
  /** Whether the buyer left, and no card was refused. */
  readonly hasLeft?: boolean;
}
