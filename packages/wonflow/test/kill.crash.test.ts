import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { Client } from "pg";
import { startPostgres } from "@wonflow/testkit/postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";

import { testCards } from "../src/index.ts";

/** How often the service is killed at each step, on each store. */
const rounds = Number(process.env["KILL_ROUNDS"] ?? 3);

const steps = ["after intent", "after network", "before outcome", "after outcome"] as const;

const booksSchema = z.object({
  balances: z.record(z.string(), z.number()),
  waiting: z.number(),
  held: z.number(),
  records: z.array(z.unknown()),
});

const paymentSchema = z.object({ intentKey: z.string(), orderId: z.string(), status: z.string() });

let postgres: Awaited<ReturnType<typeof startPostgres>>;
beforeAll(async () => {
  postgres = await startPostgres();
}, 60_000);
afterAll(async () => {
  await postgres.stop();
});

/** A service over a data folder, which can be killed by itself and started again. */
class Host {
  readonly #dataDir: string;
  readonly #store: string;
  #process: ChildProcess | undefined;
  #url = "";

  constructor(dataDir: string, store: string) {
    this.#dataDir = dataDir;
    this.#store = store;
  }

  async start(): Promise<void> {
    const program = join(import.meta.dirname, "self-killing-service.ts");
    this.#process = fork(program, [this.#dataDir, this.#store], { execArgv: ["--conditions=source"] });
    const { port } = z.object({ port: z.number() }).parse(await this.#message());
    this.#url = `http://127.0.0.1:${port}`;
  }

  /** From now on the process kills itself when it comes to this step. */
  async dieAt(step: string): Promise<void> {
    await this.#message({ dieAt: step });
  }

  /** Kills the process from outside, wherever it is. */
  kill(): void {
    this.#process?.kill("SIGKILL");
  }

  /** Waits until the process has killed itself. */
  async dead(): Promise<void> {
    if (this.#process === undefined || this.#process.signalCode !== null) return;
    const [, signal] = await once(this.#process, "exit");
    expect(signal).toBe("SIGKILL");
  }

  async end(): Promise<void> {
    if (this.#process === undefined || this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    this.#process.kill("SIGKILL");
    await once(this.#process, "exit");
  }

  async call(method: string, path: string, body?: object): Promise<unknown> {
    const headers = { authorization: `Basic ${btoa("test_sk_docs:")}`, "content-type": "application/json" };
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    return (await fetch(`${this.#url}${path}`, init)).json();
  }

  /** Opens a session and pays it with a card in the browser's place; answers what confirm takes. */
  async authenticated(orderId: string) {
    const session = await this.call("POST", "/px/payfront/sessions", {
      customerId: "kill-test-buyer",
      orderId,
      orderName: "Tea",
      amount: { value: 10_000 },
      successUrl: "https://shop.example/ok",
      failUrl: "https://shop.example/fail",
    });
    const { token } = z.object({ token: z.string() }).parse(session);
    const card = { number: testCards[0]?.number, expiryMonth: "12", expiryYear: "39", registNo: "900101" };
    const response = await fetch(`${this.#url}/checkout/session/authenticate`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ ...card, passwordFront2: "12" }),
    });
    const { redirectUrl } = z.object({ redirectUrl: z.string() }).parse(await response.json());
    return { intentKey: new URL(redirectUrl).searchParams.get("intentKey") ?? "", orderId, amount: 10_000 };
  }

  /** The status of an order's payment, undefined where the order never came to be. */
  async status(orderId: string): Promise<string | undefined> {
    const answer = await this.call("GET", `/px/intents/orders/${orderId}`);
    return z.object({ status: z.string().optional() }).parse(answer).status;
  }

  async payment(orderId: string) {
    return paymentSchema.parse(await this.call("GET", `/px/intents/orders/${orderId}`));
  }

  /** What the service and the network have in their books, once nothing waits for an outcome. */
  async books() {
    for (let tries = 0; ; tries += 1) {
      const books = await this.#ask();
      if (books.waiting === 0 || tries > 200) return books;
      await pause(50);
    }
  }

  async #ask() {
    return booksSchema.parse(await this.#message("books"));
  }

  /** Sends a message, if there is one, and answers the next that comes back. */
  async #message(message?: object | string): Promise<unknown> {
    if (this.#process === undefined) throw new Error("the service is not running");
    const answer = once(this.#process, "message", { signal: AbortSignal.timeout(60_000) });
    if (message !== undefined) this.#process.send(message);
    return (await answer)[0];
  }
}

let databases = 0;

/** A database of its own on the server, as the tests run side by side. */
async function newDatabase(): Promise<string> {
  const name = `kill_${(databases += 1)}`;
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return postgres.url.replace(/postgres$/, name);
}

async function withHost(store: "embedded" | "server" | "memory", work: (host: Host) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "wonflow-kill-"));
  const host = new Host(dataDir, store === "server" ? await newDatabase() : store);
  try {
    await work(host);
  } finally {
    await host.end();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** What is answered where the outcome is not known yet. */
const unknownSchema = z.object({ code: z.enum(["UNKNOWN_PAYMENT_ERROR", "FAILED_PARTIAL_REFUND"]) });

/**
 * Asks for something that the service does not live to answer. On a slow machine the deadline may pass
 * before the step is reached: then the answer is that the outcome is not known, and the service dies after it.
 */
async function killedDuring(host: Host, step: string, request: () => Promise<unknown>): Promise<void> {
  await host.dieAt(step);
  const answer = await request().catch(() => undefined);
  if (answer !== undefined) unknownSchema.parse(answer);
  await host.dead();
  await host.start();
}

test.concurrent.each(["embedded", "server"] as const)(
  "killed at every step of confirm and cancel, %s store: everything is done exactly once or undone",
  async (store) => {
    await withHost(store, async (host) => {
      await host.start();
      let expected = (await host.books()).held;
      for (const [index, step] of Array.from({ length: rounds }, () => steps)
        .flat()
        .entries()) {
        const orderId = `kill-${store}-${String(index).padStart(8, "0")}`;
        const confirmation = await host.authenticated(orderId);
        await killedDuring(host, step, () => host.call("POST", "/px/intents/confirm", confirmation));
        let books = await host.books();
        const approved = step !== "after intent";
        // Before the call nothing was charged, so it is undone; after it the approval is taken over.
        expect([step, (await host.payment(orderId)).status]).toEqual([step, approved ? "DONE" : "ABORTED"]);
        if (approved) expected += 10_000;
        expect(books).toMatchObject({ waiting: 0, held: expected, balances: { receivable: expected } });
        if (!approved) continue;

        const cancellation = { cancelReason: "kill test", cancelAmount: 4_000 };
        await killedDuring(host, step, () => host.call("POST", `/px/intents/orders/${orderId}/cancel`, cancellation));
        books = await host.books();
        expect((await host.payment(orderId)).status).toBe("PARTIAL_CANCELED");
        expected -= 4_000;
        expect(books).toMatchObject({ waiting: 0, held: expected, balances: { receivable: expected } });
      }
    });
  },
  20 * 60_000,
);

test.concurrent.each(["embedded", "server"] as const)(
  "killed at any moment under load, %s store: everything is done exactly once or undone",
  async (store) => {
    await withHost(store, async (host) => {
      await host.start();
      const { held: before } = await host.books();
      const orders: string[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const pay = async (index: number) => {
          const orderId = `load-${store}-${round}-${String(index).padStart(8, "0")}`;
          orders.push(orderId);
          const confirmation = await host.authenticated(orderId);
          await host.call("POST", "/px/intents/confirm", confirmation);
          await host.call("POST", `/px/intents/orders/${orderId}/cancel`, {
            cancelReason: "load",
            cancelAmount: 1_000,
          });
        };
        const load = Promise.allSettled(Array.from({ length: 12 }, (_, index) => pay(index)));
        await pause(5 + ((round * 37) % 150));
        host.kill();
        await load;
        await host.dead();
        await host.start();
      }
      const books = await host.books();
      const held = { DONE: 10_000, PARTIAL_CANCELED: 9_000 } as Readonly<Record<string, number>>;
      let expected = before;
      for (const orderId of orders) expected += held[(await host.status(orderId)) ?? ""] ?? 0;
      expect(books).toMatchObject({ waiting: 0, held: expected, balances: { receivable: expected } });
    });
  },
  20 * 60_000,
);

test("the check is able to fail: a store that forgets leaves money at the network that no record knows", async () => {
  await withHost("memory", async (host) => {
    await host.start();
    const confirmation = await host.authenticated("kill-control-00000001");
    await killedDuring(host, "after network", () => host.call("POST", "/px/intents/confirm", confirmation));
    const books = await host.books();
    expect(books).toMatchObject({ held: 10_000, balances: { receivable: 0 } });
  });
}, 60_000);
