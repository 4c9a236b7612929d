import { setTimeout as pause } from "node:timers/promises";

import { z } from "zod";

import {
  isSuccess,
  note,
  type Acknowledged,
  type Answer,
  type RefundRequest,
  type KeyedRequest,
} from "./acknowledged.ts";
import type { Chance } from "./chance.ts";
import { orderOf, type Cards, type Prepared, type Shop } from "./prepared.ts";

export interface Market {
  readonly shops: Prepared["shops"];
  readonly cards: Cards;
  /** What clients do, chosen at random. */
  readonly habits: readonly [Habit, ...Habit[]];
  /** The share of the unpaid checkouts that buyers leave open, so that they expire. */
  readonly leavesOpen: number;
  /** What bookkeepers read. */
  readonly settled?: Pick<Prepared, "ordersOf" | "firstDay">;
  readonly acknowledged: Acknowledged;
  /** A random URL to which a request may be sent now; undefined while no process accepts requests. */
  readonly anyUrl: (chance: Chance) => string | undefined;
  readonly isOver: () => boolean;
}

type Habit = (client: Client) => Promise<void>;

/** Runs one client after the other until the round is over. */
export async function keepBusy(market: Market, chance: Chance, name: string): Promise<void> {
  for (let n = 0; !market.isOver(); n += 1) {
    await pause(chance.between(0, thinkMs));
    const client = new Client(market, chance, `${name}-${n}`);
    await chance.pick(market.habits)(client);
  }
}

const thinkMs = 60;

const tries = 6;

const patienceMs = 20_000;

class Client {
  readonly market: Market;
  readonly chance: Chance;
  readonly name: string;
  readonly shop: Shop;
  #sent = 0;

  constructor(market: Market, chance: Chance, name: string) {
    this.market = market;
    this.chance = chance;
    this.name = name;
    this.shop = chance.pick(market.shops);
  }

  get acknowledged(): Acknowledged {
    return this.market.acknowledged;
  }

  get #basic(): string {
    return `Basic ${btoa(`${this.shop.secretKey}:`)}`;
  }

  /** Sends a request under a key until it has a final answer; undefined if that stays unknown. */
  async send(path: string, body: object): Promise<Answer | undefined> {
    this.#sent += 1;
    const key = `${this.name}-${this.#sent}`;
    const request: KeyedRequest = { path, key, body, authorization: this.#basic };
    this.acknowledged.requests.set(request, undefined);
    const answer = await this.#again(() => this.#once(request));
    if (answer !== undefined && isSuccess(answer) && this.chance.of(0.15)) await this.#once(request);
    // A refusal is not stored: a later repeat of the request may be carried out.
    if (answer !== undefined && !isSuccess(answer)) this.acknowledged.requests.delete(request);
    return answer;
  }

  /** Sends a request without a key. */
  ask(path: string, options: Omit<Partial<Asked>, "key"> = {}) {
    return this.#again(() => this.#fetch(path, { authorization: this.#basic, ...options }));
  }

  async #once(request: KeyedRequest): Promise<Answer | undefined> {
    const answer = await this.#fetch(request.path, request);
    if (answer !== undefined) note(this.acknowledged, request, answer);
    return answer;
  }

  async #again(once: () => Promise<Answer | undefined>): Promise<Answer | undefined> {
    for (let tried = 1; ; tried += 1) {
      const answer = await once();
      const isUnknown = answer === undefined || answer.status === 503 || answer.status === 409;
      if (!isUnknown) return answer.status >= 500 ? undefined : answer;
      if (tried === tries || this.market.isOver()) return undefined;
      await pause(this.chance.between(20, 200));
    }
  }

  async #fetch(path: string, { method, body, key, authorization }: Asked): Promise<Answer | undefined> {
    const { counts } = this.acknowledged;
    const url = this.market.anyUrl(this.chance);
    if (url === undefined) return undefined;
    counts.requests += 1;
    const headers = {
      authorization,
      "content-type": "application/json",
      ...(key !== undefined && { "idempotency-key": key }),
    };
    const sent = body === undefined ? { method: method ?? "GET" } : { method: "POST", body: JSON.stringify(body) };
    try {
      const response = await fetch(`${url}${path}`, { ...sent, headers, signal: AbortSignal.timeout(patienceMs) });
      const answer = { status: response.status, text: await response.text() };
      if (isWrong(answer))
        this.acknowledged.contradictions.push(`${path} was answered ${answer.status} ${answer.text}`);
      if (isSuccess(answer)) counts.acknowledged += 1;
      else if (answer.status === 503) counts.unavailable += 1;
      return answer;
    } catch {
      counts.unknown += 1;
      return undefined;
    }
  }
}

interface Asked {
  /** GET, or POST with a body, if left out. */
  readonly method?: "DELETE";
  readonly body?: object;
  readonly key?: string;
  readonly authorization: string;
}

/** Whether the answer reports a malformed request or an internal error, which none of our requests may cause. */
function isWrong({ text }: Answer): boolean {
  return /"(?:INVALID_REQUEST|FAILED_(?:PAYMENT_)?INTERNAL_SYSTEM_PROCESSING)"/.test(text);
}

function bodyOf<T>(answer: Answer | undefined, schema: z.ZodType<T>): T | undefined {
  return answer !== undefined && isSuccess(answer) ? schema.parse(JSON.parse(answer.text)) : undefined;
}

const amount = 10_000;
const paidSchema = z.object({ intentKey: z.string(), status: z.string() });
const keySchema = z.object({ billkey: z.string() });
const sellerSchema = z.object({ id: z.string(), externalSellerId: z.string().nullable() });
const batchSchema = z.object({ items: z.array(z.object({ id: z.string(), amount: z.object({ value: z.number() }) })) });
const settlementsSchema = z.array(z.object({ settlementId: z.string(), amount: z.number() }));

async function buy(client: Client): Promise<void> {
  const { acknowledged } = client;
  const orderId = `torture-order-${client.name}`;
  acknowledged.counts.orders += 1;
  const session = bodyOf(await client.send("/px/payfront/sessions", orderOf(orderId)), z.object({ token: z.string() }));
  if (session === undefined) return;
  acknowledged.facts.push({ kind: "session", orderId });
  const { token } = session;
  const intentKey = await authenticate(client, token);
  if (intentKey === undefined || client.chance.of(0.1)) return leave(client, { token, orderId, intentKey });
  const answer = await client.send("/px/intents/confirm", { intentKey, orderId, amount });
  if (answer !== undefined && answer.text.includes("REJECT_CARD_PAYMENT")) {
    acknowledged.facts.push({ kind: "refused", orderId, intentKey });
  }
  const paid = bodyOf(answer, paidSchema);
  if (paid === undefined) return leave(client, { token, orderId, intentKey });
  acknowledged.facts.push({ kind: "paid", orderId, intentKey, amount });
  await refund(client, orderId);
}

const cardTries = 3;

/** Enters a card, and again if the outcome is unknown. Returns the payment's key if a card was accepted. */
async function authenticate(client: Client, token: string): Promise<string | undefined> {
  const card = client.chance.pick(client.market.cards.typed);
  for (let typed = 1; typed <= cardTries; typed += 1) {
    const authorization = `Bearer ${token}`;
    const answer = await client.ask("/checkout/session/authenticate", { body: card, authorization });
    const redirect = bodyOf(answer, z.object({ redirectUrl: z.string() }));
    if (redirect !== undefined) return new URL(redirect.redirectUrl).searchParams.get("intentKey") ?? undefined;
    if (answer !== undefined && !answer.text.includes("PROVIDER_ERROR")) return undefined;
  }
  return undefined;
}

interface Unpaid {
  readonly token: string;
  readonly orderId: string;
  readonly intentKey: string | undefined;
}

/** A buyer gives up an unpaid checkout, or leaves it open. */
async function leave(client: Client, { token, orderId, intentKey }: Unpaid): Promise<void> {
  const { chance, market, acknowledged } = client;
  if (chance.of(market.leavesOpen)) return;
  const answer = await client.ask("/checkout/session/give-up", { body: {}, authorization: `Bearer ${token}` });
  if (answer !== undefined && isSuccess(answer) && intentKey !== undefined) {
    acknowledged.facts.push({ kind: "refused", orderId, intentKey });
  }
}

/** Requests refunds of some payments, in parts or in full. */
async function refund(client: Client, orderId: string): Promise<void> {
  const { chance, acknowledged } = client;
  if (chance.of(0.5)) return;
  for (let n = chance.between(1, 3); n > 0; n -= 1) {
    const request: RefundRequest = { orderId, amount: chance.of(0.2) ? "all" : 1_000 * n, outcome: "unknown" };
    acknowledged.refunds.push(request);
    const part = request.amount === "all" ? {} : { cancelAmount: request.amount };
    const answer = await client.send(`/px/intents/orders/${orderId}/cancel`, { cancelReason: "torture", ...part });
    if (answer === undefined) continue;
    request.outcome = isSuccess(answer) ? "acknowledged" : "refused";
  }
}

/** Stores one or two cards and charges them. If one of two is refused, the other is refunded. */
async function subscribe(client: Client): Promise<void> {
  const customerId = `customer-${client.name}`;
  const keys: string[] = [];
  for (let n = client.chance.of(0.4) ? 2 : 1; n > 0; n -= 1) keys.push(...(await leaveCard(client, customerId)));
  if (keys.length === 0) return;
  for (let n = client.chance.between(1, 2); n > 0; n -= 1) {
    const orderId = `torture-charge-${client.name}-${n}`;
    client.acknowledged.counts.orders += 1;
    const instruments = keys.map((billing) => ({ billing, amount: amount / keys.length }));
    const charge = { customerId, orderId, orderName: "Tea by the month", totalAmount: amount, instruments };
    const paid = bodyOf(await client.send("/px/billing", charge), paidSchema);
    if (paid === undefined) continue;
    client.acknowledged.facts.push({ kind: "paid", orderId, intentKey: paid.intentKey, amount });
    await refund(client, orderId);
  }
  if (client.chance.of(0.6)) return;
  for (const key of keys) await client.ask(`/px/billing/${key}`, { method: "DELETE" });
}

/** The billing key of a card, if its answer arrived. */
async function leaveCard(client: Client, customerId: string): Promise<readonly string[]> {
  const owner = { ownerName: "김구매", registNo: "900101", ownerPhoneNumber: "01012345678" };
  const { stored } = client.market.cards;
  const { number, expiryMonth: expriationMM, expiryYear: expriationYY, passwordFront2 } = client.chance.pick(stored);
  const card = { number, expriationYY, expriationMM, cvc: "123", passwordFront2 };
  const answer = await client.send("/px/billing/billkeys/issue", { customerId, ...card, ...owner });
  const issued = bodyOf(answer, keySchema);
  return issued === undefined ? [] : [issued.billkey];
}

async function payOut(client: Client): Promise<void> {
  const { chance, shop, name, acknowledged } = client;
  const items = [];
  for (let n = chance.between(1, 3); n > 0; n -= 1) {
    const account = { bankCode: "004", accountNumber: `1101234${1000 + n}`, holderName: "김상인" };
    const seller = { refSellerId: `${name}-${n}`, name: `Seller ${n}`, businessType: "INDIVIDUAL", account };
    const made = bodyOf(await client.send(`/merchants/${shop.mId}/sellers`, seller), sellerSchema);
    if (made === undefined) continue;
    acknowledged.facts.push({ kind: "seller", id: made.id });
    // A seller whose registration is not known yet cannot be paid.
    if (made.externalSellerId === null) continue;
    items.push({ refPayoutId: `${name}-${n}`, destination: made.id, amount: { value: 20_000 + n } });
  }
  if (items.length === 0) return;
  const batch = bodyOf(await client.send(`/merchants/${shop.mId}/payouts`, items), batchSchema);
  for (const { id, amount: asked } of batch?.items ?? []) {
    acknowledged.facts.push({ kind: "payout", id, amount: asked.value });
  }
}

async function keepBooks(client: Client): Promise<void> {
  const { chance, shop, acknowledged, market } = client;
  const { settled } = market;
  if (settled === undefined) return;
  await client.ask(`/px/settlements/${chance.pick(settled.ordersOf(shop))}`);
  const answer = await client.ask(`/px/settlements?from=${settled.firstDay}&to=${lastDayOf(settled)}`);
  const settlements = bodyOf(answer, settlementsSchema);
  for (const { settlementId: id, amount: won } of settlements ?? []) {
    acknowledged.facts.push({ kind: "settlement", id, amount: won });
  }
  await client.ask(`/merchants/${client.shop.mId}/balances`);
}

/** A list spans a month at most. */
function lastDayOf({ firstDay }: Pick<Prepared, "firstDay">): string {
  return new Date(Date.parse(firstDay) + 20 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}

/** For test mode, where sellers are paid too. */
export const usualHabits: Market["habits"] = [buy, buy, buy, subscribe, payOut, keepBooks];

export const payingHabits: Market["habits"] = [buy, buy, buy, buy, subscribe];
