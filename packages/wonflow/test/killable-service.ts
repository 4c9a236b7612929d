import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect } from "vitest";
import { z } from "zod";

import { testCards } from "../src/index.ts";
import { newDatabase } from "./new-database.ts";
import { copyDatabase } from "./prepared-database.ts";
import { nodeFlags, program } from "./program.ts";
import { documentedFetch } from "./documented-fetch.ts";

/** When a service ends itself, and what it is made to believe until then. */
export interface DeathWish {
  /** A step of its work: `before approval DONE` (a commit that writes that), `after reverse` (a call to the gateway). */
  readonly dieAt: string;
  /** Whether the gateway answers every look-up with not-found. */
  readonly gatewayFindsNothing?: boolean;
  /** How much later the gateway gets the call after which it dies, in milliseconds of its own clock. */
  readonly lateMs?: number | undefined;
}

/** A message to the process: when to die, or the time, which never goes back, and whether to return its books. */
export type Message = DeathWish | { readonly now: number; readonly wanted: "books" | "nothing" };

const booksSchema = z.object({
  balances: z.object({ receivable: z.number() }),
  /** How many attempts have no outcome yet. */
  waiting: z.number(),
  held: z.number(),
  /** The state of each stored card's token. */
  tokens: z.array(z.string()),
  records: z
    .array(z.object({ key: z.string(), state: z.string(), amount: z.number(), canceledAmount: z.number() }).readonly())
    .readonly(),
});

/** What the service and its gateway have in their books. */
type Books = z.output<typeof booksSchema>;

const booksWithNextSchema = booksSchema.extend({
  /** When the next attempt is looked up, in milliseconds since 1970; null if none waits. */
  nextDueAt: z.number().nullable(),
});

/** What the process answers of its books. */
export type BooksWithNext = z.input<typeof booksWithNextSchema>;

/** A payment as the service returns it; undefined if there is none. */
const paymentSchema = z.looseObject({ intentKey: z.string(), status: z.string() });

export type Told = z.output<typeof paymentSchema>;

/** An order's payment, as its buyer and merchant make their way through it. */
export interface Order {
  readonly orderId: string;
  readonly card: string;
}

/** The time of services whose clocks move only by messages: it never goes back, also over their restarts. */
export interface SharedTime {
  /** Milliseconds since 1970. */
  now: number;
}

/** An attempt that has been due this often counts as never settling. */
const mostLookUpsEach = 100;

/**
 * Lets time pass until nothing waits for an outcome: each time to when the next look-up is due, and no further until
 * the service has done it. Returns the books then.
 */
export async function settledBooks(time: SharedTime, ask: (message: Message) => Promise<unknown>): Promise<Books> {
  let wasOverdue = false;
  let mostWaiting = 0;
  for (let lookUps = 0; ; lookUps += 1) {
    const books = booksWithNextSchema.parse(await ask({ now: time.now, wanted: "books" }));
    const { nextDueAt, waiting } = books;
    mostWaiting = Math.max(mostWaiting, waiting);
    if (nextDueAt === null || lookUps >= mostLookUpsEach * mostWaiting) return books;
    // An attempt may have opened another that is due at once. What is overdue a second time could have been looked up:
    // time alone does not help it.
    const isOverdue = nextDueAt <= time.now;
    if (isOverdue && wasOverdue) return books;
    wasOverdue = isOverdue;
    time.now = Math.max(time.now, nextDueAt);
  }
}

/** A service over a data folder and a store that can be killed, or kill itself, and be started again. */
export class KillableService {
  readonly #dataDir: string;
  readonly #store: string;
  readonly #cards: string;
  readonly #time: SharedTime = { now: Date.now() };
  #process: ChildProcess | undefined;
  /** What the process ended by, once it has. */
  #ended: Promise<string> = Promise.resolve("");
  #output = "";
  #url = "";

  constructor(dataDir: string, store: string, cards: "stores-cards" | "loses-cards") {
    this.#dataDir = dataDir;
    this.#store = store;
    this.#cards = cards;
  }

  async start(): Promise<void> {
    const file = program("self-killing-service");
    const args = [this.#dataDir, this.#store, String(this.#time.now), this.#cards];
    this.#process = fork(file, args, { execArgv: nodeFlags, silent: true });
    this.#ended = once(this.#process, "exit").then(([code, signal]) => String(signal ?? code));
    this.#output = "";
    for (const stream of [this.#process.stdout, this.#process.stderr]) {
      stream?.on("data", (data) => (this.#output = (this.#output + String(data)).slice(-4_000)));
    }
    const { port } = z.object({ port: z.number() }).parse(await this.#message());
    this.#url = `http://127.0.0.1:${port}`;
  }

  /** From now on the process kills itself when it comes to this step. */
  async dieAt(dieAt: string, { gatewayFindsNothing = false, lateMs }: Omit<DeathWish, "dieAt"> = {}): Promise<void> {
    await this.#ask({ dieAt, gatewayFindsNothing, lateMs });
  }

  /** Kills the process from outside, wherever it is. */
  kill(): void {
    this.#process?.kill("SIGKILL");
  }

  /** Waits until the process has been killed; one that ended in another way is an error. */
  async dead(): Promise<void> {
    const ended = await this.#ended;
    if (ended !== "SIGKILL") throw new Error(`the service ended by itself (${ended}):\n${this.#output}`);
  }

  /** Kills the process, if it runs. */
  async end(): Promise<void> {
    this.kill();
    await this.#ended;
  }

  /** Opens a checkout session; the same order is the same request, also when it is sent again. */
  openSession({ orderId }: Order): Promise<unknown> {
    return this.call("/px/payfront/sessions", `open ${orderId}`, {
      customerId: "kill-test-buyer",
      orderId,
      orderName: "Tea",
      amount: { value: 10_000 },
      successUrl: "https://shop.example/ok",
      failUrl: "https://shop.example/fail",
    });
  }

  /** Types the order's card at the checkout that a session leads to. */
  async authenticate({ card }: Order, session: unknown): Promise<unknown> {
    const { token } = z.object({ token: z.string() }).parse(session);
    const { number } = testCards.find(({ name }) => name === card) ?? {};
    const entry = { number, expiryMonth: "12", expiryYear: "39", registNo: "900101", passwordFront2: "12" };
    const response = await documentedFetch(`${this.#url}/checkout/session/authenticate`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(entry),
    });
    return response.json();
  }

  /** Confirms what the buyer has authenticated. */
  confirm({ orderId }: Order, authenticated: unknown): Promise<unknown> {
    const { redirectUrl } = z.object({ redirectUrl: z.string() }).parse(authenticated);
    const intentKey = new URL(redirectUrl).searchParams.get("intentKey");
    return this.call("/px/intents/confirm", `confirm ${orderId}`, { intentKey, orderId, amount: 10_000 });
  }

  /** Gives 4,000 won back. */
  cancel({ orderId }: Order): Promise<unknown> {
    const cancellation = { cancelReason: "kill test", cancelAmount: 4_000 };
    return this.call(`/px/intents/orders/${orderId}/cancel`, `cancel ${orderId}`, cancellation);
  }

  async payment({ orderId }: Order): Promise<Told | undefined> {
    const response = await documentedFetch(`${this.#url}/px/intents/orders/${orderId}`, { headers: { authorization } });
    return response.status === 404 ? undefined : paymentSchema.parse(await response.json());
  }

  /** Deletes a billing key, and answers with which status. */
  async deleteKey(billkey: string): Promise<number> {
    const response = await documentedFetch(`${this.#url}/px/billing/${billkey}`, {
      method: "DELETE",
      headers: { authorization },
    });
    return response.status;
  }

  /** Lets so many milliseconds pass for the service. */
  pass(ms: number): void {
    this.#time.now += ms;
    this.#send({ now: this.#time.now, wanted: "nothing" });
  }

  /** What the service and the gateway have in their books, once time has passed and nothing waits for an outcome. */
  books(): Promise<Books> {
    return settledBooks(this.#time, (message) => this.#ask(message));
  }

  /** Lets time pass until the process kills itself over something that waits for it. */
  async dieOverTime(): Promise<void> {
    await expect(this.books()).rejects.toThrow(killedEarly);
    await this.dead();
  }

  /** Sends a request with an idempotency key, and returns its answer. */
  async call(path: string, key: string, body: object): Promise<unknown> {
    const headers = { authorization, "content-type": "application/json", "idempotency-key": key };
    return (
      await documentedFetch(`${this.#url}${path}`, { method: "POST", headers, body: JSON.stringify(body) })
    ).json();
  }

  /** Sends a message, and returns its answer. */
  #ask(message: Message): Promise<unknown> {
    const answer = this.#message();
    this.#send(message);
    return answer;
  }

  #send(message: Message): void {
    // A process that was killed meanwhile gets no message.
    this.#process?.send(message, () => {});
  }

  /** The next message of the process. */
  async #message(): Promise<unknown> {
    if (this.#process === undefined) throw new Error("the service is not running");
    const ended = this.dead().then(() => Promise.reject(new Error(killedEarly)));
    return (await Promise.race([once(this.#process, "message"), ended]))[0];
  }
}

const killedEarly = "the service was killed before it answered";

/** Starts a service over a new database for some work, and ends it. */
export async function withKillableService(
  store: "embedded" | "server" | "memory",
  work: (service: KillableService) => Promise<void>,
  cards: "stores-cards" | "loses-cards" = "loses-cards",
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "wonflow-kill-"));
  if (store === "embedded") await copyDatabase(dataDir);
  const service = new KillableService(dataDir, store === "server" ? await newDatabase() : store, cards);
  try {
    await service.start();
    await work(service);
  } finally {
    await service.end();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const authorization = `Basic ${btoa("test_sk_docs:")}`;

/** What the gateway still holds of an order's 10,000 won, by its status. */
const heldByStatus: Readonly<Record<string, number>> = { DONE: 10_000, PARTIAL_CANCELED: 6_000 };

type Status = string | undefined;

/** What the gateway still holds of orders with these statuses. */
export function heldOf(statuses: readonly Status[]): number {
  return statuses.reduce((sum, status) => sum + (heldByStatus[status ?? ""] ?? 0), 0);
}

/**
 * Checks that each of these payments is whole: the service and the gateway agree on it, and neither the gateway nor the
 * ledger has money of no payment. Returns their statuses.
 */
export async function expectWhole(
  service: KillableService,
  orders: readonly Order[],
  heldOfOthers: number,
): Promise<Status[]> {
  const { waiting, held, balances, records } = await service.books();
  const standing = new Map(
    records.map(({ key, state, amount, canceledAmount }) => [key, state === "APPROVED" ? amount - canceledAmount : 0]),
  );
  const statuses: Status[] = [];
  const told: string[] = [];
  const atGateway: string[] = [];
  for (const order of orders) {
    const { intentKey, status } = (await service.payment(order)) ?? {};
    const won = heldOf([status]);
    told.push(`${order.orderId}, ${status}: ${won} won`);
    atGateway.push(`${order.orderId}, ${status}: ${standing.get(`approval-${intentKey}`) ?? 0} won`);
    statuses.push(status);
  }
  expect(atGateway).toEqual(told);
  const sum = heldOfOthers + heldOf(statuses);
  expect({ waiting, held, receivable: balances.receivable }).toEqual({ waiting: 0, held: sum, receivable: sum });
  return statuses;
}
