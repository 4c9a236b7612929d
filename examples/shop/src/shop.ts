import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";

import type { Kept } from "./kept-file.ts";
import type { Order } from "./orders.ts";
import { linkPage, messagePage, productPage, receiptPage, tea } from "./pages.ts";
import { settlementsPage, type ShownOrder } from "./settlements-page.ts";
import { takeWebhook, type ToldSettlement } from "./told-settlements.ts";
import { connect, PaymentRefused, type WonflowAccount } from "./wonflow-client.ts";

/** What the shop needs. `url` is where its own pages are, without a slash at the end. */
export interface ShopOptions {
  readonly url: string;
  readonly account: WonflowAccount;
  readonly orders: Kept<Order>;
  readonly told: Kept<ToldSettlement>;
  /** What webhooks are signed with, as soon as it is known. */
  readonly webhookSecret: () => string | undefined;
}

/** The shop, connected to the service. */
type Shop = ShopOptions & { readonly wonflow: ReturnType<typeof connect> };

/** The shop as a fetch handler. */
export function createShop(options: ShopOptions): (request: Request) => Promise<Response> {
  const shop: Shop = { ...options, wonflow: connect(options.account) };
  return async (request) => {
    try {
      return await handle(shop, request);
    } catch (error) {
      if (error instanceof PaymentRefused) return page(messagePage("결제하지 못했습니다", error.message), 400);
      if (error instanceof RangeError) return page(messagePage("주문하지 못했습니다", error.message), 400);
      console.error(error);
      return page(messagePage("잠시 후 다시 시도해 주세요", "주문 내역에서 결제 여부를 확인할 수 있습니다."), 502);
    }
  };
}

async function handle(shop: Shop, request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const order = /^\/orders\/([\w-]+)(?:\/(cancel))?$/.exec(pathname);
  if (order !== null) return handleOrder(shop, request, order);
  switch (`${request.method} ${pathname}`) {
    case "GET /":
      return page(productPage(shop.account));
    case "POST /orders":
      return Response.json(checkoutOf(shop, await placeOrder(shop, request)), { status: 201 });
    case "POST /links":
      return sendLink(shop, await placeOrder(shop, request));
    case "GET /success":
      return handleSuccess(shop, searchParams);
    case "GET /fail":
      return page(messagePage(failTitle(searchParams), searchParams.get("message") ?? ""));
    case "GET /settlements":
      return page(await showSettlements(shop));
    case "POST /clock":
      return moveClock(shop, request);
    case "POST /webhook":
      return takeWebhook(request, { secret: shop.webhookSecret(), told: shop.told });
    case "GET /shop.css":
      return asset("shop.css", "text/css");
    case "GET /shop.js":
      return asset("shop.js", "text/javascript");
    default:
      return page(messagePage("페이지가 없습니다", "주소를 확인해 주세요."), 404);
  }
}

/** Stored before the buyer pays, so that the amount can be compared afterwards. */
async function placeOrder({ orders }: Shop, request: Request): Promise<Order> {
  const quantity = Number((await form(request)).get("quantity"));
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > 9) throw new RangeError("수량은 1부터 9까지입니다.");
  const order: Order = {
    orderId: `tea-${randomUUID()}`,
    orderName: quantity === 1 ? tea.name : `${tea.name} ${quantity}개`,
    amount: tea.price * quantity,
    customerId: randomUUID(),
    intentKey: null,
  };
  orders.save(order);
  return order;
}

/** An order as the checkout takes it, from the page through the SDK as well as from this server. */
function checkoutOf({ url }: Shop, { orderId, orderName, amount, customerId }: Order) {
  const redirects = { successUrl: `${url}/success`, failUrl: `${url}/fail` };
  return { customerId, orderId, orderName, amount: { value: amount }, ...redirects };
}

async function sendLink(shop: Shop, order: Order): Promise<Response> {
  return page(linkPage(order, await shop.wonflow.createSession(checkoutOf(shop, order))), 201);
}

const outcomeUnknown = ["UNKNOWN_PAYMENT_ERROR", "IDEMPOTENT_REQUEST_PROCESSING", "ALREADY_PROCESSED_PAYMENT"];

/** The buyer comes back: compare the amount, then confirm. A changed amount is canceled, never confirmed. */
async function handleSuccess({ orders, wonflow }: Shop, query: URLSearchParams): Promise<Response> {
  const order = orders.find(query.get("orderId") ?? "");
  const intentKey = query.get("intentKey") ?? "";
  if (order === undefined) return page(messagePage("주문을 찾을 수 없습니다", "결제하지 않았습니다."), 404);
  if (query.get("amount") !== String(order.amount)) {
    await wonflow.cancel(intentKey, { cancelReason: "금액이 주문과 다릅니다" }, `mismatch-${intentKey}`);
    const text = "결제 금액이 주문 금액과 달라 결제를 취소했습니다. 청구된 금액은 없습니다.";
    return page(messagePage("결제를 취소했습니다", text), 400);
  }
  orders.save({ ...order, intentKey });
  try {
    await wonflow.confirm({ intentKey, orderId: order.orderId, amount: order.amount });
  } catch (error) {
    // Not known yet is not refused: the order's page looks the payment up, and nobody pays again.
    if (!(error instanceof PaymentRefused) || !outcomeUnknown.includes(error.code)) throw error;
  }
  return seeOther(`/orders/${order.orderId}`);
}

async function handleOrder(
  { orders, wonflow }: Shop,
  request: Request,
  [, orderId = "", action]: readonly string[],
): Promise<Response> {
  const order = orders.find(orderId);
  if (order === undefined) return page(messagePage("주문을 찾을 수 없습니다", "주소를 확인해 주세요."), 404);
  if (action === undefined || request.method !== "POST") {
    return page(receiptPage(order, await wonflow.lookUp(orderId)));
  }
  const fields = await form(request);
  const part = fields.get("what") === "part" ? { cancelAmount: Number(fields.get("amount")) } : {};
  try {
    await wonflow.cancel(
      order.intentKey ?? "",
      { cancelReason: "구매자 요청", ...part },
      fields.get("idempotencyKey") ?? "",
    );
    return seeOther(`/orders/${orderId}`);
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error;
    return page(receiptPage(order, await wonflow.lookUp(orderId), error.message), 400);
  }
}

/** So many orders are shown. */
const shownOrders = 10;

async function showSettlements({ orders, told, wonflow }: Shop): Promise<string> {
  const paid: ShownOrder[] = [];
  for (const order of orders.all()) {
    if (order.intentKey === null || paid.length === shownOrders) continue;
    const settlement = await wonflow.settlementOf(order.orderId);
    if (settlement !== undefined) paid.push({ order, settlement });
  }
  const [now, balance, transfers] = await Promise.all([wonflow.now(), wonflow.balance(), wonflow.transfers()]);
  return settlementsPage({ now, balance, paid, told: told.all(), transfers });
}

/** The buttons of the page: so many minutes or business days ahead. */
async function moveClock({ wonflow }: Shop, request: Request): Promise<Response> {
  const fields = await form(request);
  const [minutes, businessDays] = [Number(fields.get("minutes")), Number(fields.get("businessDays"))];
  try {
    await wonflow.moveClock(minutes > 0 ? { minutes } : { businessDays });
    return seeOther("/settlements");
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error;
    return page(messagePage("시계를 옮기지 못했습니다", error.message), 400);
  }
}

function failTitle(query: URLSearchParams): string {
  return query.get("code") === "PAY_PROCESS_CANCELED" ? "결제를 취소하셨습니다" : "결제하지 못했습니다";
}

async function form(request: Request): Promise<URLSearchParams> {
  return new URLSearchParams(await request.text());
}

function page(text: string, status = 200): Response {
  return new Response(text, {
    status,
    headers: { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" },
  });
}

function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { Location: location } });
}

async function asset(name: string, type: string): Promise<Response> {
  const text = await readFile(new URL(`../public/${name}`, import.meta.url), "utf8");
  return new Response(text, { headers: { "Content-Type": `${type}; charset=utf-8` } });
}
