import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import {
  createHandler,
  createPayments,
  memoryStore,
  nodeListener,
  sandboxCardNetwork,
  sandboxInstallmentFeeds,
  systemClock,
  type Payments,
} from "../../src/index.ts";

const shop = { mId: 7, mode: "test" } as const;

/** What a session is opened with, where it matters. */
export interface Opening {
  readonly amount?: number;
  readonly orderName?: string;
  readonly orderId?: string;
}

export interface OpenedLink {
  readonly orderId: string;
  readonly token: string;
  readonly url: string;
}

/** A service on a port of its own, with a merchant whose pages stand beside it under `/shop/`. */
export interface CheckoutDesk {
  readonly url: string;
  readonly payments: Payments;
  /** Every address that the server was asked for, as it was written. */
  readonly asked: string[];
  /** How often the card network was asked to authenticate. */
  authentications: number;
  /** What the card network waits for before it answers; tests set it to look at a page meanwhile. */
  hold: Promise<void>;
  open(opening?: Opening): Promise<OpenedLink>;
  /** Confirms what a shop's successUrl was called with. */
  confirm(landed: string): Promise<string>;
  stop(): Promise<void>;
}

/** What stands at the merchant's own addresses; `/shop/frame` shows the page that its query names in a frame. */
function shopPage(address: string): string {
  const framed = new URL(address, "http://shop").searchParams.get("page");
  const frame = framed === null ? "" : `<iframe title="checkout" src="${framed.replaceAll("&", "&amp;")}"></iframe>`;
  return `<!doctype html><html lang="en"><title>shop</title><h1>shop</h1>${frame}`;
}

async function listen(): Promise<{ readonly server: Server; readonly url: string }> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

let orders = 0;

/** Opens a desk whose links work for so long; 30 minutes by default. */
export async function openDesk(sessionLifetimeMs = 30 * 60_000): Promise<CheckoutDesk> {
  const { server, url } = await listen();
  const network = sandboxCardNetwork({ clock: systemClock });
  const cards = {
    test: {
      ...network,
      async authenticate(question: Parameters<typeof network.authenticate>[0]) {
        desk.authentications += 1;
        await desk.hold;
        return network.authenticate(question);
      },
    },
  };
  const secret = "a secret of the tests, at least 32 characters";
  const settings = { checkoutUrl: `${url}/checkout`, sessionLifetimeMs };
  const cardData = { installmentFeeds: sandboxInstallmentFeeds({ clock: systemClock }) };
  const payments = createPayments({ store: memoryStore(), cards, cardData, secret, settings });
  const desk: CheckoutDesk = {
    url,
    payments,
    asked: [],
    authentications: 0,
    hold: Promise.resolve(),
    open: (opening) => openLink(desk, opening),
    async confirm(landed) {
      const { orderId = "", intentKey = "", amount } = Object.fromEntries(new URL(landed).searchParams);
      const confirmed = await payments.intents.confirm(shop, { intentKey, orderId, amount: Number(amount) });
      return confirmed.ok ? confirmed.value.status : confirmed.error.code;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await network.close();
    },
  };
  const contracts = { gateways: ["PG_A" as const, "PG_B" as const] };
  await payments.merchants.register({ ...shop, name: "골목 상점", feeRate: "3.3", contracts });
  await payments.work.runDue(10);
  const service = nodeListener(createHandler(payments));
  server.on("request", (request, response) => {
    desk.asked.push(request.url ?? "");
    if (request.url?.startsWith("/shop/") === true) {
      response.setHeader("Content-Type", "text/html; charset=utf-8").end(shopPage(request.url));
    } else service(request, response);
  });
  return desk;
}

async function openLink({ payments, url }: CheckoutDesk, opening: Opening = {}): Promise<OpenedLink> {
  orders += 1;
  const { orderId = `order-20261120-${String(orders).padStart(4, "0")}`, orderName = "우전 녹차 세트 100g" } = opening;
  const session = await payments.sessions.create(shop, {
    customerId: "browser-test-buyer",
    orderId,
    orderName,
    amount: { value: opening.amount ?? 50_000 },
    successUrl: `${url}/shop/ok?cart=7`,
    failUrl: `${url}/shop/fail`,
  });
  if (!session.ok) throw new Error(session.error.code);
  return { orderId, token: session.value.token, url: session.value.checkoutUrl };
}
