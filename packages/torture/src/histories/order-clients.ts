import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { chanceBy, type Chance } from "../chance.ts";
import { orderOf, sandboxCards, type Cards, type Shop } from "../prepared.ts";
import { isGatewayRefusal, type OrderRequest, type PaymentName } from "./order-model.ts";
import { Recording, type Place, type Sending, type Reply } from "./recording.ts";

/** An order that several clients know, and what they know of it. */
interface Scene {
  readonly shop: Shop;
  readonly orderId: string;
  readonly recording: Recording<OrderRequest>;
  readonly sessions: OpenSession[];
  readonly intentKeys: Set<string>;
}

interface OpenSession {
  readonly number: number;
  readonly token: string;
  /** The same for all clients that open the link: another card would be refused. */
  readonly card: Cards["typed"][number];
  cardsTyped: number;
}

const clientsOfAnOrder = 3;

/** Several clients send random requests for one order at the same time. */
export async function playOrder(place: Place, shop: Shop, orderId: string): Promise<Recording<OrderRequest>> {
  const recording = new Recording<OrderRequest>(orderId, place);
  const scene: Scene = { shop, orderId, recording, sessions: [], intentKeys: new Set() };
  const clients = Array.from({ length: clientsOfAnOrder }, async (_, n) => {
    const client = new OrderClient(scene, `${n + 1}`, chanceBy(`${orderId} client ${n}`));
    for (let left = client.chance.between(5, 10); left > 0; left -= 1) {
      await client.doSomething();
      await pause(client.chance.between(0, 12));
    }
  });
  await Promise.all(clients);
  return recording;
}

/** Looks up an order after the last kill, so that data lost at the end is found. */
export async function lookUpAtTheEnd(shop: Shop, recording: Recording<OrderRequest>): Promise<void> {
  const scene: Scene = { shop, orderId: recording.name, recording, sessions: [], intentKeys: new Set() };
  await new OrderClient(scene, "last", chanceBy(`${recording.name} last`)).lookUp("order");
}

const cardTriesOfALink = 4;

class OrderClient {
  readonly chance: Chance;
  readonly #scene: Scene;
  readonly #name: string;

  constructor(scene: Scene, name: string, chance: Chance) {
    this.#scene = scene;
    this.#name = name;
    this.chance = chance;
  }

  async doSomething(): Promise<unknown> {
    const { sessions, intentKeys } = this.#scene;
    const session = this.chance.of(0.8) ? sessions.at(-1) : pickAny(this.chance, sessions);
    if (session === undefined) return this.chance.of(0.8) ? this.open() : this.lookUp("order");
    const intentKey = pickAny(this.chance, [...intentKeys]);
    const what = this.chance.pick(habits);
    if (intentKey === undefined)
      return what === "give up" ? this.onLink("give up", session) : this.#withoutKey(session);
    switch (what) {
      case "open":
        return this.open();
      case "authenticate":
        return this.authenticate(session);
      case "confirm":
        return this.confirm(intentKey);
      case "cancel":
        return this.cancel(this.chance.of(0.7) ? { intentKey } : "order");
      case "look up":
        return this.lookUp(this.chance.of(0.5) ? { intentKey } : "order");
      case "give up":
      case "read the checkout":
        return this.onLink(what, session);
    }
  }

  #withoutKey(session: OpenSession): Promise<unknown> {
    if (this.chance.of(0.6)) return this.authenticate(session);
    if (this.chance.of(0.4)) return this.onLink("read the checkout", session);
    if (this.chance.of(0.5)) return this.lookUp("order");
    return this.chance.of(0.5) ? this.cancel("order") : this.open();
  }

  async open(): Promise<void> {
    const { orderId, sessions } = this.#scene;
    const body = orderOf(orderId);
    const received = await this.#ask(
      { what: "open a session" },
      { path: "/px/payfront/sessions", body, isSafe: true, hasKey: true, read: () => ({ says: "opened" }) },
    );
    if (received === undefined || received.reply.isRefusal === true) return;
    const { token } = z.object({ token: z.string() }).parse(JSON.parse(received.text));
    sessions.push({ number: received.number, token, card: this.chance.pick(sandboxCards.typed), cardsTyped: 0 });
  }

  async authenticate(session: OpenSession): Promise<void> {
    if (session.cardsTyped >= cardTriesOfALink) return;
    session.cardsTyped += 1;
    await this.#askOnLink({ what: "authenticate", session: session.number }, session, {
      path: "/checkout/session/authenticate",
      body: session.card,
      isSafe: false,
      read: redirected("authenticated"),
    });
  }

  async onLink(what: "give up" | "read the checkout", session: OpenSession): Promise<void> {
    const way =
      what === "give up"
        ? { path: "/checkout/session/give-up", body: {}, read: redirected("given up") }
        : { path: "/checkout/session", read: statusOf };
    await this.#askOnLink({ what, session: session.number }, session, { ...way, isSafe: false });
  }

  confirm(intentKey: string): Promise<unknown> {
    const body = { intentKey, orderId: this.#scene.orderId, amount: 10_000 };
    const way = { path: "/px/intents/confirm", body, isSafe: true, hasKey: true, read: payment };
    return this.#ask({ what: "confirm", intentKey }, { ...way, isOutcome: isGatewayRefusal });
  }

  cancel(of: PaymentName): Promise<unknown> {
    const part = this.chance.of(0.3) ? {} : { cancelAmount: 1_000 * this.chance.between(1, 6) };
    const body = { cancelReason: "history", ...part };
    const path = `${this.#pathOf(of)}/cancel`;
    const { cancelAmount: amount } = body;
    return this.#ask(
      { what: "cancel", of, ...(amount !== undefined && { amount }) },
      { path, body, isSafe: true, hasKey: true, read: payment, isOutcome: isGatewayRefusal },
    );
  }

  lookUp(of: PaymentName): Promise<unknown> {
    return this.#ask({ what: "look up", of }, { path: this.#pathOf(of), isSafe: true, read: payment });
  }

  #pathOf(name: PaymentName): string {
    return name === "order" ? `/px/intents/orders/${this.#scene.orderId}` : `/px/intents/${name.intentKey}`;
  }

  async #askOnLink(request: OrderRequest, { token }: OpenSession, way: Omit<Sending, "authorization">) {
    const received = await this.#ask(request, { ...way, authorization: `Bearer ${token}` });
    if (received?.reply.intentKey !== undefined) this.#scene.intentKeys.add(received.reply.intentKey);
  }

  #ask(request: OrderRequest, way: Omit<Sending, "authorization"> & { readonly authorization?: string }) {
    const basic = `Basic ${btoa(`${this.#scene.shop.secretKey}:`)}`;
    const sending = { authorization: basic, ...way };
    return this.#scene.recording.ask({ client: this.#name, chance: this.chance, request, sending });
  }
}

const habits = [
  "open",
  "authenticate",
  "confirm",
  "confirm",
  "confirm",
  "cancel",
  "cancel",
  "cancel",
  "look up",
  "look up",
  "look up",
  "read the checkout",
  "give up",
] as const;

function pickAny<T>(chance: Chance, choices: readonly T[]): T | undefined {
  const [first, ...others] = choices;
  return first === undefined ? undefined : chance.pick([first, ...others]);
}

const paymentSchema = z.object({
  intentKey: z.string(),
  status: z.string(),
  cancel: z.object({ canceledAmount: z.number(), inProgress: z.boolean() }).optional(),
});

function payment(text: string): Reply {
  const { intentKey, status, cancel } = paymentSchema.parse(JSON.parse(text));
  const { canceledAmount = 0, inProgress = false } = cancel ?? {};
  return { says: `${status} ${canceledAmount}${inProgress ? " canceling" : ""}`, intentKey };
}

/** A redirect contains the payment's key. */
const redirected = (says: string) => (text: string) => {
  const { redirectUrl } = z.object({ redirectUrl: z.string() }).parse(JSON.parse(text));
  return { says, intentKey: new URL(redirectUrl).searchParams.get("intentKey") ?? undefined };
};

function statusOf(text: string): Reply {
  return { says: z.object({ status: z.string() }).parse(JSON.parse(text)).status };
}
