import { machineClock, type Clock } from "./clock.ts";
import { keyMistakes } from "./interface.generated.ts";
import type { Connection } from "./connection.ts";
import { billing, intents, sessions } from "./payment-operations.ts";
import { bins, catalog, installments } from "./card-operations.ts";
import { ledger, payouts, sellers, settlements, overview } from "./money-operations.ts";
import { webhookDeliveries, webhookEndpoint } from "./webhook-operations.ts";

/** The service, this merchant's keys, and how calls are made. */
export interface ClientOptions {
  /** Where the service is, such as `https://pay.example`. */
  readonly url: string;
  /** `test_sk_…` or `live_sk_…`: keep it on your server. */
  readonly secretKey: string;
  /** The merchant's number; needed for lists of payments, overview, balance, sellers, payouts and webhooks. */
  readonly mId?: number | undefined;
  /** `test_ck_…` or `live_ck_…`; needed for interest-free months. */
  readonly clientKey?: string | undefined;
  /**
   * The longest time of a try until its answer is read, in milliseconds; 40,000 by default. The service answers a payment
   * within 30,000, even if its outcome is unknown.
   */
  readonly timeoutMs?: number | undefined;
  /** How often a call is retried where that is safe, at most; 2 by default. */
  readonly retries?: number | undefined;
  /** The language of the service's messages; `ko` by default. */
  readonly language?: "ko" | "en" | undefined;
  /** The runtime's own by default. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Measures time-outs and waits; the machine's by default. */
  readonly clock?: Clock | undefined;
  /** From 0 to 1, for waits; `Math.random` by default. */
  readonly random?: (() => number) | undefined;
}

/** The operations of the interface, under their names in the `wonflow` package. */
export type Client = ReturnType<typeof createClient>;

/**
 * A client of the service for a merchant's server. Each operation resolves to the service's answer, and throws a
 * `WonflowError` if the service refuses or does not answer.
 *
 * The client retries a call, at most `retries` times, after a lost answer or if the service asks for it, and only where
 * nothing can happen twice: calls that read, and calls with an idempotency key, always under the same key. It
 * generates a key for each call except `sessions.create`, which is sent once unless you give it a key.
 *
 * Throws a `TypeError` for an invalid url or key, also for a client key in place of the secret key.
 *
 * @example
 * const wonflow = createClient({ url: "http://localhost:4242", secretKey: "test_sk_docs", mId: 1 });
 * const session = await wonflow.sessions.create({
 *   customerId: "2b7d1f0c-buyer",
 *   orderId: "order-20261120-0001",
 *   orderName: "Green tea",
 *   amount: { value: 10_000 },
 *   successUrl: "https://shop.example/ok",
 *   failUrl: "https://shop.example/fail",
 * });
 * console.log(session.checkoutUrl);
 */
export function createClient(options: ClientOptions) {
  const { secretKey, clientKey, mId } = options;
  const connection = connectionOf(options);
  const merchant = () => {
    if (mId === undefined) throw new TypeError("createClient needs mId for this operation");
    return { mId: String(mId) };
  };
  const page = () => {
    if (clientKey === undefined) throw new TypeError("createClient needs clientKey for this operation");
    return { ...connection, key: keyOf("clientKey", clientKey) };
  };
  const server = { ...connection, key: keyOf("secretKey", secretKey) };
  return {
    sessions: sessions(server),
    intents: intents(server, merchant),
    billing: billing(server, merchant),
    settlements: settlements(server, merchant),
    ledger: ledger(server, merchant),
    overview: overview(server, merchant),
    sellers: sellers(server, merchant),
    payouts: payouts(server, merchant),
    webhookEndpoint: webhookEndpoint(server, merchant),
    webhookDeliveries: webhookDeliveries(server, merchant),
    bins: bins(server),
    catalog: catalog(server),
    installments: installments(page),
  };
}

function connectionOf(options: ClientOptions): Omit<Connection, "key"> {
  const { protocol, href } = new URL(options.url);
  if (!/^https?:$/.test(protocol)) throw new TypeError(`createClient: the url is no http or https address: ${href}`);
  const { timeoutMs = 40_000, retries = 2, language = "ko", clock = machineClock, random = Math.random } = options;
  // Some runtimes refuse a fetch that is called as another object's method.
  const { fetch = (url: string, init: RequestInit) => globalThis.fetch(url, init) } = options;
  return { url: href.replace(/\/+$/, ""), timeoutMs, retries, language, fetch, clock, random };
}

function keyOf(name: "secretKey" | "clientKey", key: string): string {
  // JavaScript may give anything, such as a variable of the environment that is not set.
  const problem = keyMistakes[name].find(([pattern]) => pattern.test(key))?.[1];
  if (problem === undefined) return key;
  throw new TypeError(`createClient: ${name} ${problem}`);
}
