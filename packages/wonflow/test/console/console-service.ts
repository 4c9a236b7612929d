import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { cardCaller } from "@wonflow/testkit";
import {
  createHandler,
  createPayments,
  memoryStore,
  nodeListener,
  sandboxGateway,
  sandboxPayoutBank,
  silentLogger,
  systemClock,
  type HandlerSettings,
  type Passwords,
  type Payments,
  type WindowMethod,
} from "../../src/index.ts";

export const shop = { mId: 7, mode: "test" } as const;

/** One operator of each role. */
export const operators = {
  owner: { ...shop, name: "kim", password: "four words are better" },
  cashier: { ...shop, name: "lee", password: "four words are better" },
  viewer: { ...shop, name: "park", password: "four words are better" },
} as const;

export const cards = {
  kb: "4000000000110009",
  shinhan: "5400000000410006",
  samsung: "4000005100000000",
  hyundai: "5400006100000001",
  lotte: "4000007100000006",
  /** Issued abroad. */
  amex: "340000000071000",
  noFunds: "4000000200010009",
  /** Every cancellation is refused. */
  noRefund: "4000000400010007",
  /** A cancellation takes effect, but its answer is lost. */
  refundAnswerLost: "4000000400020006",
} as const;

export interface Order {
  readonly name?: string;
  readonly amount?: number;
  readonly card?: string;
}

/** A service with a merchant, three operators and a clock that the test moves ahead. */
export interface ConsoleService {
  readonly url: string;
  readonly payments: Payments;
  /** The path and query of every request. */
  readonly requests: string[];
  /** The gateway's cancellations wait for this. */
  beforeCanceling: Promise<void>;
  /** While it is true, the server breaks off every connection. */
  isCutOff: boolean;
  /** Charges a stored card, and answers the payment's key. */
  pay(order?: Order): Promise<string>;
  /** Pays in the gateway's window by a method, with a choice of the sandbox, and answers the payment's key. */
  payInWindow(method: WindowMethod, choice: string): Promise<string>;
  /** Refunds a part of a payment as if in the gateway's own console. */
  refundAtGateway(intentKey: string, amount: number): Promise<void>;
  /** Moves the clock to so many milliseconds before the machine's time, and does what is due by then. */
  goTo(earlierMs: number): Promise<void>;
  stop(): Promise<void>;
}

interface ServiceOptions {
  /** How long ago the clock begins. */
  readonly earlierMs?: number;
  readonly settings?: HandlerSettings;
  readonly paymentSettings?: object;
  /** The path below which a proxy shows the service; the proxy strips it. */
  readonly strippedPrefix?: string;
  /** Whether its merchant takes payments in the gateway's window too. */
  readonly hasWindow?: boolean;
}

/** Tests sign in often, and scrypt takes some tenths of a second each time. */
const plainPasswords: Passwords = {
  hash: async (password) => password,
  verify: async (password, hash) => password === hash,
};

export async function startConsole(options: ServiceOptions = {}): Promise<ConsoleService> {
  const { settings = { console: true, rateLimits: "off", logger: silentLogger }, strippedPrefix = "" } = options;
  let earlierMs = options.earlierMs ?? 0;
  const clock = { ...systemClock, now: () => Date.now() - earlierMs };
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://localhost:${(server.address() as AddressInfo).port}${strippedPrefix}`;
  const { hasWindow = false } = options;
  const gateway = await sandboxGateway({ clock, ...(hasWindow && { windowUrl: "https://window.example/" }) });
  const bank = await sandboxPayoutBank({ clock });
  const waiting: typeof gateway = {
    ...gateway,
    async cancel(cancellation) {
      await service.beforeCanceling;
      return gateway.cancel(cancellation);
    },
  };
  const payments = createPayments({
    store: memoryStore(),
    clock,
    gateways: { test: waiting },
    payoutBanks: { test: bank },
    passwords: plainPasswords,
    secret: "s".repeat(32),
    settings: { checkoutUrl: `${url}/checkout`, signInRefusalMs: 0, ...options.paymentSettings },
    logger: silentLogger,
  });
  let orders = 0;
  const keys = new Map<string, Promise<string>>();
  const service: ConsoleService = {
    url,
    payments,
    requests: [],
    beforeCanceling: Promise.resolve(),
    isCutOff: false,
    async pay({ name = "우전 녹차 세트 100g", amount = 30_000, card = cards.kb } = {}) {
      orders += 1;
      // Payments with equal timestamps would be listed in any order.
      await systemClock.after(2).elapsed;
      const key = keys.get(card) ?? storeCard(payments, card);
      keys.set(card, key);
      const charged = await payments.billing.charge(shop, {
        customerId: "console-test-buyer",
        orderId: `order-20261125-${String(orders).padStart(5, "0")}`,
        orderName: name,
        totalAmount: amount,
        instruments: [{ billing: await key, amount }],
      });
      if (charged.ok) return charged.value.intentKey;
      if (card === cards.noFunds) return "";
      throw new Error(charged.error.code);
    },
    async payInWindow(method, choice) {
      orders += 1;
      const orderId = `order-20261125-${String(orders).padStart(5, "0")}`;
      return confirmedInWindow({ payments, gateway }, { orderId, method, choice });
    },
    async refundAtGateway(intentKey, amount) {
      const caller = cardCaller(gateway, () => clock.now());
      const approvalKey = `approval-${intentKey}`;
      const call = { tenant: "7:test", key: "by-hand", approvalKey, amount, deadline: clock.now() + 1_000 } as const;
      await caller.cancel(call);
    },
    async goTo(next) {
      earlierMs = next;
      for (let round = 0; round < 3; round += 1) await payments.work.runDue(10_000);
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await Promise.all([gateway.close(), bank.close()]);
    },
  };
  await register(payments, hasWindow);
  const listener = nodeListener(createHandler(payments, settings));
  server.on("request", (request, response) => {
    service.requests.push(`${request.method} ${request.url}`);
    if (service.isCutOff) return request.socket.destroy();
    if (strippedPrefix !== "") request.url = request.url?.replace(strippedPrefix, "") ?? "";
    listener(request, response);
  });
  return service;
}

interface InWindow {
  readonly orderId: string;
  readonly method: WindowMethod;
  readonly choice: string;
}

/** A payment of 60,000 won whose buyer comes back from the window, and that is confirmed. */
async function confirmedInWindow(
  { payments, gateway }: { readonly payments: Payments; readonly gateway: Awaited<ReturnType<typeof sandboxGateway>> },
  { orderId, method, choice }: InWindow,
): Promise<string> {
  const address = { successUrl: "https://shop.example/ok", failUrl: "https://shop.example/fail" };
  const order = { customerId: "console-test-buyer", orderId, orderName: `주문 ${method}`, amount: { value: 60_000 } };
  const created = await payments.sessions.create(shop, { ...order, ...address, methods: [method] });
  const token = created.ok ? created.value.token : "";
  const opened = await payments.checkout.openWindow(token, { method, device: "PC" });
  const windowToken = opened.ok && "windowUrl" in opened.value ? (opened.value.windowUrl.split("/").at(-1) ?? "") : "";
  const read = await payments.checkout.readWindow(windowToken);
  const key = read.ok ? (new URL(read.value.open.url).searchParams.get("key") ?? "") : "";
  const back = await gateway.windows.choose("7:test", key, choice);
  const returned = await payments.checkout.returnFromWindow(windowToken, back?.fields ?? {});
  const intentKey = returned.ok ? (new URL(returned.value.redirectUrl ?? "").searchParams.get("intentKey") ?? "") : "";
  const confirmed = await payments.intents.confirm(shop, { intentKey, orderId, amount: 60_000 });
  if (!confirmed.ok) throw new Error(confirmed.error.code);
  return intentKey;
}

async function register(payments: Payments, hasWindow: boolean): Promise<void> {
  const methods = hasWindow ? ["KEYIN" as const, "CARD" as const, "EASY_PAY" as const, "TRANSFER" as const] : undefined;
  const contracts = { installmentFeeds: ["PG_A" as const], payouts: true, taxFree: true, ...(methods && { methods }) };
  const registered = await payments.merchants.register({ ...shop, name: "골목 찻집", feeRate: "3.3", contracts });
  if (!registered.ok) throw new Error(registered.error.code);
  for (const [role, { name, password }] of Object.entries(operators)) {
    const set = await payments.operators.set(shop, { name, password, role: role as keyof typeof operators });
    if (!set.ok) throw new Error(set.error.code);
  }
}

async function storeCard(payments: Payments, number: string): Promise<string> {
  const issued = await payments.billing.issue(shop, {
    customerId: "console-test-buyer",
    number,
    expriationYY: "39",
    expriationMM: "12",
    cvc: number === cards.amex ? "1234" : "123",
    passwordFront2: "12",
    ownerName: "김구매",
    registNo: "900101",
    ownerPhoneNumber: "01012345678",
  });
  if (!issued.ok) throw new Error(issued.error.code);
  return issued.value.billkey;
}
