import { randomUUID } from "node:crypto";

import { isWonflowError, type Client } from "@wonflow/client";
import {
  form,
  html,
  messagePage,
  page,
  pageResponse,
  seeOther,
  whyNotPaid,
  type Html,
  type Kept,
  type Order,
  type Words,
} from "@wonflow/example-shop";

/** Tea every month, for the shop's one regular. A real shop keeps this in its database, with each customer. */
export interface Regular {
  readonly customerId: string;
  card: { readonly billkey: string; readonly number: string } | undefined;
}

interface RegularShop {
  readonly regular: Regular;
  readonly orders: Kept<Order>;
  readonly wonflow: Client;
  readonly words: Words;
}

const price = 18_000;

/** The regular's page: a card to be stored, or the stored card and what can be done with it. */
export function regularPage({ words, regular }: RegularShop, problem = ""): string {
  const { say, won } = words;
  const title = say("매달 받는 녹차", "Green tea every month");
  const body = html`<h1>${title}</h1>
    <p>
      ${say(
        `카드를 한 번 저장하면 매달 ${won(price)}을 그 카드로 결제해요. 카드 번호는 상점에 남지 않아요.`,
        `Store a card once, and ${won(price)} a month is charged to it. The shop keeps no card number.`,
      )}
    </p>
    <p id="problem" role="alert">${problem}</p>
    ${regular.card === undefined ? cardForm(words) : storedCard(words, regular.card.number)}`;
  return page(words, { title, body });
}

function cardForm({ say }: Words): Html {
  return html`<form id="card" action="/regular/card" method="post" autocomplete="off">
    <label
      >${say("카드 번호", "Card number")}
      <input class="number" name="number" inputmode="numeric" value="9410 1100 0000 0001" required />
    </label>
    <label>${say("유효기간 (월/연)", "Expiry (MM/YY)")} <input name="expiry" value="12/39" required /></label>
    <label>CVC <input name="cvc" inputmode="numeric" value="123" required /></label>
    <label>${say("생년월일 6자리", "Birth date (YYMMDD)")} <input name="registNo" value="900101" required /></label>
    <label
      >${say("비밀번호 앞 두 자리", "First two password digits")}
      <input name="passwordFront2" type="password" value="12" required />
    </label>
    <button class="main" data-busy="${say("카드를 확인하고 있어요", "Checking the card")}">
      ${say("카드 저장하기", "Store this card")}
    </button>
  </form>`;
}

function storedCard({ say }: Words, number: string): Html {
  return html`<dl>
      <dt>${say("저장한 카드", "Stored card")}</dt>
      <dd id="stored">${number}</dd>
    </dl>
    <form action="/regular/charge" method="post">
      <input type="hidden" name="orderId" value="tea-monthly-${randomUUID()}" />
      <button id="charge" class="main" data-busy="${say("결제하고 있어요", "Charging")}">
        ${say("이번 달 몫 결제하기", "Charge this month")}
      </button>
    </form>
    <form action="/regular/delete" method="post">
      <button id="delete" data-busy="${say("카드를 지우고 있어요", "Deleting the card")}">
        ${say("카드 지우기", "Delete the card")}
      </button>
    </form>`;
}

/** Has the gateway store a card; the shop keeps its billing key. */
export async function storeCard(shop: RegularShop, request: Request): Promise<Response> {
  const { regular, wonflow, words } = shop;
  const fields = await form(request);
  // Some keyboards produce full-width digits.
  const digits = (name: string) => (fields.get(name) ?? "").normalize("NFKC").replaceAll(/\D/g, "");
  const [number, expiry] = [digits("number"), digits("expiry")];
  try {
    const { billkey } = await wonflow.billing.issue({
      customerId: regular.customerId,
      number,
      expriationMM: expiry.slice(0, 2),
      expriationYY: expiry.slice(-2),
      cvc: digits("cvc"),
      passwordFront2: digits("passwordFront2"),
      registNo: digits("registNo"),
      // The shop's own record of its regular.
      ownerName: "홍길동",
      ownerPhoneNumber: "01012345678",
    });
    regular.card = { billkey, number: `${number.slice(0, 6)}******${number.slice(-4)}` };
    return seeOther("/regular");
  } catch (error) {
    if (!isWonflowError(error)) throw error;
    return pageResponse(regularPage(shop, whyNotStored(words, error.status ?? 500)), 400);
  }
}

function whyNotStored({ say }: Words, status: number): string {
  return status < 500
    ? say(
        "이 카드는 저장할 수 없어요. 카드 정보를 확인해 주세요.",
        "This card can't be stored. Please check what you typed.",
      )
    : say(
        "카드를 저장하지 못했어요. 잠시 후 다시 시도해 주세요. 결제된 금액은 없어요.",
        "The card was not stored. Please try again in a moment. Nothing is charged.",
      );
}

/**
 * Charges the stored card for an order, which the form has named: sent twice, it is charged once. The order's page looks
 * up a charge whose outcome is not known yet.
 */
export async function chargeCard(
  { regular, orders, wonflow, words }: RegularShop,
  request: Request,
): Promise<Response> {
  const orderId = (await form(request)).get("orderId") ?? "";
  const { customerId, card } = regular;
  if (card === undefined || !/^tea-monthly-[\da-f-]{36}$/.test(orderId)) return seeOther("/regular");
  const orderName = words.say("매달 받는 녹차", "Green tea every month");
  const order: Order = { orderId, orderName, amount: price, customerId, intentKey: null, hasLink: false };
  orders.save(orders.find(orderId) ?? order);
  try {
    const instruments = [{ billing: card.billkey, amount: price }];
    await wonflow.billing.charge({ customerId, orderId, orderName, totalAmount: price, instruments });
  } catch (error) {
    if (!isWonflowError(error)) throw error;
    if (error.nextAction !== "look-up") {
      const title = words.say("결제하지 못했어요", "The payment did not go through");
      return pageResponse(messagePage(words, { title, text: whyNotPaid(words, error.code), order }), 400);
    }
  }
  const { intentKey } = await wonflow.intents.lookUp({ orderId });
  orders.save({ ...order, intentKey });
  return seeOther(`/orders/${orderId}`);
}

/** Deletes the billing key, and has the gateway release the card. */
export async function deleteCard({ regular, wonflow }: RegularShop): Promise<Response> {
  if (regular.card !== undefined) await wonflow.billing.remove(regular.card.billkey);
  regular.card = undefined;
  return seeOther("/regular");
}
