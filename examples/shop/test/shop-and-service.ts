import { createServer, type Server } from "node:http";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import {
  createHandler,
  createPayments,
  developmentClock,
  documentationMerchant,
  memoryStore,
  movableClock,
  nodeListener,
  sandboxGateway,
  sandboxPayoutBank,
  sandboxWindowEndpoints,
  startWork,
  systemClock,
  testCards,
  type Payments,
} from "wonflow";

import { shopName } from "../src/html.ts";
import { serveShop } from "../src/serve-shop.ts";

/** A service and a shop on two origins of this machine, and what a test wants to know of them. */
export interface Servers {
  readonly service: string;
  readonly shop: string;
  readonly payments: Payments;
  /** The gateway waits for these before it answers; they end at once unless a test says otherwise. */
  readonly before: Record<"authenticate" | "approve" | "cancel", () => Promise<unknown>>;
  /** How many approvals are under way at the gateway. */
  approving(): number;
  /** How often a card was authenticated at the gateway. */
  authentications(): number;
  /** The orders that the shop has taken, the first one first. */
  orderIds(): Promise<readonly string[]>;
  /** Moves the service's clock forward. */
  advance(ms: number): void;
  close(): Promise<void>;
}

const documentationTenant = { mId: 1, mode: "test" } as const;

export async function startServers(): Promise<Servers> {
  const dataDir = await mkdtemp(join(tmpdir(), "wonflow-shop-"));
  const server = createServer();
  const service = await listen(server);
  // A day that the calendar of bank holidays will always know.
  let ahead = Date.parse("2026-11-20T10:00:00+09:00") - systemClock.now();
  const store = memoryStore();
  const machine = { ...systemClock, now: () => systemClock.now() + ahead };
  const clock = await developmentClock({ store, machine });
  // The window is of another site, as a provider's is.
  const gateway = await sandboxGateway({
    clock,
    windowUrl: `${service.replace("localhost", "127.0.0.1")}/sandbox/window`,
  });
  const { window: _, ...withoutWindow } = gateway;
  const { calls, before, counting } = watched(gateway);
  const payments = createPayments({
    store,
    gateways: { test: counting, live: { ...withoutWindow, sandbox: false } },
    payoutBanks: { test: await sandboxPayoutBank({ clock }) },
    clock,
    secret: "s".repeat(32),
    settings: { checkoutUrl: `${service}/checkout`, documentationKeys: true },
  });
  await payments.merchants.register({ ...documentationMerchant, name: shopName });
  const account = { bankCode: "004", accountNumber: "110000000001", holderName: "Wonflow Docs" };
  await payments.payouts.setTransferAccount(documentationTenant, { account });
  const work = startWork(payments, { mayStart: clock.runs });
  const isStopping = () => !server.listening;
  const movable = movableClock({ clock, store, payments, work, isStopping });
  server.on(
    "request",
    nodeListener(createHandler(payments, { developmentClock: movable, beside: sandboxWindowEndpoints(gateway) })),
  );
  const wonflow = { mId: 1, url: service, secretKey: "test_sk_docs", clientKey: "test_ck_docs" };
  const shop = await serveShop({ port: 0, dataDir, account: wonflow });
  return {
    service,
    shop: shop.url,
    payments,
    before,
    approving: () => calls.approving,
    authentications: () => calls.authentications,
    async orderIds() {
      const text = await readFile(join(dataDir, "shop-orders.json"), "utf8").catch(() => "[]");
      return (JSON.parse(text) as { orderId: string }[]).map(({ orderId }) => orderId);
    },
    advance: (ms) => void (ahead += ms),
    async close() {
      await work.stop();
      for (const each of [server, shop.server]) {
        each.closeAllConnections();
        each.close();
      }
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

type Gateway = Awaited<ReturnType<typeof sandboxGateway>>;

/** A gateway whose calls are counted, and wait until a test lets them go. */
function watched(gateway: Awaited<ReturnType<typeof sandboxGateway>>) {
  const calls = { approving: 0, authentications: 0 };
  const atOnce = () => Promise.resolve();
  const before: Servers["before"] = { authenticate: atOnce, approve: atOnce, cancel: atOnce };
  const counting: Gateway = {
    ...gateway,
    keyIn: {
      ...gateway.keyIn,
      async authenticate(request) {
        calls.authentications += 1;
        await before.authenticate();
        return gateway.keyIn.authenticate(request);
      },
    },
    async approve(request) {
      calls.approving += 1;
      try {
        await before.approve();
        return await gateway.approve(request);
      } finally {
        calls.approving -= 1;
      }
    },
    async cancel(request) {
      await before.cancel();
      return gateway.cancel(request);
    },
  };
  return { calls, before, counting };
}

/** A phone by its user agent too, where the checkout takes the page's place. */
export const phone = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  userAgent:
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Mobile Safari/537.36",
};

function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve(`http://localhost:${(server.address() as AddressInfo).port}`));
  });
}

/** The status of an order's payment at the service. */
export async function statusOf({ payments }: Servers, orderId: string): Promise<string> {
  const payment = await payments.intents.lookUp(documentationTenant, { orderId });
  return payment.ok ? payment.value.status : payment.error.code;
}

/** The number of a test card. */
export function testCardNumber(name: string): string {
  const card = testCards.find((each) => each.name === name);
  if (card === undefined) throw new Error(`There is no test card ${name}.`);
  return card.number;
}
