import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import {
  createHandler,
  createPayments,
  documentationMerchant,
  memoryStore,
  nodeListener,
  sandboxGateway,
  sandboxInstallmentFeeds,
  sandboxPayoutBank,
  shippedBins,
  silentLogger,
  systemClock,
  testCards,
} from "wonflow";

import { createClient, type ClientOptions } from "../src/index.ts";

/** Wraps the service, and may drop requests or answers. */
export type Interference = (serve: RequestListener) => RequestListener;

/** The service on a port of this machine, and a client of it. */
export async function openService(interfere: Interference = (serve) => serve) {
  // A day that the calendar of bank holidays will always know, in the morning of a business day.
  let ahead = Date.parse("2026-11-20T10:00:00+09:00") - systemClock.now();
  const clock = { ...systemClock, now: () => systemClock.now() + ahead };
  const gateway = await sandboxGateway({ clock });
  let approvals = 0;
  const counting = {
    ...gateway,
    approve(request: Parameters<typeof gateway.approve>[0]) {
      approvals += 1;
      return gateway.approve(request);
    },
  };
  const payments = createPayments({
    store: memoryStore(),
    gateways: { test: counting },
    payoutBanks: { test: await sandboxPayoutBank({ clock }) },
    cardData: { bins: shippedBins, installmentFeeds: sandboxInstallmentFeeds({ clock }) },
    clock,
    secret: "s".repeat(32),
    settings: { documentationKeys: true },
    logger: silentLogger,
  });
  await payments.merchants.register(documentationMerchant);
  const server = createServer(
    interfere(nodeListener(createHandler(payments, { rateLimits: "off", logger: silentLogger }))),
  );
  const url = await listen(server);
  const account = { url, secretKey: "test_sk_docs", clientKey: "test_ck_docs", mId: 1 };
  return {
    ...account,
    payments,
    tenant: { mId: 1, mode: "test" } as const,
    approvals: () => approvals,
    /** Moves the clock forward, and does what is due by then. */
    async advance(ms: number) {
      ahead += ms;
      await payments.work.runDue(100);
    },
    /** A client that waits for nothing. */
    connect: (options: Partial<ClientOptions> = {}) => createClient({ ...account, clock: hurriedClock(), ...options }),
    /** Authenticates a card on a checkout, as its buyer does; answers the query that they come back with. */
    async authenticate(token: string, card = "kb"): Promise<URLSearchParams> {
      const response = await fetch(`${url}/checkout/session/authenticate`, {
        method: "POST",
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        body: JSON.stringify({ ...cardFields, number: testCards.find(({ name }) => name === card)?.number }),
      });
      const { redirectUrl } = (await response.json()) as { redirectUrl: string };
      return new URL(redirectUrl).searchParams;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const cardFields = { expiryMonth: "12", expiryYear: "39", registNo: "900101", passwordFront2: "12" };

/** Its waits between tries are over at once; a time-out, which is longer, comes when it comes. */
export function hurriedClock() {
  const waits: number[] = [];
  return {
    waits,
    now: () => Date.now(),
    after(ms: number) {
      if (ms >= 40_000) return systemClock.after(ms);
      waits.push(ms);
      return { elapsed: Promise.resolve(), cancel: () => undefined };
    },
  };
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });
}

let orders = 0;

/** A new order with its own id. */
export function newOrder() {
  orders += 1;
  return {
    customerId: "2b7d1f0c-buyer",
    orderId: `order-20261120-${String(orders).padStart(4, "0")}`,
    orderName: "녹차 100g",
    amount: { value: 10_000 },
    successUrl: "https://shop.example/ok?cart=7",
    failUrl: "https://shop.example/fail",
  };
}
