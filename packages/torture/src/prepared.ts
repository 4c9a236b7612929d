import { documentationMerchant, testCards } from "wonflow";
import { z } from "zod";

import { openService, type OpenedService } from "./books.ts";

/** A merchant whose buyers, sellers and bookkeepers keep the service busy. */
export interface Shop {
  readonly mId: number;
  readonly mode: "test" | "live";
  readonly secretKey: string;
}

/** The cards that buyers enter and subscribers store, chosen at random. */
export interface Cards {
  readonly typed: readonly [CardEntry, ...CardEntry[]];
  readonly stored: readonly [CardEntry, ...CardEntry[]];
}

type CardEntry = ReturnType<typeof cardEntry>;

/** The content of a database at the start of a round: merchants, and payments that are due to settle at the same time. */
export interface Prepared {
  readonly shops: readonly [Shop, ...Shop[]];
  /** The orders of a shop that are settled during a round. */
  readonly ordersOf: (shop: Shop) => readonly [string, ...string[]];
  /** When they are settled, in milliseconds since 1970. */
  readonly settledAt: number;
  readonly firstDay: string;
}

const shopCount = 4;

function ordersOf({ mId }: Shop): readonly [string, ...string[]] {
  const [first, ...others] = ["a", "b", "c", "d", "e", "f"].map((name) => `torture-before-${mId}-${name}`);
  return [first ?? "", ...others];
}

/** What each merchant may pay out at the start, in won. */
const opening = 100_000_000;

/** Fills an empty database. */
export async function prepare(url: string): Promise<Prepared> {
  const service = await openService(url);
  try {
    const shops = await openShops(service);
    // Start on a business day, whatever today is.
    await moved(service, { forward: { businessDays: 1 } });
    const firstDay = seoulDay(service.clock.now());
    for (const shop of shops) for (const orderId of ordersOf(shop)) await pay(service, shop, orderId);
    const [shop] = shops;
    const earning = await service.payments.settlements.lookUpOrder(shop, ordersOf(shop)[0]);
    if (!earning.ok || earning.value.scheduledAt === null) throw new Error("the calendar does not reach that far");
    const settledAt = Date.parse(earning.value.scheduledAt);
    await moved(service, { to: new Date(settledAt - 60_000).toISOString() });
    return { shops, ordersOf, settledAt, firstDay };
  } finally {
    await service.close();
  }
}

export function seoulDay(at: number): string {
  return new Date(at + 9 * 60 * 60 * 1000).toISOString().slice(0, 10);
}

/** Moves the clock; throws if that is refused. */
export async function moved({ move }: OpenedService, to: Parameters<OpenedService["move"]>[0]): Promise<void> {
  const result = await move(to);
  if (!result.ok) throw new Error(`the clock could not be moved: ${result.error.code}`);
}

export async function openShops({ payments, store, clock }: OpenedService): Promise<Prepared["shops"]> {
  const shops: Shop[] = [];
  for (let n = 1; n <= shopCount; n += 1) {
    const merchant = { ...documentationMerchant, mId: n, mode: "test" as const };
    await payments.merchants.register(merchant);
    const issued = await payments.keys.issue(merchant, "secret");
    if (!issued.ok) throw new Error(`no key could be issued: ${issued.error.code}`);
    await store.commit({
      id: `opening ${n}`,
      tenant: `${n}:test`,
      at: clock.now(),
      expect: [],
      writes: [],
      reference: "opening",
      postings: [
        { account: "bank", amount: opening },
        { account: "available", amount: -opening },
      ],
      floors: [],
      tallies: [{ name: "available", day: seoulDay(clock.now()), amount: opening, count: 1 }],
    });
    shops.push({ mId: n, mode: "test", secretKey: issued.value.key });
  }
  const [first, ...others] = shops;
  if (first === undefined) throw new Error("there is no shop");
  return [first, ...others];
}

/** An order of 10,000 won. */
export function orderOf(orderId: string) {
  const urls = { successUrl: "https://shop.example/ok", failUrl: "https://shop.example/fail" };
  return { customerId: "torture-buyer", orderId, orderName: "Tea", amount: { value: 10_000 }, ...urls };
}

export function cardEntry(number: string) {
  return { number, expiryMonth: "12", expiryYear: "39", registNo: "900101", passwordFront2: "12" };
}

function sandboxCard(name: string) {
  const number = testCards.find((card) => card.name === name)?.number;
  if (number === undefined) throw new Error(`there is no test card ${name}`);
  return cardEntry(number);
}

/** The cards that buyers enter: mostly `kb`, sometimes one that fails. */
const typed = ["kb", "kb", "kb", "answer-lost", "never-arrives", "no-funds", "refund-answer-lost"].map(sandboxCard);

const good = sandboxCard("kb");

export const sandboxCards: Cards = { typed: [good, ...typed], stored: [good, good, sandboxCard("no-funds")] };

export async function pay({ handler }: OpenedService, { secretKey }: Shop, orderId: string): Promise<void> {
  const json = "application/json";
  const post = async (path: string, authorization: string, body: object) => {
    const headers = { "content-type": json, authorization };
    const url = `http://service${path}`;
    return (await handler(new Request(url, { method: "POST", headers, body: JSON.stringify(body) }))).json();
  };
  const basic = `Basic ${btoa(`${secretKey}:`)}`;
  const session = await post("/px/payfront/sessions", basic, orderOf(orderId));
  const { token } = z.object({ token: z.string() }).parse(session);
  const authenticated = await post("/checkout/session/authenticate", `Bearer ${token}`, good);
  const { redirectUrl } = z.object({ redirectUrl: z.string() }).parse(authenticated);
  const intentKey = new URL(redirectUrl).searchParams.get("intentKey");
  const confirmed = await post("/px/intents/confirm", basic, { intentKey, orderId, amount: 10_000 });
  if (z.object({ status: z.string() }).parse(confirmed).status !== "DONE") throw new Error("an order was not paid");
}
