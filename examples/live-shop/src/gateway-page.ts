import { html, page, statusTexts, type Html, type Words } from "@wonflow/example-shop";

import { agrees, type ComparedOrder, type Comparison } from "./compare.ts";
import type { BookedApproval, GatewayState, Notification } from "./gateway.ts";

/** Cards that the gateway knows, and the outcome of a payment with them. */
const cards = [
  ["9410110000000001", "KB국민카드, 정상 승인돼요", "KB Kookmin, approved"],
  ["9410410000000001", "신한카드, 정상 승인돼요", "Shinhan, approved"],
  ["9490000000000101", "한도초과로 거절돼요", "refused, over its limit"],
  ["9490000000000103", "정지된 카드라 거절돼요", "refused, blocked"],
  ["9490000000000013", "비밀번호가 틀려요", "wrong password digits"],
] as const;

/** The gateway: its faults to be asked for, and its book beside the shop's orders. */
export function gatewayPage(words: Words, comparison: Comparison): string {
  const { say } = words;
  const { gateway, orders } = comparison;
  const title = say("게이트웨이", "The gateway");
  const isMoving = gateway.downForMs > 0 || orders.some(({ paid }) => paid === undefined);
  const body = html`<h1>${title}</h1>
    <p>
      ${say(
        "상점과 결제 서비스는 실제 코드 그대로 라이브 모드로 돌아요. 그 뒤의 게이트웨이만 나이스페이먼츠를 흉내 낸 프로그램이에요. 여기서 고장을 내고 장부를 볼 수 있어요.",
        "The shop and the payment service are the real code in live mode. Only the gateway behind them is a program that behaves like NICE Payments. Break it here, and read its book.",
      )}
    </p>
    ${troubles(words, gateway)} ${cardList(words)} ${book(words, comparison)}`;
  return page(words, { title, body, head: isMoving ? html`<meta http-equiv="refresh" content="2" />` : html`` });
}

function troubles({ say }: Words, { downForMs, losesNextAnswer }: GatewayState): Html {
  const busy = say("게이트웨이에 말하고 있어요", "Telling the gateway");
  const button = (what: string, text: string) =>
    html`<button name="what" value="${what}" data-busy="${busy}">${text}</button>`;
  const seconds = Math.ceil(downForMs / 1_000);
  const isDown = seconds > 0;
  const loses = say(
    "다음 결제는 승인되지만 그 응답이 유실돼요. 그 뒤 몇 초 동안은 조회도 되지 않아요.",
    "It will approve the next payment, and lose the answer, and the look-ups of some seconds after it.",
  );
  const down = say(`멈췄어요. ${seconds}초 뒤에 다시 켜져요.`, `It is down for another ${seconds} s.`);
  return html`<section>
    <h2>${say("고장 내기", "Break it")}</h2>
    ${losesNextAnswer ? html`<p id="loses" role="status">${loses}</p>` : html``}
    ${isDown ? html`<p id="down" role="status">${down}</p>` : html``}
    <form class="troubles" action="/gateway" method="post">
      ${losesNextAnswer ? html`` : button("lose", say("다음 승인의 응답 유실시키기", "Lose the next approval's answer"))}
      ${
        isDown
          ? button("up", say("지금 다시 켜기", "Bring it back now"))
          : button("down", say("1분 동안 멈추기", "Take it down for a minute"))
      }
    </form>
  </section>`;
}

function cardList({ say }: Words): Html {
  const rows = cards.map(
    ([number, korean, english]) =>
      html`<dt>${number.replaceAll(/\d{4}(?=\d)/g, "$& ")}</dt>
        <dd>${say(korean, english)}</dd>`,
  );
  return html`<section>
    <h2>${say("넣어 볼 카드", "Cards to try")}</h2>
    <dl class="cards">${join(rows)}</dl>
    <p class="note">
      ${say(
        "유효기간은 12/39, 비밀번호 앞 두 자리는 12, 생년월일은 900101이에요.",
        "Expiry 12/39, first two password digits 12, birth date 900101.",
      )}
    </p>
  </section>`;
}

function book(words: Words, { gateway, orders, ofNoOrder }: Comparison): Html {
  const { say, won } = words;
  const paid = orders.reduce((sum, order) => sum + (order.paid ?? 0), 0);
  const held = gateway.approvals.reduce((sum, approval) => sum + approval.held, 0);
  const unknown = ofNoOrder.map(
    ({ orderId, goodsName, held: heldOfIt }) =>
      html`<tr data-agrees="no">
        <th>${goodsName}<small>${orderId}</small></th>
        <td>${say("모르는 결제예요", "not known")}</td>
        <td>${won(heldOfIt)}</td>
        <td>${say("달라요", "differs")}</td>
        <td></td>
      </tr>`,
  );
  return html`<section>
    <h2>${say("상점의 주문과 게이트웨이 장부", "The shop's orders and the gateway's records")}</h2>
    <table id="book">
      <thead>
        <tr>
          <th>${say("주문", "Order")}</th>
          <th>${say("상점", "Shop")}</th>
          <th>${say("게이트웨이", "Gateway")}</th>
          <th></th>
          <th></th>
        </tr>
      </thead>
      <tbody>
        ${join(orders.map((order) => orderRow(words, order, gateway.notifications)))}${join(unknown)}
      </tbody>
      <tfoot>
        <tr>
          <th>${say("합계", "Total")}</th>
          <td>${won(paid)}</td>
          <td>${won(held)}</td>
          <td></td>
          <td></td>
        </tr>
      </tfoot>
    </table>
    <p class="note">
      ${say(
        "‘게이트웨이에서 취소’는 상점을 거치지 않고 나이스페이먼츠 관리자 화면에서 취소하는 것과 같아요. 카드와 계좌이체는 게이트웨이가 결제 서비스에 웹훅을 보내고, 간편결제는 웹훅이 없어요. 웹훅을 받은 서비스는 조회해서 운영자에게 로그로 알려요. 운영자가 적을 때까지 장부는 달라요.",
        "A refund at the gateway is one that is made in the gateway's own pages, past the shop. The gateway sends the payment service a notification of cards and transfers, and none of wallets. After one the service looks the payment up, and its log notifies the operator. The records differ until an operator enters the refund.",
      )}
    </p>
    <p class="note" id="cards" data-cards="${gateway.cards}">
      ${say(
        `게이트웨이에 저장된 카드: ${gateway.cards}장. 한 번 결제한 카드는 1분쯤 뒤에 지워져요.`,
        `Cards stored at the gateway: ${gateway.cards}. One that paid once is deleted about a minute later.`,
      )}
    </p>
  </section>`;
}

function orderRow(words: Words, compared: ComparedOrder, notifications: readonly Notification[]): Html {
  const { say, won } = words;
  const { order, payment, paid, approval } = compared;
  const isKnown = paid !== undefined;
  const [verdict, korean, english] = !isKnown
    ? (["open", "확인 중", "checking"] as const)
    : agrees(compared)
      ? (["yes", "같아요", "same"] as const)
      : (["no", "달라요", "differs"] as const);
  const status = statusTexts[payment.status] ?? [payment.status, payment.status];
  const about = notifications.filter(({ orderId }) => orderId === approval?.orderId);
  return html`<tr id="${order.orderId}" data-agrees="${verdict}">
    <th><a href="/orders/${order.orderId}">${order.orderName}</a></th>
    <td>${isKnown ? won(paid) : "–"}<small>${say(...status)}</small></td>
    <td>
      ${won(approval?.held ?? 0)}${
        approval === undefined
          ? html`<small>${say("승인 없음", "no approval")}</small>`
          : html`${approvalLines(words, approval)}${notificationLine(words, about)}`
      }
    </td>
    <td>${say(korean, english)}</td>
    <td>${approval === undefined || approval.held === 0 ? "" : refundForm(words, approval)}</td>
  </tr>`;
}

/** The gateway's names of how a payment was made in its window. */
const payMethods: Readonly<Record<string, readonly [korean: string, english: string]>> = {
  card: ["카드", "card"],
  bank: ["계좌이체", "transfer"],
  kakaopay: ["카카오페이", "Kakao Pay"],
  naverpay: ["네이버페이", "Naver Pay"],
};

/** What was approved, and what of it was refunded by whom. */
function approvalLines({ say, won }: Words, { amount, held, bid, payMethod, cancellations }: BookedApproval): Html {
  const [korean, english] = payMethods[payMethod] ?? [payMethod, payMethod];
  const method = bid === null ? say(`결제창 ${korean}`, `${english} in the window`) : say("입력한 카드", "typed card");
  const byHand = cancellations.filter(({ orderId }) => orderId === null).reduce((sum, each) => sum + each.amount, 0);
  const byService = amount - held - byHand;
  return html`<small
    >${method},
    ${say(`승인 ${won(amount)}`, `approved ${won(amount)}`)}${
      byService === 0 ? "" : say(`, 취소 ${won(byService)}`, `, refunded ${won(byService)}`)
    }${byHand === 0 ? "" : say(`, 게이트웨이에서 취소 ${won(byHand)}`, `, refunded at the gateway ${won(byHand)}`)}</small
  >`;
}

function notificationLine({ say }: Words, notifications: readonly Notification[]): Html {
  const [sent, taken] = [notifications.length, notifications.filter(({ isTaken }) => isTaken).length];
  if (sent === 0) return html``;
  return html`<small data-notifications="${sent}" data-acknowledged="${taken}"
    >${say(`보낸 웹훅 ${sent}건, 확인 응답 ${taken}건`, `notifications: ${sent} sent, ${taken} acknowledged`)}</small
  >`;
}

function refundForm({ say }: Words, { orderId, held }: BookedApproval): Html {
  return html`<form class="refund" action="/gateway/refund" method="post">
    <input type="hidden" name="orderId" value="${orderId}" />
    <input
      name="amount"
      type="number"
      min="1"
      max="${held}"
      value="${held}"
      required
      aria-label="${say("취소할 금액", "Amount to refund")}"
    />
    <button data-busy="${say("취소하고 있어요", "Refunding")}">
      ${say("게이트웨이에서 취소", "Refund at the gateway")}
    </button>
  </form>`;
}

function join(parts: readonly Html[]): Html {
  return parts.reduce((all, part) => html`${all}${part}`, html``);
}
