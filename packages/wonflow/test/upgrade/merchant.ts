import { testCards } from "@wonflow/sandbox";
import { z } from "zod";

/** What confirm takes. */
export const confirmationSchema = z.object({ intentKey: z.string(), orderId: z.string(), amount: z.number() });
export type Confirmation = z.output<typeof confirmationSchema>;

export const sessionSchema = z.object({ token: z.string() });

/** A status and a JSON body. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

interface Sent {
  readonly method: "GET" | "POST";
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A merchant's server, and the buyers of its shop, over HTTP. Every order is of 10,000 won. */
export class Merchant {
  readonly #url: string;
  readonly #key: string;

  constructor(url: string, key: string) {
    this.#url = url;
    this.#key = key;
  }

  get(path: string): Promise<Answer> {
    return this.#call(path, { method: "GET" });
  }

  post(path: string, body: object, idempotencyKey?: string): Promise<Answer> {
    const headers = idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey };
    return this.#call(path, { method: "POST", body: JSON.stringify(body), headers });
  }

  openSession(orderId: string, idempotencyKey?: string): Promise<Answer> {
    const urls = { successUrl: "https://shop.example/ok", failUrl: "https://shop.example/fail" };
    const order = { customerId: "upgrade-buyer", orderId, orderName: "Tea", amount: { value: 10_000 }, ...urls };
    return this.post("/px/payfront/sessions", order, idempotencyKey);
  }

  async session(orderId: string, idempotencyKey?: string) {
    return sessionSchema.parse((await this.openSession(orderId, idempotencyKey)).body);
  }

  /** Pays an order with a test card in the browser's place. */
  async authenticated(orderId: string, card?: string): Promise<Confirmation> {
    const { token } = await this.session(orderId);
    return this.authenticate(token, card);
  }

  async authenticate(token: string, card = "kb"): Promise<Confirmation> {
    const number = testCards.find(({ name }) => name === card)?.number;
    const typed = { number, expiryMonth: "12", expiryYear: "39", registNo: "900101", passwordFront2: "12" };
    const headers = { authorization: `Bearer ${token}` };
    const body = JSON.stringify(typed);
    const answer = await this.#call("/checkout/session/authenticate", { method: "POST", body, headers });
    const { redirectUrl } = z.object({ redirectUrl: z.string() }).parse(answer.body);
    const redirected = Object.fromEntries(new URL(redirectUrl).searchParams);
    return confirmationSchema.parse({ ...redirected, amount: Number(redirected["amount"]) });
  }

  confirm(confirmation: Confirmation, idempotencyKey?: string): Promise<Answer> {
    return this.post("/px/intents/confirm", confirmation, idempotencyKey);
  }

  cancel(orderId: string, cancelAmount: number, idempotencyKey?: string): Promise<Answer> {
    const body = { cancelReason: "out of stock", cancelAmount };
    return this.post(`/px/intents/orders/${orderId}/cancel`, body, idempotencyKey);
  }

  async #call(path: string, { headers, ...init }: Sent): Promise<Answer> {
    const response = await fetch(this.#url + path, {
      ...init,
      headers: {
        authorization: `Basic ${btoa(`${this.#key}:`)}`,
        "content-type": "application/json",
        ...headers,
      },
    });
    return { status: response.status, body: await response.json() };
  }
}
