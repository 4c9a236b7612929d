import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { calls, type Order, type Path, type Shop } from "./shop.ts";

/**
 * A fault of the next call of a path. All but `request-lost` take effect, `arrivesAfterMs` later. `arrives-twice` is
 * answered as the second one.
 */
export type Fault =
  | "request-lost"
  | "answer-lost"
  | "html"
  | "other-shape"
  | "no-answer"
  | "server-error"
  | "unlisted-code"
  | "other-order"
  | "other-amount"
  | "arrives-twice"
  | { readonly arrivesAfterMs: number };

/** An emulated gateway over HTTP, with a clock of its own. */
export interface Acme {
  readonly url: string;
  readonly now: () => number;
  readonly breakNext: (path: Path, fault: Fault) => void;
  /** Calls that arrive late take effect meanwhile. */
  readonly advance: (ms: number) => void;
  readonly order: (shop: string, orderNo: string) => Order | undefined;
  /** The number of cards that a shop keeps. */
  readonly cards: (shop: string) => number;
  /** Refunds as a person does in the gateway's console, and answers the gateway's name of it. */
  readonly refundByHand: (shop: string, orderNo: string, amount: number) => string;
  readonly close: () => Promise<void>;
}

export const secretOf = (shop: string) => `secret of ${shop}`;

export async function openAcme(startsAt: string): Promise<Acme> {
  let now = Date.parse(startsAt);
  const shops = new Map<string, Shop>();
  const faults: { readonly path: Path; readonly fault: Fault }[] = [];
  let late: { readonly at: number; readonly effect: () => unknown }[] = [];

  const shopOf = (name: string): Shop => shops.get(name) ?? { cards: new Map(), orders: new Map() };
  const takeFault = (path: Path) => {
    const index = faults.findIndex((each) => each.path === path);
    return index < 0 ? undefined : faults.splice(index, 1)[0]?.fault;
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = pathOf(request.url);
    const body = await json(request);
    const name = String(request.headers["x-shop"]);
    if (path === undefined) return send(response, { code: "X404" });
    if (request.headers["x-shop-secret"] !== secretOf(name))
      return send(response, { code: "S401", message: "인증 실패" });
    const shop = shopOf(name);
    shops.set(name, shop);
    const effect = () => calls[path](shop, body, now);
    const fault = takeFault(path);
    if (typeof fault === "object") late.push({ at: now + fault.arrivesAfterMs, effect });
    if (fault === "request-lost" || typeof fault === "object") return void response.destroy();
    const result = effect();
    if (fault === "answer-lost") return void response.destroy();
    if (fault === "arrives-twice") return send(response, effect());
    answerAs(response, fault, result);
  }

  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;

  return {
    url: `http://127.0.0.1:${port}/`,
    now: () => now,
    breakNext: (path, fault) => void faults.push({ path, fault }),
    advance(ms) {
      const until = now + ms;
      const due = late.filter(({ at }) => at <= until).toSorted((one, other) => one.at - other.at);
      late = late.filter((each) => !due.includes(each));
      for (const { at, effect } of due) {
        now = at;
        effect();
      }
      now = until;
    },
    order: (shop, orderNo) => shopOf(shop).orders.get(orderNo),
    cards: (shop) => shopOf(shop).cards.size,
    refundByHand(shop, orderNo, amount) {
      const result = calls.refund(shopOf(shop), { orderNo, amount, taxFree: 0, memo: "고객 요청" }, now);
      return String(result["refundId"]);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** Sends the result of a call, or something odd in its place. */
export function answerAs(
  response: ServerResponse,
  fault: Fault | undefined,
  result: object & { readonly amount?: unknown },
) {
  switch (fault) {
    case undefined:
      return send(response, result);
    case "html":
      return void response.end("<html><body>점검 중입니다</body></html>");
    case "server-error":
      return void response.writeHead(502).end("<html><body>502</body></html>");
    case "other-shape":
      // Some answers are their code alone.
      return send(response, Object.keys(result).length > 1 ? { code: "0000", result } : [result]);
    case "unlisted-code":
      return send(response, { code: "D998", message: "처리중" });
    case "other-order":
      return send(response, { ...result, orderNo: "another-order", orderId: "another-order" });
    case "other-amount":
      return send(response, { ...result, amount: Number(result.amount) + 1 });
    case "no-answer":
    case "request-lost":
    case "answer-lost":
    case "arrives-twice":
    default:
      // The connection stays silent, or was dealt with before.
      return undefined;
  }
}

function pathOf(url: string | undefined): Path | undefined {
  const name = url?.slice(1) ?? "";
  return isPath(name) ? name : undefined;
}

function isPath(name: string): name is Path {
  return Object.hasOwn(calls, name);
}

function send(response: ServerResponse, result: object): void {
  response.setHeader("content-type", "application/json").end(JSON.stringify(result));
}
