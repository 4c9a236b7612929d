import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { chanceBy, type Chance } from "../chance.ts";
import type { Shop } from "../prepared.ts";
import type { MoneyRequest, PayoutItem } from "./money-model.ts";
import { Recording, type Place, type Sending, type Reply } from "./recording.ts";

/** A merchant whose money several clients move at the same time. */
export interface Treasury {
  readonly shop: Shop;
  /** The ids of the sellers that may be paid, by their names. */
  readonly sellers: ReadonlyMap<string, string>;
  /** Orders that were paid before, and are settled during the round. */
  readonly orders: readonly [string, ...string[]];
}

interface Batch {
  readonly batch: string;
  readonly items: readonly PayoutItem[];
}

interface Scene extends Treasury {
  readonly recording: Recording<MoneyRequest>;
  /** Orders that are not canceled yet. */
  readonly cancelable: string[];
  readonly batches: Batch[];
  /** The ids of payouts, by their refPayoutIds. */
  readonly payoutIds: Map<string, string>;
}

const clientsOfAMerchant = 3;

/** Several clients move and read a merchant's money until the round is over; one reads the balance at the end. */
export async function playMoney(
  place: Place,
  treasury: Treasury,
  { seed, isOver }: { readonly seed: string; readonly isOver: () => boolean },
): Promise<Recording<MoneyRequest>> {
  const recording = new Recording<MoneyRequest>(`merchant-${treasury.shop.mId}-${seed}`, place);
  const cancelable = treasury.orders.filter((_, index) => index % 2 === 0);
  const scene: Scene = { ...treasury, recording, cancelable, batches: [], payoutIds: new Map() };
  const clients = Array.from({ length: clientsOfAMerchant }, async (_, n) => {
    const client = new MoneyClient(scene, `${n + 1}`, chanceBy(`${recording.name} client ${n}`));
    while (!isOver()) {
      await client.doSomething();
      await pause(client.chance.between(5, 40));
    }
  });
  await Promise.all(clients);
  const last = new MoneyClient(scene, "last", chanceBy(`${recording.name} last`));
  await last.readBalance();
  for (const orderId of treasury.orders) await last.lookUpOrder(orderId);
  return recording;
}

/** Payout amounts in won: the bank refuses 1,201, and then the money is available again. */
const amounts = [1_201, 1_201, 2_000, 3_000, 5_000, 8_000] as const;

class MoneyClient {
  readonly chance: Chance;
  readonly #scene: Scene;
  readonly #name: string;
  #made = 0;

  constructor(scene: Scene, name: string, chance: Chance) {
    this.#scene = scene;
    this.#name = name;
    this.chance = chance;
  }

  doSomething(): Promise<unknown> {
    const what = this.chance.pick(habits);
    const { batches, cancelable, orders } = this.#scene;
    if (what === "repeat" && batches.length > 0) return this.#payOut(anyOf(this.chance, batches));
    if (what === "pay out") return this.#payOut(this.#newBatch());
    const orderId = what === "cancel" && this.chance.of(0.3) ? cancelable.shift() : undefined;
    if (orderId !== undefined) return this.#cancel(orderId);
    if (what === "look up a payout") return this.#lookUpPayout();
    if (what === "look up an order") return this.lookUpOrder(this.chance.pick(orders));
    return this.readBalance();
  }

  readBalance(): Promise<unknown> {
    const path = `/merchants/${this.#scene.shop.mId}/balances`;
    return this.#ask({ what: "read the balance" }, { path, isSafe: true, read: balance });
  }

  lookUpOrder(orderId: string): Promise<unknown> {
    const path = `/px/settlements/${orderId}`;
    return this.#ask({ what: "look up an order", orderId }, { path, isSafe: true, read: earning });
  }

  #newBatch(): Batch {
    this.#made += 1;
    const batch = `${this.#name}.${this.#made}`;
    const items = Array.from({ length: this.chance.between(1, 2) }, (_, n) => ({
      refPayoutId: `${batch}.${n}`,
      seller: anyOf(this.chance, [...this.#scene.sellers.keys()]),
      amount: this.chance.pick(amounts),
    }));
    const [other] = this.chance.of(0.1) ? anyBatch(this.chance, this.#scene.batches) : [];
    // A batch that shares a payout with another batch is refused as a whole.
    const isOther = other !== undefined && items.every(({ seller }) => seller !== other.seller);
    return { batch, items: isOther ? [...items, other] : items };
  }

  async #payOut(batch: Batch): Promise<void> {
    const { shop, sellers, batches, payoutIds } = this.#scene;
    const body = batch.items.map(({ refPayoutId, seller, amount: value }) => ({
      refPayoutId,
      destination: sellers.get(seller),
      amount: { currency: "KRW", value },
    }));
    const way = { path: `/merchants/${shop.mId}/payouts`, body, isSafe: true, read: () => ({ says: "reserved" }) };
    const received = await this.#ask({ what: "pay out", ...batch }, way);
    batches.push(batch);
    if (received === undefined || received.reply.isRefusal === true) return;
    const { items } = batchSchema.parse(JSON.parse(received.text));
    for (const { id, refPayoutId } of items) payoutIds.set(refPayoutId, id);
  }

  async #lookUpPayout(): Promise<void> {
    const { shop, payoutIds } = this.#scene;
    const [refPayoutId, id] = anyOf(this.chance, [...payoutIds, ["", ""] as const]);
    if (id === "") return;
    const path = `/merchants/${shop.mId}/payouts/${id}`;
    await this.#ask({ what: "look up a payout", refPayoutId }, { path, isSafe: true, read: payout });
  }

  #cancel(orderId: string): Promise<unknown> {
    const body = { cancelReason: "history" };
    const way = { path: `/px/intents/orders/${orderId}/cancel`, body, isSafe: true, hasKey: true };
    return this.#ask({ what: "cancel an order", orderId }, { ...way, read: () => ({ says: "canceled" }) });
  }

  #ask(request: MoneyRequest, way: Omit<Sending, "authorization">) {
    const authorization = `Basic ${btoa(`${this.#scene.shop.secretKey}:`)}`;
    const asking = { client: this.#name, chance: this.chance, request, sending: { ...way, authorization } };
    return this.#scene.recording.ask(asking);
  }
}

const habits = [
  "read the balance",
  "read the balance",
  "read the balance",
  "pay out",
  "pay out",
  "pay out",
  "repeat",
  "cancel",
  "look up a payout",
  "look up a payout",
  "look up an order",
] as const;

function anyOf<T>(chance: Chance, choices: readonly T[]): T {
  const chosen = choices[chance.between(0, choices.length - 1)];
  if (chosen === undefined) throw new Error("there is nothing to choose from");
  return chosen;
}

function anyBatch(chance: Chance, batches: readonly Batch[]): readonly PayoutItem[] {
  return batches.length === 0 ? [] : anyOf(chance, batches).items;
}

const batchSchema = z.object({ items: z.array(z.object({ id: z.string(), refPayoutId: z.string() })) });
const wonSchema = z.object({ value: z.number() });

function balance(text: string): Reply {
  const schema = z.object({ availableAmount: wonSchema, pendingAmount: wonSchema });
  const { availableAmount, pendingAmount } = schema.parse(JSON.parse(text));
  return { says: `${availableAmount.value} available, ${pendingAmount.value} pending` };
}

function payout(text: string): Reply {
  const { status } = z.object({ status: z.string() }).parse(JSON.parse(text));
  return { says: status === "FAILED" ? "failed" : "not failed" };
}

function earning(text: string): Reply {
  const schema = z.object({ status: z.string(), transactionAmount: z.number() });
  const { status, transactionAmount } = schema.parse(JSON.parse(text));
  return { says: `${status} ${transactionAmount}` };
}
