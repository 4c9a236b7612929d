import { randomUUID } from "node:crypto";

import { createClient, isWonflowError, verifyRedirect, type Client, type WonflowError } from "@wonflow/client";

import { asset, form, page, seeOther } from "./answers.ts";
import { cartOf, keepCart, orderIdOf, type Order, isUnpaid, standingOf } from "./orders.ts";
import type { Kept } from "./kept-file.ts";
import { moveOn, showSettlements } from "./owner.ts";
import { linkPage } from "./link-page.ts";
import { showOrder } from "./order-page.ts";
import { messagePage, productPage, teaName, teaPrice } from "./pages.ts";
import { whyNotCanceled, whyNotPaid, chooseLanguage, nothingCharged, wordsFor, type Words } from "./words.ts";
import { takeWebhook, type ReportedSettlement } from "./reported-settlements.ts";

/** Where the payment service is, and the keys that it gave this merchant. */
export interface WonflowAccount {
  /** The number of this merchant. */
  readonly mId: number;
  /** Without a slash at the end. */
  readonly url: string;
  /** Stays on this server. */
  readonly secretKey: string;
  /** May be shown in pages. */
  readonly clientKey: string;
}

/** The settings of the shop. `url` is where its own pages are, without a slash at the end. */
export interface ShopOptions {
  readonly url: string;
  readonly account: WonflowAccount;
  readonly orders: Kept<Order>;
  readonly reported: Kept<ReportedSettlement>;
  /** The secret that webhooks are signed with, as soon as it is known. */
  readonly webhookSecret: () => string | undefined;
  /**
   * Whether it is live: the clock can't be moved, webhooks go to https addresses only, no bank is bound here, and the
   * checkouts offer what the merchant's contract has.
   */
  readonly isLive?: boolean;
}

/** The shop, connected to the service, in the language of the request. */
type Shop = ShopOptions & { readonly wonflow: Client; readonly words: Words };

/** An order that the shop's own rules refuse. */
class OrderRefused extends Error {}

/** The shop as a fetch handler. */
export function createShop(options: ShopOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const words = wordsFor(request);
    const { say, language } = words;
    try {
      return await handle({ ...options, words, wonflow: createClient({ ...options.account, language }) }, request);
    } catch (error) {
      if (error instanceof OrderRefused) {
        const title = say("주문하지 못했어요", "We could not take your order");
        return page(messagePage(words, { title, text: error.message }), 400);
      }
      console.error(error);
      const title = say("잠시 후 다시 시도해 주세요", "Please try again in a moment");
      const text = say("결제 여부는 주문 내역에서 볼 수 있어요.", "Your order says whether you have paid.");
      return page(messagePage(words, { title, text }), 502);
    }
  };
}

async function handle(shop: Shop, request: Request): Promise<Response> {
  const { words } = shop;
  const { pathname, searchParams } = new URL(request.url);
  const order = /^\/orders\/([\w-]+)(?:\/(cancel|again))?$/.exec(pathname);
  if (order !== null) return handleOrder(shop, request, order);
  switch (`${request.method} ${pathname}`) {
    case "GET /":
      return showProduct(shop, request);
    case "GET /language":
      return chooseLanguage(searchParams.get("to") ?? "", pageBefore(shop, request));
    case "POST /orders":
      return startCheckout(shop, await placeOrder(shop, request));
    case "POST /checkout":
      return chooseMethod(shop, await placeOrder(shop, request));
    case "POST /links":
      return sendLink(shop, await placeOrder(shop, request));
    case "GET /success":
      return handleSuccess(shop, searchParams);
    case "GET /fail":
      return page(failPage(shop, searchParams));
    case "GET /settlements":
      return page(await showSettlements(shop));
    case "POST /clock":
      return moveOn(shop, request);
    case "POST /webhook":
      return takeWebhook(request, { secret: shop.webhookSecret(), reported: shop.reported });
    case "GET /shop.css":
      return asset("shop.css", "text/css");
    case "GET /shop.js":
    case "GET /busy.js":
      return asset(pathname.slice(1), "text/javascript");
    default:
      return notFound(words, words.say("페이지가 없어요", "There is no such page"));
  }
}

/** Where the language was chosen, on this shop. */
function pageBefore({ url }: Shop, { headers }: Request): string {
  const before = headers.get("Referer") ?? "";
  return before.startsWith(`${url}/`) ? before.slice(url.length) : "/";
}

/**
 * The product with the buyer's cart. While the cart's order is under way, the page offers no payment; once it was paid,
 * the page has a new cart.
 */
async function showProduct({ orders, wonflow, words, account }: Shop, request: Request): Promise<Response> {
  const kept = cartOf(request) ?? randomUUID();
  const order = orders.find(orderIdOf(kept));
  const standing = order === undefined ? "open" : await standingOf(wonflow, order);
  const cart = standing === "over" ? randomUUID() : kept;
  const last = standing === "open" ? undefined : order;
  const response = page(productPage(words, account, { cart, isUnderWay: standing === "under way", last }));
  response.headers.append("Set-Cookie", keepCart(cart));
  return response;
}

/**
 * Stored before the buyer pays, so that the amount can be compared afterwards. A cart that is sent again, by a second
 * click, another tab or because the first answer got lost, is the same order; an order that may be paid already is
 * unchanged.
 */
async function placeOrder({ orders, wonflow, words }: Shop, request: Request): Promise<PlacedOrder> {
  const fields = await form(request);
  const quantity = Number(fields.get("quantity"));
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > 9) {
    throw new OrderRefused(words.say("수량은 1부터 9까지예요.", "The quantity is 1 to 9."));
  }
  const sent = fields.get("cart") ?? "";
  const orderId = orderIdOf(/^[\da-f-]{36}$/.test(sent) ? sent : randomUUID());
  const placed = orders.find(orderId);
  if (placed !== undefined && (await standingOf(wonflow, placed)) !== "open") return { order: placed, isOpen: false };
  // The buyer may have come back to the shop while the order was looked up.
  const before = orders.find(orderId) ?? { orderId, customerId: randomUUID(), intentKey: null, hasLink: false };
  const order: Order = { ...before, orderName: teaName(words, quantity), amount: teaPrice * quantity };
  orders.save(order);
  return { order, isOpen: true };
}

interface PlacedOrder {
  readonly order: Order;
  /** Whether it may be paid. */
  readonly isOpen: boolean;
}

/** Returns what the page opens the checkout with, or another address to go to instead. */
async function startCheckout(shop: Shop, { order, isOpen }: PlacedOrder): Promise<Response> {
  if (!isOpen) return Response.json({ goTo: orderPath(order) });
  if (!order.hasLink) return Response.json(checkoutOf(shop, order), { status: 201 });
  return Response.json({ goTo: (await newLink(shop, order)).checkoutUrl });
}

function orderPath({ orderId }: Order): string {
  return `/orders/${orderId}`;
}

/** An order as the checkout takes it, from the page through the SDK as well as from this server. */
function checkoutOf({ url }: Shop, { orderId, orderName, amount, customerId }: Order) {
  // A checkout that failed leads back to its order, which can then be paid another way.
  const redirects = { successUrl: `${url}/success`, failUrl: `${url}/fail?order=${orderId}` };
  return { customerId, orderId, orderName, amount: { value: amount }, ...redirects };
}

/** One of each kind; the sandbox has more. */
const testMethods = ["KEYIN", "CARD", "KAKAOPAY"] as const;

/** A checkout of this server; it replaces an earlier one of the same order. */
function newLink(shop: Shop, order: Order) {
  shop.orders.save({ ...order, hasLink: true });
  const choices = shop.isLive === true ? {} : { methods: [...testMethods] };
  return shop.wonflow.sessions.create({ ...checkoutOf(shop, order), ...choices });
}

/** The checkout of this server offers more than the typed card. */
async function chooseMethod(shop: Shop, { order, isOpen }: PlacedOrder): Promise<Response> {
  return isOpen ? payAgain(shop, order) : seeOther(orderPath(order));
}

async function sendLink(shop: Shop, { order, isOpen }: PlacedOrder): Promise<Response> {
  return isOpen ? page(linkPage(shop.words, order, await newLink(shop, order)), 201) : seeOther(orderPath(order));
}

/**
 * The buyer comes back: compare with the order, then confirm. A changed amount is never confirmed. An outcome that is
 * not known yet is no refusal: the order's page looks the payment up, and the buyer doesn't pay again.
 */
async function handleSuccess(shop: Shop, query: URLSearchParams): Promise<Response> {
  const { orders, wonflow, words } = shop;
  const order = orders.find(query.get("orderId") ?? "");
  if (order === undefined) return noOrder(words);
  try {
    const redirect = verifyRedirect(query, order);
    orders.save({ ...order, intentKey: redirect.intentKey });
    // Repeated with the same input it charges nothing again, so a reload of this page is harmless.
    await wonflow.intents.confirm(redirect);
  } catch (error) {
    if (!isWonflowError(error)) throw error;
    if (error.code === "REDIRECT_AMOUNT_MISMATCH") return otherAmount(shop);
    if (error.nextAction !== "look-up") return handleRefusal(shop, order, error);
  }
  return seeOther(orderPath(order));
}

/**
 * An unconfirmed payment expires by itself, uncharged. Canceling by the key in an address would let a buyer return with
 * the key of a paid order, and have it refunded.
 */
function otherAmount({ words, words: { say } }: Shop): Response {
  const title = say("결제하지 않았어요", "Your payment was not made");
  const why = say(
    "결제 금액이 주문 금액과 달라 결제하지 않았어요.",
    "The amount was not the one of your order, so nothing was paid.",
  );
  return page(messagePage(words, { title, text: `${why} ${say(...nothingCharged)}` }), 400);
}

/** Nothing is charged where the service says so; else it is not known yet, and the same page asks again. */
async function handleRefusal({ wonflow, words }: Shop, order: Order, { code }: WonflowError): Promise<Response> {
  const { say } = words;
  const payment = await wonflow.intents.lookUp({ orderId: order.orderId });
  if (payment.status === "IN_PROGRESS") {
    const title = say("결제를 확인하지 못했어요", "We could not check your payment");
    const text = say("이 화면을 새로 고치면 다시 확인해요.", "Reload this page, and we check it again.");
    return page(messagePage(words, { title, text }), 502);
  }
  if (!isUnpaid(payment)) return seeOther(orderPath(order));
  return page(messagePage(words, { title: refusedTitle(words), text: whyNotPaid(words, code), order }), 400);
}

async function handleOrder(
  shop: Shop,
  request: Request,
  [, orderId = "", action]: readonly string[],
): Promise<Response> {
  const { orders, wonflow, words } = shop;
  const order = orders.find(orderId);
  if (order === undefined) return noOrder(words);
  if (request.method !== "POST") return page(await showOrder(shop, order));
  if (action === "again") return payAgain(shop, order);
  const fields = await form(request);
  // A part that is all that remains, as its page had it, is asked about like all of it.
  if (fields.get("what") === "part" && Number(fields.get("amount")) === Number(fields.get("remaining"))) {
    return page(await showOrder(shop, order, { asksAll: true }));
  }
  const part = fields.get("what") === "part" ? { cancelAmount: Number(fields.get("amount")) } : {};
  try {
    // The form's own key: sent twice, it cancels once.
    const idempotencyKey = fields.get("idempotencyKey") ?? undefined;
    await wonflow.intents.cancel({ orderId }, { cancelReason: "구매자 요청", ...part }, { idempotencyKey });
    return seeOther(`/orders/${orderId}`);
  } catch (error) {
    if (!isWonflowError(error)) throw error;
    const { cancel } = await wonflow.intents.lookUp({ orderId });
    // An unknown outcome is no failure: the order's page will show it.
    if (cancel?.inProgress === true) return seeOther(orderPath(order));
    return page(await showOrder(shop, order, { problem: whyNotCanceled(words, error.code) }), 400);
  }
}

/** The same order again: the new checkout replaces the one before. */
async function payAgain(shop: Shop, order: Order): Promise<Response> {
  const { words } = shop;
  try {
    return seeOther((await newLink(shop, order)).checkoutUrl);
  } catch (error) {
    if (!isWonflowError(error)) throw error;
    if (error.code === "DUPLICATED_ORDER_ID") return seeOther(orderPath(order));
    const problem = words.say(
      "지금은 결제할 수 없어요. 잠시 후 다시 시도해 주세요.",
      "It can't be paid right now. Please try again in a moment.",
    );
    return page(await showOrder(shop, order, { problem }), 400);
  }
}

/** The checkout ended without a payment: the buyer left it, or the card was refused. */
function failPage({ orders, words }: Shop, query: URLSearchParams): string {
  const { say } = words;
  const order = orders.find(query.get("order") ?? "");
  if (query.get("code") === "PAY_PROCESS_CANCELED") {
    const title = say("결제를 그만뒀어요", "You left the checkout");
    return messagePage(words, { title, text: say(...nothingCharged), order, hasLeft: true });
  }
  return messagePage(words, { title: refusedTitle(words), text: whyNotPaid(words, query.get("code") ?? ""), order });
}

function refusedTitle({ say }: Words): string {
  return say("결제하지 못했어요", "The payment did not go through");
}

function noOrder(words: Words): Response {
  return notFound(words, words.say("주문을 찾을 수 없어요", "We can't find this order"));
}

function notFound(words: Words, title: string): Response {
  const text = words.say("주소를 확인해 주세요.", "Please check the address.");
  return page(messagePage(words, { title, text }), 404);
}
