import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { faultsOf, type Fault } from "./faults.ts";
import { calls, type Order, type Path, type Shop } from "./shop.ts";

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
  const { breakNext, answer: send, arrive } = faultsOf(() => now);
  const shopOf = (name: string): Shop => shops.get(name) ?? { cards: new Map(), orders: new Map() };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = pathOf(request.url);
    const body = await json(request);
    const name = String(request.headers["x-shop"]);
    const shop = shopOf(name);
    shops.set(name, shop);
    send(response, path ?? "", (at) => {
      if (path === undefined) return { code: "X404" };
      if (request.headers["x-shop-secret"] !== secretOf(name)) return { code: "S401", message: "인증 실패" };
      return calls[path](shop, body, at);
    });
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
    breakNext,
    advance(ms) {
      arrive(now + ms);
      now += ms;
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

function pathOf(url: string | undefined): Path | undefined {
  const name = url?.slice(1) ?? "";
  return isPath(name) ? name : undefined;
}

function isPath(name: string): name is Path {
  return Object.hasOwn(calls, name);
}
