import { html, page, type Html } from "./html.ts";
import type { Order } from "./orders.ts";
import type { Words } from "./words.ts";

export const teaPrice = 25_000;

/** The name of an order for so many of the shop's only product. */
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

/** Links to an order, so that a buyer who has not seen its outcome doesn't pay twice. */
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
    <button id="window" formaction="/checkout" data-busy="${say("결제창을 열고 있어요", "Opening the checkout")}">
      ${say("카카오페이나 다른 방법으로 결제하기", "Pay with Kakao Pay or another way")}
    </button>
    <button type="submit" data-busy="${say("링크를 만들고 있어요", "Creating the link")}">
      ${say("결제 링크 보내기", "Send a link to pay by")}
    </button>
  </form>`;
}

/** A button that opens the checkout of the same order again. */
export function payAgain({ orderId }: Order, words: Words, text: string): Html {
  return html`<form action="/orders/${orderId}/again" method="post">
    <button id="again" class="main" data-busy="${words.say("결제창을 열고 있어요", "Opening the checkout")}">
      ${text}
    </button>
  </form>`;
}

/** A page for a buyer who was not charged. Where the order can still be paid, it offers that. */
export function messagePage(words: Words, { title, text, order, hasLeft = false }: Message): string {
  const { say } = words;
  const next = hasLeft ? say("다시 결제하기", "Pay this order") : say("다른 방법으로 결제하기", "Pay another way");
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
