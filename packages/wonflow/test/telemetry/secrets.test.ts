import fc from "fast-check";
import { pino } from "pino";
import { expect, test } from "vitest";
import { sandboxPayoutBank } from "@wonflow/sandbox";
import { fakeClock, testHolidays, testPasswords } from "@wonflow/testkit";
import { memoryStore, sandboxGateway, type Logger, type PaymentsOptions } from "../../src/index.ts";
import { collected } from "./collected.ts";
import { card, openShop, shop } from "./shop.ts";

const person = {
  registNo: "850713",
  ownerName: "김비밀",
  ownerPhoneNumber: "01098765432",
  accountNumber: "110123456789",
  holderName: "예금주비밀",
  password: "correct horse battery staple",
  customerId: "c_of-a-buyer-7f3b",
  hook: "hook-path-of-a-shop",
  secret: "the secret of the whole service, which only it knows",
};

const card16 = card.number.replaceAll(/(\d{4})(?=\d)/g, "$1 ");

type Shop = Awaited<ReturnType<typeof openShop>>;

/** Registers a secret string, and returns it. */
type Keep = (text: unknown) => string;

/** A buyer pays, the shop confirms and cancels a part. */
async function pay({ authenticated, call }: Shop, orderId: string, keep: Keep) {
  const entered = { ...card, number: card16, registNo: person.registNo };
  const payment = await authenticated(orderId, entered).catch(() => undefined);
  if (payment === undefined) return;
  const { token, ...confirmation } = payment;
  keep(token);
  await call("GET", `/checkout?token=${token}`);
  const { json } = await call("POST", "/px/intents/confirm", confirmation, {
    "Idempotency-Key": keep(`key-${orderId}`),
  });
  const [, receipt] = /receipts\/([\w-]+)/.exec(JSON.stringify(json)) ?? [];
  if (receipt !== undefined) await call("GET", `/receipts/${keep(receipt)}`);
  await call("POST", `/px/intents/${confirmation.intentKey}/cancel`, { cancelReason: "out of stock", cancelAmount: 1 });
}

/** A buyer has a card stored, and is charged. */
async function subscribe({ call }: Shop, keep: Keep) {
  const { customerId, registNo, ownerName, ownerPhoneNumber } = person;
  const owner = { customerId, registNo, ownerName, ownerPhoneNumber };
  const stored = { number: card.number, expriationYY: "39", expriationMM: "12", cvc: "739", passwordFront2: "12" };
  const issued = await call("POST", "/px/billing/billkeys/issue", { ...owner, ...stored });
  const [billkey] = /billkey_[\w-]+/.exec(JSON.stringify(issued.json)) ?? [];
  if (billkey === undefined) return;
  const instruments = [{ billing: keep(billkey), amount: 10_000 }];
  const order = { orderId: "subscription-0001", orderName: "Flowers", totalAmount: 10_000 };
  await call("POST", "/px/billing", { ...order, customerId, instruments });
  await call("DELETE", `/px/billing/${billkey}`);
}

/** The shop registers a seller and pays it; an operator signs in, at first with another password. */
async function sell({ call, payments }: Shop, keep: Keep) {
  const { accountNumber, holderName, password } = person;
  await call("POST", `/merchants/${shop.mId}/sellers`, {
    refSellerId: "kim-001",
    name: "Kim's Ceramics",
    businessType: "INDIVIDUAL",
    account: { bankCode: "004", accountNumber, holderName },
  });
  await payments.payouts.setTransferAccount(shop, { account: { bankCode: "004", accountNumber, holderName } });
  await payments.operators.set(shop, { name: "kim", password });
  for (const tried of [`${password}!`, password]) {
    const answer = await call("POST", "/operator/session", { ...shop, name: "kim", password: tried });
    const [, csrf] = /"csrfToken":"([^"]+)"/.exec(JSON.stringify(answer.json)) ?? [];
    if (csrf !== undefined) keep(csrf);
  }
}

/** The outcomes of calls to providers, one after the other, and of all webhooks. */
interface Fates {
  readonly calls: readonly Fate[];
  readonly webhooks: Fate;
}

/** Ten days of a shop, with these outcomes of external calls, and every line and span of them. */
async function tenDays(told: ReturnType<typeof collected>, { calls, webhooks }: Fates) {
  told.reset();
  const left = [...calls];
  const next = () => left.shift();
  const secrets = new Set([card.number, card16, ...Object.values(person)]);
  const keep: Keep = (text) => {
    secrets.add(String(text));
    return String(text);
  };
  const lines: string[] = [];
  // A logger of pino as it is.
  const logger: Logger = pino({ level: "debug" }, { write: (line: string) => void lines.push(line) });
  const clock = fakeClock(Date.parse("2026-11-23T10:00:00+09:00"));
  const gateway = await sandboxGateway({ clock });
  const approving: typeof gateway.approve = (request) => {
    if (request.authentication === null) keep(request.cardToken);
    return gateway.approve(request);
  };
  const send: NonNullable<PaymentsOptions["webhookSender"]>["send"] = async () => {
    return { outcome: "answered", status: 204, text: "", ms: 1 };
  };
  const store = memoryStore();
  const opened = await openShop(
    {
      store,
      gateways: { test: hostile({ ...gateway, keyIn: hostile(gateway.keyIn, next), approve: approving }, next) },
      payoutBanks: { test: hostile(sandboxPayoutBank({ clock }), next) },
      webhookSender: hostile({ send }, () => webhooks),
      secret: person.secret,
      holidays: testHolidays(),
      passwords: testPasswords(),
      // A refused sign-in waits on the clock, which does not move meanwhile.
      settings: { signInRefusalMs: 0 },
      clock,
      logger,
    },
    { logger },
  );
  keep(opened.secretKey);
  keep(btoa(`${opened.secretKey}:`));
  const { payments } = opened;
  const client = await payments.keys.issue(shop, "client");
  if (client.ok) keep(client.value.key);
  const contracts = { payouts: true, webhook: true };
  await payments.merchants.register({ ...shop, name: "Corner Shop", feeRate: "3.3", contracts });
  const endpoint = await payments.webhooks.set(shop, { url: `https://shop.example/${person.hook}?k=${person.hook}` });
  if (endpoint.ok) keep(endpoint.value.secret);
  await pay(opened, "order-of-secrets-01", keep);
  await pay(opened, "order-of-secrets-02", keep);
  await subscribe(opened, keep);
  await sell(opened, keep);
  // The handler receives a broken store's error, with the arguments of its call.
  const { read } = store;
  store.read = hostile({ read }, () => "throws").read;
  await opened.call("GET", "/px/intents/orders/order-of-secrets-01");
  store.read = read;
  for (let hours = 0; hours < 240; hours += 4) {
    await clock.advance(4 * 3600_000);
    await payments.work.runDue();
  }
  await gateway.close();
  return { secrets, lines };
}

const fate = fc.constantFrom<Fate[]>("continues", "throws", "says unknown", "refuses");
const fates: fc.Arbitrary<Fates> = fc.record({ calls: fc.array(fate, { maxLength: 40 }), webhooks: fate });
const allThrow = Array.from({ length: 40 }, () => "throws" as const);

test("no card, person, key or token is in any line, span or metric, whatever providers say", async () => {
  const told = collected();
  const seen = { lines: 0, spans: new Set<string>(), notices: new Set<string>() };
  await fc.assert(
    fc.asyncProperty(fates, async (each) => {
      const { secrets, lines } = await tenDays(told, each);
      const spans = told.spans().map(({ name, attributes, status, events }) => ({ name, attributes, status, events }));
      const texts = [...lines, ...spans.map((span) => JSON.stringify(span)), JSON.stringify(await told.metrics())];
      for (const secret of secrets) {
        const leak = texts.find((text) => text.includes(secret));
        expect(leak, `${secret} has leaked`).toBeUndefined();
      }
      seen.lines += lines.length;
      for (const { name } of spans) seen.spans.add(name);
      for (const line of lines) seen.notices.add(/"notice":"([\w-]+)"/.exec(line)?.[1] ?? "");
    }),
    { numRuns: 30, examples: [[{ calls: [], webhooks: "says unknown" }], [{ calls: allThrow, webhooks: "throws" }]] },
  );
  // The run has reached the places where a secret could leak.
  expect(seen.lines).toBeGreaterThan(100);
  expect([...seen.notices].toSorted()).toEqual(
    expect.arrayContaining(["attempt-flagged", "provider-threw", "request-failed", "webhook-exhausted"]),
  );
  expect([...seen.spans]).toEqual(
    expect.arrayContaining([
      "POST /px/intents/confirm",
      "POST /checkout/session/authenticate",
      "GET /receipts/{token}",
      "POST /px/billing/billkeys/issue",
      "gateway approve",
      "gateway issue-token",
      "payout-bank register-seller",
      "payout-bank submit",
      "work webhookDelivery",
      "POST",
    ]),
  );
});

/** The outcome of a call: it continues, or the callee puts its arguments into its answer. */
type Fate = "continues" | "throws" | "says unknown" | "refuses";

/** An error of an adapter that puts everything it knows into every property. */
class Telltale extends Error {
  readonly code: string;
  readonly request: unknown;

  constructor(request: unknown) {
    const text = JSON.stringify(request);
    super(`${text}\n    at ${text} (file.js:1:1)`, { cause: new Error(text, { cause: text }) });
    this.name = text;
    this.code = text;
    this.request = request;
  }
}

/** The same port, whose calls have these fates, one after the other, and continue when there are none left. */
function hostile<Port extends object>(port: Port, nextFate: () => Fate | undefined): Port {
  return new Proxy(port, {
    get(target, name, receiver) {
      const method: unknown = Reflect.get(target, name, receiver);
      if (typeof method !== "function") return method;
      return async (...asked: unknown[]): Promise<unknown> => {
        const text = JSON.stringify(asked);
        switch (nextFate()) {
          case "throws":
            throw new Telltale(asked);
          case "says unknown":
            return {
              outcome: name === "send" ? "failed" : "unknown",
              reason: text,
              provider: { code: text, message: text },
              ms: 1,
            };
          case "refuses":
            return {
              outcome: name === "send" ? "answered" : "refused",
              code: text,
              provider: { code: text, message: text },
              status: 500,
              text,
              ms: 1,
            };
          case "continues":
          case undefined:
            return await Reflect.apply(method, target, asked);
        }
      };
    },
  });
}
