import { z } from "zod";
import { isSuccess, type RefundRequest } from "./acknowledged.ts";
import { bodyOf, type Client, type Market } from "./clients.ts";
import { orderOf, type Prepared } from "./prepared.ts";

const amount = 10_000;
const paidSchema = z.object({ intentKey: z.string(), status: z.string() });
const keySchema = z.object({ billkey: z.string() });
const sellerSchema = z.object({ id: z.string(), externalSellerId: z.string().nullable() });
const batchSchema = z.object({ items: z.array(z.object({ id: z.string(), amount: z.object({ value: z.number() }) })) });
const settlementsSchema = z.array(z.object({ settlementId: z.string(), amount: z.number() }));

async function buy(client: Client): Promise<void> {
  const orderId = `torture-order-${client.name}`;
  const token = await open(client, orderOf(orderId));
  if (token === undefined) return;
  await confirm(client, { token, orderId, intentKey: await authenticate(client, token) });
}

interface Order extends ReturnType<typeof orderOf> {
  /** By default buyers type a card. */
  readonly methods?: readonly string[];
}

/** Opens a checkout for an order. Returns its token. */
export async function open(client: Client, order: Order): Promise<string | undefined> {
  const { acknowledged } = client;
  acknowledged.counts.orders += 1;
  const session = bodyOf(await client.send("/px/payfront/sessions", order), z.object({ token: z.string() }));
  if (session !== undefined) acknowledged.facts.push({ kind: "session", orderId: order.orderId });
  return session?.token;
}

/** The merchant confirms what its buyer has authenticated, unless the buyer gives up. Refunds some payments. */
export async function confirm(client: Client, { token, orderId, intentKey }: Unpaid): Promise<void> {
  const { acknowledged } = client;
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
