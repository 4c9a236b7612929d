import { createServer } from "node:http";
import { flushCompileCache } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import type { Gateway, Clock, Payments, Store } from "@wonflow/core";
import { fileJournal, sandboxGateway, type CardOperation, type SandboxGateway } from "@wonflow/sandbox";

import {
  createHandler,
  createPayments,
  memoryStore,
  nodeListener,
  postgresStore,
  startWork,
  systemClock,
} from "../src/index.ts";
import { randomIds } from "../src/machine.ts";
import type { BooksWithNext, DeathWish, Message } from "./killable-service.ts";
import { patientJournal, patientStore } from "./patient-database.ts";

/**
 * A service in a process of its own that kills itself (SIGKILL) at a named step of a payment, for the crash tests of
 * payments. Its arguments say where its data is, and what time it is. Its clock stands until a message moves it, so
 * that no request's time is over because the machine is slow. Other messages name the step, or ask for its books.
 */
const [dataDir = "", storeName = "", startedAt = "", cards = ""] = process.argv.slice(2);

const isServer = storeName.startsWith("postgres://");

let now = Number(startedAt);
const clock: Clock = { ...systemClock, now: () => now };

const dayMs = 24 * 60 * 60 * 1000;

/** The look-ups of a test take the clock on by more than a buyer has: what was left open must not expire meanwhile. */
const settings = {
  documentationKeys: true,
  requestDeadlineMs: 60_000,
  sessionLifetimeMs: dayMs,
  confirmWindowMs: dayMs,
};

let wish: DeathWish = { dieAt: "never" };

function die(step: string): void {
  if (step === wish.dieAt) process.kill(process.pid, "SIGKILL");
}

/** Dies before or after a commit, which is known by what it writes: `before reversal OPEN`. */
function selfKillingStore(store: Store): Store {
  return {
    ...store,
    async commit(changeSet) {
      const written = changeSet.writes.map(({ key, body }) => [body?.["kind"] ?? key.kind, body?.["status"]].join(" "));
      for (const each of written) die(`before ${each}`);
      const result = await store.commit(changeSet);
      if (result.status === "committed") for (const each of written) die(`after ${each}`);
      return result;
    },
  };
}

/** Dies when the gateway has done what it was asked, or will do it later, before its answer arrives. */
function selfKillingGateway(gateway: SandboxGateway): Gateway {
  async function diesAfter<Answer>(
    call: CardOperation,
    ask: () => Promise<Answer>,
    name: string = call,
  ): Promise<Answer> {
    const { lateMs } = wish;
    if (lateMs !== undefined && wish.dieAt === `after ${name}`)
      gateway.faults.next(call, { kind: "arrives-late", ms: lateMs });
    try {
      return await ask();
    } finally {
      die(`after ${name}`);
    }
  }
  return {
    ...gateway,
    keyIn: {
      ...gateway.keyIn,
      authenticate: (request) => diesAfter("authenticate", () => gateway.keyIn.authenticate(request)),
      issueToken: (request) => diesAfter("issueToken", () => gateway.keyIn.issueToken(request)),
      releaseToken: (request) => diesAfter("releaseToken", () => gateway.keyIn.releaseToken(request)),
    },
    // With several cards, the second one's key has the number 2: this is `after approve 2`.
    approve: (request) => diesAfter("approve", () => gateway.approve(request), nthOf("approve", request.key)),
    cancel: (request) => diesAfter("cancel", () => gateway.cancel(request)),
    reverse: (request) => diesAfter("reverse", () => gateway.reverse(request)),
  };
}

function nthOf(call: string, key: string): string {
  const [, nth] = /^approval-[\w-]{21}-(\d+)$/.exec(key) ?? [];
  return nth === undefined ? call : `${call} ${nth}`;
}

/** A gateway whose look-ups may not find a call yet that took effect, which then has to be reversed. */
function gatewayWithLateLookUps(gateway: Gateway): Gateway {
  return {
    ...gateway,
    lookUpApproval: async (question) =>
      wish.gatewayFindsNothing === true ? { outcome: "not-found" } : gateway.lookUpApproval(question),
    lookUpCancellation: async (question) =>
      wish.gatewayFindsNothing === true ? { outcome: "not-found" } : gateway.lookUpCancellation(question),
  };
}

async function openStore(): Promise<Store> {
  if (storeName === "memory") return memoryStore();
  return isServer ? patientStore(storeName) : postgresStore({ dataDir });
}

const store = await openStore();
const journal = isServer ? await patientJournal(storeName, "cards") : fileJournal(join(dataDir, "sandbox-cards.jsonl"));
const promises = { storesCheckedCards: cards === "stores-cards" };
const gateway = sandboxGateway({ clock, ids: randomIds, journal, promises });
const payments: Payments = createPayments({
  store: selfKillingStore(store),
  gateways: { test: gatewayWithLateLookUps(selfKillingGateway(gateway)) },
  clock,
  secret: "s".repeat(32),
  settings,
});
const shop = { mId: 1, mode: "test" } as const;
await payments.merchants.register({ ...shop, name: "Kill test", feeRate: "3.3" });
const work = startWork(payments);
const server = createServer(nodeListener(createHandler(payments, { rateLimits: "off" })));
// Who is killed can't leave to the next one what it has compiled when it ends.
flushCompileCache();
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));

/** Waits until the loop has taken whatever is due by now, for two minutes at most. */
async function untilTaken(): Promise<void> {
  for (let tries = 0; tries < 6_000; tries += 1) {
    const [next] = await store.listDue("attempt", 1);
    if ((next?.dueAt ?? Infinity) > now) return;
    await pause(20);
  }
}

/** An attempt that ended because the gateway did not find it is re-checked a day later. */
const recheckMs = dayMs / 2;

async function readBooks(): Promise<BooksWithNext> {
  // What is on its way arrives at the gateway with the next call.
  const now = clock.now();
  const question = { key: "-", tenant: "1:test", askedAt: now, deadline: now + 1, credentials: null } as const;
  await gateway.lookUpApproval({ ...question, authentication: null, reference: null });
  const due = (await store.listDue("attempt", 100)).filter(({ dueAt }) => (dueAt ?? Infinity) < now + recheckMs);
  const balances = await payments.ledger.balances(shop);
  const tokens = gateway.tokens("1:test").map(({ state }) => state);
  const held = gateway.held("1:test");
  const nextDueAt = due[0]?.dueAt ?? null;
  return { balances, waiting: due.length, nextDueAt, records: gateway.records(), tokens, held };
}

process.on("message", (message: Message) => {
  if ("dieAt" in message) {
    wish = message;
    process.send?.({});
    return;
  }
  ({ now } = message);
  if (message.wanted === "nothing") return;
  void (async () => {
    await untilTaken();
    // The loop finishes the work that it has claimed before it pauses, so the books have settled then.
    process.send?.(await work.pauseFor(readBooks));
  })();
});
process.on("disconnect", () => process.exit(0));
