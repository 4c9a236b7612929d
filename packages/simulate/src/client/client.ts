import type { Clock } from "@wonflow/core";
import type { Random } from "@wonflow/testkit/simulator";
import type { Answer, SentRequest } from "../exchange.ts";

/** A merchant that the service knows. */
export interface Shop {
  readonly tenant: `${number}:test`;
  /** The Authorization header of its secret key. */
  readonly authorization: string;
}

/** What a shop and its buyer know of an order, from answers that they got: several clients may share it. */
export interface Order {
  readonly shop: Shop;
  readonly orderId: string;
  readonly amount: number;
  /** The tokens of all links so far, old ones too. */
  readonly tokens: string[];
  /** What the redirects to successUrl named. */
  readonly payments: { readonly intentKey: string; readonly amount: number }[];
  /** Requests that were sent under an idempotency key. */
  readonly keyed: SentRequest[];
}

/** What a client hears of a request: an answer, or that it waited for nothing. */
export type Heard = Answer | "timed-out" | "broken";

export interface Client {
  readonly name: string;
  readonly order: Order;
  readonly random: Random;
  readonly clock: Clock;
  readonly timeoutMs: number;
  /** Sends a request once. Rejects when the connection breaks. */
  readonly send: (request: SentRequest) => Promise<Answer>;
  /** A name that was never given before. */
  readonly newKey: () => string;
}

/** Waits for an answer as long as this client does. */
async function ask(client: Client, request: SentRequest): Promise<Heard> {
  const timer = client.clock.after(client.timeoutMs);
  const timedOut = timer.elapsed.then(() => "timed-out" as const);
  const answered = client.send(request).catch(() => "broken" as const);
  const heard = await Promise.race([answered, timedOut]);
  timer.cancel();
  return heard;
}

/** Sends a request as clients do: again where no answer came, or one that says that it may help. */
export async function insist(client: Client, request: SentRequest): Promise<Answer | undefined> {
  const { random, clock } = client;
  for (let attempt = 1; ; attempt += 1) {
    const heard = await ask(client, request);
    const unclear = heard === "timed-out" || heard === "broken" || heard.status >= 500 || heard.status === 409;
    if (!unclear) return heard;
    if (attempt === 4 || random.chance(0.2)) return undefined;
    await clock.after(random.below(2000 * 2 ** attempt)).elapsed;
  }
}
