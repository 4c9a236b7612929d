import { html, page, won } from "./html.ts";
import type { Order } from "./orders.ts";
import type { Payment } from "./wonflow-client.ts";

export const tea = { name: "제주 우전 녹차 세트", price: 25_000 };

const picture = html`<svg viewBox="0 0 200 200" role="img" aria-label="녹차 한 잔">
  <path d="M78 62c-10-14 10-20 0-36M100 58c-10-14 10-20 0-36M122 62c-10-14 10-20 0-36" class="steam" />
  <path d="M40 84h120c0 44-20 76-60 76s-60-32-60-76z" class="cup" />
  <ellipse cx="100" cy="84" rx="60" ry="14" class="tea" />
  <path d="M72 172h56" class="saucer" />
</svg>`;

/** The product, to be paid here through the SDK or by a link. */
export function productPage(service: { readonly url: string; readonly clientKey: string }): string {
  const head = html`<script src="${service.url}/payments-sdk/v1" defer></script>
    <script src="/shop.js" defer data-client-key="${service.clientKey}"></script>`;
  const body = html`<article class="product">
    <div class="picture">${picture}</div>
    <section>
      <h1>${tea.name}</h1>
      <p>곡우 전에 딴 첫물 찻잎 80g과 백자 찻잔 두 개.</p>
      <p class="price">${won(tea.price)}</p>
      <form id="order" action="/links" method="post">
        <label>수량 <input name="quantity" type="number" min="1" max="9" value="1" required /></label>
        <button id="pay" type="button" class="main">결제하기</button>
        <button type="submit">결제 링크를 문자로 보내기</button>
      </form>
      <p id="problem" role="alert"></p>
    </section>
  </article>`;
  return page(tea.name, body, head);
}

/** The text message that a merchant would send. */
export function linkPage(order: Order, session: { readonly checkoutUrl: string; readonly expiresAt: string }): string {
  const until = new Date(session.expiresAt).toLocaleTimeString("ko-KR", { timeStyle: "short", timeZone: "Asia/Seoul" });
  const body = html`<h1>이 문자를 보냅니다</h1>
    <blockquote class="message">
      [찻집 다올] ${order.orderName} ${won(order.amount)} 결제 링크입니다. ${until}까지 결제해 주세요.<br />
      <a id="link" href="${session.checkoutUrl}">${session.checkoutUrl}</a>
    </blockquote>
    <p>새 링크를 만들면 이 링크는 바로 쓸 수 없게 됩니다.</p>`;
  return page("결제 링크", body);
}

const statusTexts: Readonly<Record<string, string>> = {
  READY: "아직 결제하지 않았습니다",
  IN_PROGRESS: "결제를 확인하고 있습니다",
  DONE: "결제가 완료되었습니다",
  PARTIAL_CANCELED: "일부 금액이 취소되었습니다",
  CANCELED: "결제가 취소되었습니다",
  ABORTED: "결제가 승인되지 않았습니다",
  EXPIRED: "결제 시간이 지났습니다",
};

/** The receipt, with what can still be done. `problem` is why the last request failed. */
export function receiptPage(order: Order, payment: Payment, problem = ""): string {
  const open = payment.status === "DONE" || payment.status === "PARTIAL_CANCELED";
  const idempotencyKey = crypto.randomUUID();
  const forms = html`<form class="cancel" action="/orders/${order.orderId}/cancel" method="post">
    <input type="hidden" name="idempotencyKey" value="${idempotencyKey}" />
    <label
      >일부 취소 금액 <input name="amount" type="number" min="1" max="${order.amount}" placeholder="예: 5000"
    /></label>
    <button name="what" value="part">일부 취소</button>
    <button name="what" value="rest">남은 금액 모두 취소</button>
  </form>`;
  const slip =
    payment.receipt && html`<a id="slip" href="${payment.receipt.candyUrl}" target="_blank">매출전표 보기</a> · `;
  const body = html`<h1 id="status" data-status="${payment.status}">
      ${statusTexts[payment.status] ?? payment.status}
    </h1>
    <dl>
      <dt>주문번호</dt>
      <dd>${order.orderId}</dd>
      <dt>상품</dt>
      <dd>${order.orderName}</dd>
      <dt>결제 금액</dt>
      <dd>${won(payment.totalAmount)}</dd>
      <dt>카드</dt>
      <dd>${payment.methods[0]?.keyin?.number ?? "-"}</dd>
      <dt>승인 시각</dt>
      <dd>${payment.approvedAt ?? "-"}</dd>
      <dt>취소 시각</dt>
      <dd>${payment.cancel?.canceledAt ?? "-"}</dd>
    </dl>
    <p id="problem" role="alert">${problem}</p>
    ${open ? forms : html``}
    <p>
      ${slip ?? html``}<a href="/settlements#${order.orderId}">이 주문의 정산 (점주용)</a> · <a href="/">처음으로</a>
    </p>`;
  // An answer that got lost is found within seconds: the buyer need not know how to look again.
  const refresh = payment.status === "IN_PROGRESS" ? html`<meta http-equiv="refresh" content="2" />` : html``;
  return page("주문 내역", body, refresh);
}

/** What a buyer sees when nothing was charged. */
export function messagePage(title: string, text: string): string {
  return page(
    title,
    html`<h1>${title}</h1>
      <p>${text}</p>
      <p><a href="/">처음으로</a></p>`,
  );
}
