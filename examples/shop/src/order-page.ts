import type { Client, PaymentIntent } from "@wonflow/client";

import { html, page, type Html } from "./html.ts";
import { type Order, isConfirming, isUnpaid } from "./orders.ts";
import { payAgain } from "./pages.ts";
import { cancelPending, nothingCharged, type Words } from "./words.ts";

/** The buyer's card was checked, and the buyer did not come back to the shop. */
const onlyChecked = ["아직 결제하지 않았어요", "Not paid yet"] as const;

const canceling = ["취소하고 있어요", "Canceling"] as const;

const wallets: Readonly<Record<string, readonly [korean: string, english: string]>> = {
  KAKAOPAY: ["카카오페이", "Kakao Pay"],
  NAVERPAY: ["네이버페이", "Naver Pay"],
};

export const statusTexts: Readonly<Record<string, readonly [korean: string, english: string]>> = {
  READY: ["아직 결제하지 않았어요", "Not paid yet"],
  IN_PROGRESS: ["결제를 확인하고 있어요", "We are checking your payment"],
  DONE: ["결제를 마쳤어요", "Paid"],
  PARTIAL_CANCELED: ["일부 금액을 취소했어요", "Canceled in part"],
  CANCELED: ["결제를 취소했어요", "Canceled"],
  ABORTED: ["결제가 승인되지 않았어요", "The payment was not approved"],
  EXPIRED: ["결제 시간이 지났어요", "The time to pay is over"],
};

/** Looks an order up, and shows it with all that can still be done. */
export async function showOrder(
  { wonflow, words }: { readonly wonflow: Client; readonly words: Words },
  order: Order,
  { problem = "", asksAll = false }: { readonly problem?: string; readonly asksAll?: boolean } = {},
): Promise<string> {
  const payment = await wonflow.intents.lookUp({ orderId: order.orderId });
  const mayBePaid = isUnpaid(payment) && !isConfirming(order, payment);
  return orderPage(words, { order, payment, mayBePaid, problem, asksAll });
}

function orderPage(words: Words, { order, payment, mayBePaid, problem, asksAll }: OrderShown): string {
  const { say } = words;
  const { status, receipt, totalAmount } = payment;
  const title = mayBePaid && status === "IN_PROGRESS" ? onlyChecked : statusTexts[status];
  const remaining = payment.cancel?.remainingAmount ?? totalAmount;
  const isCanceling = payment.cancel?.inProgress === true;
  const isConfirming = status === "IN_PROGRESS" && !mayBePaid;
  const wait = say(
    "다시 결제하지 마세요. 결과를 알게 되면 이 화면에 나와요.",
    "Please don't pay again. This page will show the outcome.",
  );
  const open = (status === "DONE" || status === "PARTIAL_CANCELED") && !isCanceling;
  const again = mayBePaid
    ? payAgain(order, words, say(status === "READY" ? "결제하기" : "다시 결제하기", "Pay this order"))
    : html``;
  const slip =
    receipt &&
    html`<a id="slip" href="${receipt.candyUrl}" target="_blank">${say("매출전표 보기", "Sales slip")}</a> · `;
  const body = html`<h1 id="status" data-status="${status}">
      ${title === undefined ? say("주문 내역", "Your order") : say(...title)}
    </h1>
    <dl>${orderRows(words, order, payment)}</dl>
    <p id="problem" role="alert">${problem}</p>
    ${mayBePaid ? html`<p>${say(...nothingCharged)}</p>` : html``}
    ${isConfirming ? html`<p role="status">${wait}</p>` : html``}
    ${isCanceling ? html`<p role="status">${say(...cancelPending)}</p>` : html``}
    ${open ? cancelForms(words, order, { remaining, isPart: remaining < totalAmount, asksAll }) : again}
    <p>
      ${slip ?? html``}<a href="/settlements#${order.orderId}"
        >${say("가맹점 정산에서 보기", "This order's settlement, for the owner")}</a
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
  /** Whether it asks whether to cancel all that remains, and offers nothing else. */
  readonly asksAll: boolean;
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
  const [method] = methods;
  const card = method?.keyin ?? method?.card;
  const provider = method?.easyPay?.provider ?? undefined;
  const wallet = provider && say(...(wallets[provider] ?? [provider, provider]));
  const transfer = method?.transfer && say("계좌이체", "Bank transfer");
  const months = card?.installmentPlanMonths ?? undefined;
  const plan = (count: number) => (count < 2 ? say("일시불", "Paid in full") : say(`${count}개월`, `${count} months`));
  return html`${row("order-id", say("주문번호", "Order number"), order.orderId)}
  ${row("product", say("상품", "Product"), order.orderName)}
  ${row("total", say("결제 금액", "Amount"), won(totalAmount))}
  ${row("canceled", say("취소한 금액", "Canceled"), amount(cancel?.canceledAmount))}
  ${row("remaining", say("남은 금액", "Remaining"), amount(cancel?.remainingAmount))}
  ${row("card", say("카드", "Card"), card?.number ?? undefined)} ${row("wallet", say("간편결제", "Wallet"), wallet)}
  ${row("transfer", say("결제수단", "Paid by"), transfer ?? undefined)}
  ${row("plan", say("할부", "Installments"), months === undefined ? undefined : plan(months))}
  ${row("approved-at", say("승인 시각", "Approved"), when(approvedAt))}
  ${row("canceled-at", say("취소 시각", "Canceled at"), when(cancel?.canceledAt))}`;
}

/** Each form has a key of its own: sent twice, it cancels once. */
function cancelForms(words: Words, { orderId }: Order, cancelable: Cancelable): Html {
  const { say } = words;
  const { remaining, isPart, asksAll } = cancelable;
  const action = `/orders/${orderId}/cancel`;
  const key = () => html`<input type="hidden" name="idempotencyKey" value="${crypto.randomUUID()}" />`;
  if (asksAll) {
    const keep = html`<a href="/orders/${orderId}">${say(...keepOrder)}</a>`;
    const question = allOfIt(words, cancelable);
    return html`<form action="${action}" method="post">
      ${key()}
      <div class="ask">${question} ${keep}</div>
    </form>`;
  }
  return html`<form class="cancel" action="${action}" method="post">
      ${key()}
      <input type="hidden" name="remaining" value="${remaining}" />
      <label
        >${say("일부 취소 금액", "Cancel a part of it")}
        <input name="amount" type="number" min="1" max="${remaining}" placeholder="${say("예: 5000", "5000")}" required
      /></label>
      <button name="what" value="part" data-busy="${say(...canceling)}">${say("일부 취소", "Cancel this part")}</button>
    </form>
    <form class="cancel" action="${action}" method="post">
      ${key()}
      <button type="button" popovertarget="ask">
        ${isPart ? say("남은 금액 전액 취소", "Cancel all that remains") : say("전액 취소", "Cancel all of it")}
      </button>
      <div id="ask" class="ask" popover role="dialog" aria-labelledby="question">
        ${allOfIt(words, cancelable)}
        <button type="button" popovertarget="ask" popovertargetaction="hide">${say(...keepOrder)}</button>
      </div>
    </form>`;
}

interface Cancelable {
  /** Won. */
  readonly remaining: number;
  /** Whether a part of the payment was canceled before. */
  readonly isPart: boolean;
  /** Whether the question is on the page itself. */
  readonly asksAll: boolean;
}

const keepOrder = ["닫기", "Keep the order"] as const;

/** The one question before all is canceled, which needs no script. */
function allOfIt({ say, won }: Words, { remaining, isPart }: Cancelable): Html {
  const amount = won(remaining);
  const question = isPart
    ? say(`남은 ${amount}을 모두 취소할까요?`, `Cancel the remaining ${amount}?`)
    : say(`${amount}을 모두 취소할까요?`, `Cancel all ${amount}?`);
  return html`<h2 id="question">${question}</h2>
    <p>${say("취소한 뒤에는 되돌릴 수 없어요.", "This can't be undone.")}</p>
    <button name="what" value="rest" class="main" data-busy="${say(...canceling)}">
      ${say("전액 취소하기", "Cancel all")}
    </button>`;
}
