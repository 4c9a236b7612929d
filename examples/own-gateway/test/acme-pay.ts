import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { z } from "zod";
import { faultsOf, type Fault } from "./faults.ts";

const secretOf = (shop: string) => `secret of ${shop}`;
const notificationSecret = "secret of notifications";

const opened = z.strictObject({
  orderId: z.string().regex(/^[\w-]{1,64}$/),
  wallet: z.enum(["KAKAOPAY", "NAVERPAY"]),
  amount: z.int().positive(),
  taxFree: z.int().nonnegative(),
  goods: z.string().max(100),
  device: z.enum(["PC", "MOBILE"]),
  language: z.enum(["ko", "en"]),
  returnUrl: z.url(),
  closesAt: z.int(),
});
const charged = z.strictObject({ orderId: z.string(), payId: z.string(), amount: z.int(), taxFree: z.int() });
const refunded = z.strictObject({
  orderId: z.string(),
  refundNo: z.string(),
  amount: z.int().positive(),
  taxFree: z.int(),
  reason: z.string(),
});

type Order = z.output<typeof opened> & {
  readonly shop: string;
  readonly payId: string;
  state: "OPENED" | "AUTHENTICATED" | "PAID" | "UNDONE";
  authenticatedAt: number;
  paidAt: number | null;
  balance: number;
  discount: number;
  /** Whether the buyer has too little money. */
  isPoor: boolean;
  readonly refunds: {
    refundNo: string;
    refundId: string;
    amount: number;
    taxFree: number;
    reason: string;
    refundedAt: number;
  }[];
};

/** What a buyer does in the window. */
export type Choice = "authenticate" | "discount" | "poor" | "limit" | "close";

export type PayPath = "open" | "charge" | "refund" | "undo" | "order";

/** An emulated provider with a window, over HTTP. */
export interface AcmePay {
  readonly url: string;
  readonly secretOf: (shop: string) => string;
  readonly notificationSecret: string;
  /** Does what a buyer does in the window of this address, and returns where the browser goes. */
  readonly choose: (windowUrl: string, choice: Choice) => string;
  readonly breakNext: (path: PayPath, fault: Fault) => void;
  /** Refunds as an operator does in the provider's console, and returns the provider's name of it. */
  readonly refundByHand: (shop: string, orderId: string, amount: number) => string;
  /** The message that the provider sends about the order of a window. */
  readonly notificationOf: (windowUrl: string) => { readonly signature: string; readonly body: string };
  readonly orders: () => readonly Omit<Order, "returnUrl">[];
  readonly close: () => Promise<void>;
}

export async function openAcmePay(now: () => number): Promise<AcmePay> {
  const orders = new Map<string, Order>();
  const { breakNext, answer: send, arrive } = faultsOf(now);
  let byHand = 0;
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const shop = String(request.headers["x-shop"]);
    const body = await json(request);
    const isShop = request.headers["x-shop-secret"] === secretOf(shop);
    const path = request.url?.slice(1) ?? "";
    arrive(now());
    send(response, path, (at) =>
      isShop ? answerTo(orders, { shop, path, body, now: at, url }) : { code: "S401", message: "인증 실패" },
    );
  }

  function orderAt(windowUrl: string): Order {
    const { searchParams } = new URL(windowUrl);
    const order = orders.get(`${searchParams.get("shop")} ${searchParams.get("order")}`);
    if (order === undefined) throw new Error(`no window has the address ${windowUrl}`);
    return order;
  }

  return {
    url,
    secretOf,
    notificationSecret,
    choose: (windowUrl, choice) => chosen(orderAt(windowUrl), choice, now()),
    breakNext,
    refundByHand(shop, orderId, amount) {
      arrive(now());
      const refundNo = `by-hand-${(byHand += 1)}`;
      const body = { orderId, refundNo, amount, taxFree: 0, reason: "고객 요청" };
      const result = answerTo(orders, { shop, path: "refund", body, now: now(), url });
      return z.object({ refundId: z.string() }).parse(result).refundId;
    },
    notificationOf(windowUrl) {
      const body = JSON.stringify({ orderId: orderAt(windowUrl).orderId });
      return { body, signature: signed(notificationSecret, body) };
    },
    orders() {
      arrive(now());
      return [...orders.values()];
    },
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

type Answer = Record<string, unknown>;

interface Call {
  readonly shop: string;
  readonly path: string;
  readonly body: unknown;
  readonly now: number;
  readonly url: string;
}

function answerTo(orders: Map<string, Order>, call: Call): Answer {
  if (call.path === "open") return open(orders, call);
  const { orderId } = z.looseObject({ orderId: z.string() }).parse(call.body);
  const order = orders.get(`${call.shop} ${orderId}`);
  if (order === undefined || order.state === "OPENED") return { code: "O404", message: "주문 없음" };
  return calls.get(call.path)?.(order, call) ?? { code: "X404" };
}

function open(orders: Map<string, Order>, { shop, body, url }: Call): Answer {
  const given = opened.parse(body);
  if (given.amount < 100) return { code: "A100", message: "최소 금액 미만" };
  const name = `${shop} ${given.orderId}`;
  const fresh = { authenticatedAt: 0, paidAt: null, balance: 0, discount: 0, isPoor: false, refunds: [] };
  const payId = `pay_${orders.size + 1}`;
  if (!orders.has(name)) orders.set(name, { ...given, ...fresh, shop, payId, state: "OPENED" });
  const query = new URLSearchParams({ shop, order: given.orderId });
  return { code: "0000", windowUrl: `${url}window?${query.toString()}`, seconds: 900 };
}

/** The calls about an order that its buyer has authenticated. Each has one effect, however often it comes. */
const calls: ReadonlyMap<string, (order: Order, call: Call) => Answer> = new Map([
  ["order", shown],
  ["charge", charge],
  ["refund", refund],
  ["undo", undo],
]);

function charge(order: Order, { body, now }: Call): Answer {
  const { payId, amount } = charged.parse(body);
  if (payId !== order.payId || amount !== order.amount) return { code: "A409", message: "인증 정보 불일치" };
  if (order.state === "UNDONE") return { code: "U410", message: "취소된 거래" };
  if (order.state === "AUTHENTICATED" && order.isPoor) return { code: "P351", message: "잔액 부족" };
  if (order.state === "AUTHENTICATED") Object.assign(order, { state: "PAID", paidAt: now, balance: amount });
  return shown(order);
}

function refund(order: Order, { body, now }: Call): Answer {
  const { refundNo, amount, taxFree, reason } = refunded.parse(body);
  const earlier = order.refunds.find((each) => each.refundNo === refundNo);
  if (earlier !== undefined) return { code: "0000", ...earlier };
  if (amount > order.balance) return { code: "R422", message: "취소 가능 금액 초과" };
  if (order.discount > 0 && amount < order.amount) return { code: "R423", message: "부분 취소 불가" };
  const made = {
    refundNo,
    refundId: `${order.payId}_${order.refunds.length + 1}`,
    amount,
    taxFree,
    reason,
    refundedAt: now,
  };
  order.balance -= amount;
  order.refunds.push(made);
  return { code: "0000", ...made };
}

function undo(order: Order): Answer {
  if (order.refunds.length > 0) return { code: "U409", message: "취소된 거래" };
  Object.assign(order, { state: "UNDONE", balance: 0 });
  return { code: "0000" };
}

function chosen(order: Order, choice: Choice, now: number): string {
  const { shop, orderId, payId, amount, returnUrl } = order;
  const back = (fields: Record<string, string>) =>
    `${returnUrl}?${new URLSearchParams({ orderId, ...fields }).toString()}`;
  if (choice === "close") return back({ result: "CLOSED" });
  if (choice === "limit") {
    const result = "W302";
    return back({ result, signature: signed(secretOf(shop), [shop, orderId, result, "", "", ""].join("|")) });
  }
  const discount = choice === "discount" ? 1_000 : 0;
  if (order.state === "OPENED") {
    Object.assign(order, { state: "AUTHENTICATED", authenticatedAt: now, discount, isPoor: choice === "poor" });
  }
  const { authenticatedAt: at } = order;
  const text = [shop, orderId, "OK", payId, amount, at].join("|");
  const signature = signed(secretOf(shop), text);
  return back({ result: "OK", payId, amount: String(amount), at: String(at), signature });
}

function shown({ shop: _shop, goods: _goods, isPoor: _isPoor, returnUrl: _returnUrl, ...order }: Order): Answer {
  return { code: "0000", ...order, approvalNumber: order.paidAt === null ? null : "40012345" };
}

function signed(secret: string, text: string): string {
  return createHmac("sha256", secret).update(text).digest("hex");
}
