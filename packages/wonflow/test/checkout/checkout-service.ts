import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import {
  createHandler,
  createPayments,
  memoryStore,
  nodeListener,
  sandboxGateway,
  sandboxInstallmentFeeds,
  systemClock,
  type MethodChoice,
  type Payments,
} from "../../src/index.ts";

const shop = { mId: 7, mode: "test" } as const;

/** A merchant with everything that it may say and show to buyers; its terms ask for consent. */
export const tellingShop = { mId: 8, mode: "test" } as const;

/** A green disc and an illegible name. */
const logo =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAGAAAAAgCAYAAADtwH1UAAAArUlEQVR4nO2VOw6AIBAF6W05mOfx8hgLEwtBfspbmUm224KdKXAOACpZtjWcM/otU3AV/jSj3/orSsQTojMt8onQSA/5RKikp3wiFPKGfCJk8qZ8ImRAgIF8Ib82gvc+3I21/eSRBCBAFFWhBDC2Hz3wS/k1EVSFEsDYfvRAAvAHJFEVSgBj+8kjCUCAKKpCuwY4UJQ/FQQQAPkCIF8A5AuAfAGQLwLixUA4mGcH1ZfPehUKT9cAAAAASUVORK5CYII=";

/** The parts of a session that matter to a test. */
export interface LinkOptions {
  readonly amount?: number;
  readonly orderName?: string;
  readonly orderId?: string;
  /** Whether it is of the merchant that says everything about itself. */
  readonly telling?: boolean;
  /** The choices of its buyer; the typed card by default. */
  readonly methods?: readonly MethodChoice[];
}

export interface OpenedLink {
  readonly orderId: string;
  readonly token: string;
  readonly url: string;
}

/** A service on its own port, with a merchant whose pages are on the same server under `/shop/`. */
export interface CheckoutService {
  readonly url: string;
  readonly payments: Payments;
  /** The address of a page of the shop on which a button opens the checkout of a new order by the SDK. */
  readonly cartUrl: string;
  /** The path and query of every request to the server. */
  readonly requests: string[];
  /** The number of the gateway's calls to authenticate. */
  authentications: number;
  /** The gateway waits for this before it authenticates; tests set it to look at the page meanwhile. */
  beforeAuthenticating: Promise<void>;
  /** The gateway waits for this before it approves. */
  beforeApproving: Promise<void>;
  /** The shop's page at successUrl: shown, delayed, or an answer at which the browser stays on its page. */
  successPage: "shown" | "late" | "none";
  openLink(options?: LinkOptions): Promise<OpenedLink>;
  /** Charges so many stored cards 60,000 won in total, refunds `canceled`, and returns the receipt's URL. */
  openReceipt(cards: number, canceled?: number): Promise<string>;
  /** Confirms what a shop's successUrl was called with. */
  confirm(landingUrl: string): Promise<string>;
  stop(): Promise<void>;
}

/** The page at a merchant's own address; `/shop/frame` shows the page that its query names in a frame. */
function shopPage(address: string, clientKey: string): string {
  if (address.startsWith("/shop/cart")) return cartPage(clientKey);
  const framed = new URL(address, "http://shop").searchParams.get("page");
  const frame = framed === null ? "" : `<iframe title="checkout" src="${framed.replaceAll("&", "&amp;")}"></iframe>`;
  return `<!doctype html><html lang="en"><title>shop</title><h1>shop</h1>${frame}`;
}

/** A merchant's page: it opens the checkout, and shows what its promise was rejected or fulfilled with. */
const cartPage = (clientKey: string) => `<!doctype html><html lang="ko"><title>cart</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<main><h1>cart</h1><button id="buy">Buy</button><p id="rejected"></p><p id="outcome"></p></main><script src="/payments-sdk/v1"></script><script>
const search = new URLSearchParams(location.search);
document.querySelector("#buy").addEventListener("click", () =>
  PaymentsSDK.createSDK("${clientKey}", { display: "overlay", language: search.get("lang") ?? "ko" })
    .payment({ customerId: "browser-test-buyer" })
    .requestPayment({
      amount: { value: 60000 }, orderId: search.get("order"), orderName: "우전 녹차 세트 100g",
      successUrl: "/shop/ok", failUrl: "/shop/fail",
    })
    .then(({ status }) => (document.querySelector("#outcome").textContent = status))
    .catch((error) => (document.querySelector("#rejected").textContent = error.code)));
</script></html>`;

async function listen(): Promise<{ readonly server: Server; readonly url: string }> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

let orders = 0;

const storedCard = {
  number: "4000000000110009",
  expriationYY: "39",
  expriationMM: "12",
  cvc: "123",
  passwordFront2: "00",
  ownerName: "김구매",
  registNo: "900101",
  ownerPhoneNumber: "01012345678",
};

/** Starts a service; its links work for 30 minutes, and it has no rate limits, unless told otherwise. */
export async function startService(
  sessionLifetimeMs = 30 * 60_000,
  handlerSettings: NonNullable<Parameters<typeof createHandler>[1]> = { rateLimits: "off" },
): Promise<CheckoutService> {
  const { server, url } = await listen();
  const gateway = await sandboxGateway({ clock: systemClock, windowUrl: "https://window.example/open" });
  const gateways = {
    test: {
      ...gateway,
      keyIn: {
        ...gateway.keyIn,
        async authenticate(question: Parameters<typeof gateway.keyIn.authenticate>[0]) {
          service.authentications += 1;
          await service.beforeAuthenticating;
          return gateway.keyIn.authenticate(question);
        },
      },
      async approve(order: Parameters<typeof gateway.approve>[0]) {
        await service.beforeApproving;
        return gateway.approve(order);
      },
    },
  };
  const secret = "s".repeat(32);
  const settings = { checkoutUrl: `${url}/checkout`, operatorName: "페이먼츠 주식회사", sessionLifetimeMs };
  const cardData = { installmentFeeds: sandboxInstallmentFeeds({ clock: systemClock }) };
  const payments = createPayments({ store: memoryStore(), gateways, cardData, secret, settings });
  const service: CheckoutService = {
    url,
    payments,
    get cartUrl() {
      orders += 1;
      return `${url}/shop/cart?order=order-20261120-${String(orders).padStart(4, "0")}`;
    },
    requests: [],
    authentications: 0,
    beforeAuthenticating: Promise.resolve(),
    beforeApproving: Promise.resolve(),
    successPage: "shown",
    openLink: (options) => openLink(service, options),
    openReceipt: (cards, canceled) => openReceipt(service, cards, canceled),
    async confirm(landingUrl) {
      const { orderId = "", intentKey = "", amount } = Object.fromEntries(new URL(landingUrl).searchParams);
      const confirmed = await payments.intents.confirm(shop, { intentKey, orderId, amount: Number(amount) });
      return confirmed.ok ? confirmed.value.status : confirmed.error.code;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await gateway.close();
    },
  };
  const methods: MethodChoice[] = ["KEYIN", "CARD", "EASY_PAY", "TRANSFER"];
  const contracts = { installmentFeeds: ["PG_A" as const, "PG_B" as const], taxFree: true, methods };
  const merchant = { ...shop, name: "골목 상점", businessRegistrationNumber: "1234567890", feeRate: "3.3", contracts };
  await payments.merchants.register(merchant);
  const registered = await payments.merchants.register({
    ...merchant,
    ...tellingShop,
    businessName: "주식회사 골목",
    phone: "02-1234-5678",
    terms: { url: `${url}/shop/terms`, consent: true },
    color: "#0b7a50",
    logo,
  });
  if (!registered.ok) throw new Error(JSON.stringify(registered.error));
  await payments.work.runDue(10);
  const issued = await payments.keys.issue(shop, "client");
  const clientKey = issued.ok ? issued.value.key : "";
  const listener = nodeListener(createHandler(payments, handlerSettings));
  server.on("request", (request, response) => {
    service.requests.push(request.url ?? "");
    if (request.url?.startsWith("/shop/ok") === true && service.successPage !== "shown") {
      if (service.successPage === "none") response.writeHead(204).end();
      return;
    }
    if (request.url?.startsWith("/shop/") === true) {
      response.setHeader("Content-Type", "text/html; charset=utf-8").end(shopPage(request.url, clientKey));
    } else listener(request, response);
  });
  return service;
}

async function openLink({ payments, url }: CheckoutService, options: LinkOptions = {}): Promise<OpenedLink> {
  orders += 1;
  const { orderId = `order-20261120-${String(orders).padStart(4, "0")}`, orderName = "우전 녹차 세트 100g" } = options;
  const session = await payments.sessions.create(options.telling === true ? tellingShop : shop, {
    customerId: "browser-test-buyer",
    orderId,
    orderName,
    amount: { value: options.amount ?? 50_000 },
    successUrl: `${url}/shop/ok?cart=7`,
    failUrl: `${url}/shop/fail`,
    ...(options.methods && { methods: [...options.methods] }),
  });
  if (!session.ok) throw new Error(session.error.code);
  return { orderId, token: session.value.token, url: session.value.checkoutUrl };
}

async function openReceipt({ payments }: CheckoutService, cards: number, canceled = 0): Promise<string> {
  orders += 1;
  const customerId = "browser-test-buyer";
  const instruments = [];
  for (let n = 0; n < cards; n += 1) {
    const issued = await payments.billing.issue(shop, { ...storedCard, customerId });
    if (!issued.ok) throw new Error(issued.error.code);
    instruments.push({ billing: issued.value.billkey, amount: 60_000 / cards, installmentPlanMonths: n });
  }
  const order = { orderId: `subscription-${String(orders).padStart(4, "0")}`, orderName: "꽃과 채소 정기 배송 11월" };
  const charge = { customerId, ...order, totalAmount: 60_000, taxFreeAmount: 20_000, instruments };
  const charged = await payments.billing.charge(shop, charge);
  if (!charged.ok) throw new Error(charged.error.code);
  const { intentKey, receipt } = charged.value;
  if (canceled > 0) {
    const amount = canceled === 60_000 ? {} : { cancelAmount: canceled };
    await payments.intents.cancel(shop, { intentKey }, { cancelReason: "changed mind", ...amount });
  }
  return receipt?.candyUrl ?? "";
}
