import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";

import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";

import { sandboxGateway, testCards } from "../src/index.ts";
import { settledBooks, type Message, type SharedTime } from "./killable-service.ts";
import { newDatabase } from "./new-database.ts";
import { patiently } from "./patient-database.ts";
import { nodeFlags, program } from "./program.ts";
import { documentedFetch } from "./documented-fetch.ts";

/** A service in a process of its own. */
interface Service {
  readonly url: string;
  readonly child: ChildProcess;
  /** Sends a message to the process, and returns its answer. */
  readonly ask: (message: Message) => Promise<unknown>;
}

/** What time it is for all services of this file. */
const time: SharedTime = { now: Date.now() };

async function startService(database: string): Promise<Service> {
  const child = fork(program("self-killing-service"), ["", database, String(time.now)], { execArgv: nodeFlags });
  onTestFinished(() => void child.kill("SIGKILL"));
  const answer = async () => (await once(child, "message", { signal: AbortSignal.timeout(240_000) }))[0] as unknown;
  const { port } = z.object({ port: z.number() }).parse(await answer());
  const ask = (message: Message) => {
    child.send(message);
    return answer();
  };
  return { url: `http://127.0.0.1:${port}`, child, ask };
}

async function call({ url }: Service, path: string, body?: object): Promise<unknown> {
  const headers = { authorization: `Basic ${btoa("test_sk_docs:")}`, "content-type": "application/json" };
  const init = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
  return (await documentedFetch(`${url}${path}`, init)).json();
}

interface Confirmation {
  readonly intentKey: string;
  readonly orderId: string;
  readonly amount: number;
}

/** Opens a session at one service and pays its link at another; returns the fields for confirm. */
async function authenticated(
  orderId: string,
  { card, at: [one, other] }: { readonly card: string; readonly at: readonly [Service, Service] },
): Promise<Confirmation> {
  const urls = { successUrl: "https://shop.example/ok", failUrl: "https://shop.example/fail" };
  const order = { customerId: "two-services-buyer", orderId, orderName: "Tea", amount: { value: 10_000 }, ...urls };
  const { token } = z.object({ token: z.string() }).parse(await call(one, "/px/payfront/sessions", order));
  const number = testCards.find(({ name }) => name === card)?.number;
  const response = await documentedFetch(`${other.url}/checkout/session/authenticate`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ number, expiryMonth: "12", expiryYear: "39", registNo: "900101", passwordFront2: "12" }),
  });
  const { redirectUrl } = z.object({ redirectUrl: z.string() }).parse(await response.json());
  return { intentKey: new URL(redirectUrl).searchParams.get("intentKey") ?? "", orderId, amount: 10_000 };
}

/** What is to be received, by the ledger, once one service has looked up whatever waited for an outcome. */
async function receivableAtRest({ ask }: Service): Promise<number> {
  const { balances, waiting } = await settledBooks(time, ask);
  expect(waiting).toBe(0);
  return balances.receivable;
}

async function statusOf(service: Service, { orderId }: Confirmation): Promise<string> {
  return z.object({ status: z.string() }).parse(await call(service, `/px/intents/orders/${orderId}`)).status;
}

/** The won that the gateway's record has for the merchant now. */
async function held(database: string): Promise<number> {
  const gateway = await patiently(() => sandboxGateway({ url: database }));
  await gateway.close();
  return gateway.held("1:test");
}

// the card; the payment's status; its status after a cancellation of 4,000 won
const cards = [
  ["kb", "DONE", "PARTIAL_CANCELED"],
  ["answer-lost", "DONE", "PARTIAL_CANCELED"],
  ["wrong-amount", "DONE", "PARTIAL_CANCELED"],
  ["never-arrives", "ABORTED", "ABORTED"],
  ["refund-answer-lost", "DONE", "PARTIAL_CANCELED"],
] as const;

test("two services over one database: each looks up and refunds the other's payments", async () => {
  const database = await newDatabase();
  const [one, other] = await Promise.all([startService(database), startService(database)]);
  const payments = [...cards, ...cards].map(([card, ...statuses], index) => {
    const at = index < cards.length ? ([one, other] as const) : ([other, one] as const);
    return { card, statuses, at, orderId: `two-services-${String(index).padStart(8, "0")}` };
  });
  const pay = async ({ card, at, orderId }: (typeof payments)[number]) => {
    const confirmation = await authenticated(orderId, { card, at });
    await call(at[0], "/px/intents/confirm", confirmation);
    return confirmation;
  };
  const confirmations = await Promise.all(payments.map(pay));
  const statuses = () => Promise.all(confirmations.map((confirmation) => statusOf(one, confirmation)));
  const booked = await receivableAtRest(one);
  expect(await statuses()).toEqual(payments.map(({ statuses: [paid] }) => paid));
  expect([booked, await held(database)]).toEqual([80_000, 80_000]);

  // Two machines have the same time.
  other.child.send({ now: time.now, wanted: "nothing" } satisfies Message);
  const cancellation = { cancelReason: "two services", cancelAmount: 4_000 };
  await Promise.all(
    payments.map(({ at, orderId }) => call(at[1], `/px/intents/orders/${orderId}/cancel`, cancellation)),
  );
  const rest = await receivableAtRest(one);
  expect(await statuses()).toEqual(payments.map(({ statuses: [, canceled] }) => canceled));
  expect([rest, await held(database)]).toEqual([48_000, 48_000]);
});

test("one of two services is killed while its payments are unknown: the other one finishes them", async () => {
  const database = await newDatabase();
  const [one, other] = await Promise.all([startService(database), startService(database)]);
  const orderIds = Array.from({ length: 8 }, (_, index) => `one-is-killed-${String(index).padStart(8, "0")}`);
  const confirmations = await Promise.all(
    orderIds.map((orderId, index) =>
      authenticated(orderId, { card: index % 2 === 0 ? "kb" : "answer-lost", at: [one, other] }),
    ),
  );
  const killed = once(one.child, "exit");
  await one.ask({ dieAt: "after approve" });
  await Promise.allSettled(confirmations.map((confirmation) => call(one, "/px/intents/confirm", confirmation)));
  expect((await killed)[1]).toBe("SIGKILL");

  const booked = await receivableAtRest(other);
  const statuses = await Promise.all(confirmations.map((confirmation) => statusOf(other, confirmation)));
  const done = statuses.filter((status) => status === "DONE").length;
  expect(done).toBeGreaterThan(0);
  // Authenticated, and its confirm never begun: nothing is charged.
  expect(statuses.filter((status) => !["DONE", "ABORTED", "IN_PROGRESS"].includes(status))).toEqual([]);
  expect([booked, await held(database)]).toEqual([done * 10_000, done * 10_000]);
});
