import { createServer } from "node:http";
import { flushCompileCache } from "node:module";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

import type { CardNetwork, Payments, Store } from "@wonflow/core";

import {
  createHandler,
  createPayments,
  memoryStore,
  nodeListener,
  postgresStore,
  sandboxCardNetwork,
  startWork,
} from "../src/index.ts";
import type { DeathWish } from "./killable-service.ts";

/**
 * A service in a process of its own that kills itself (SIGKILL) at a named step of a payment, for
 * kill.crash.test.ts and two-services.crash.test.ts. Its arguments say where its data is, and how long a request
 * may take; messages name the step, or ask for its books.
 */
const [dataDir = "", storeName = "", deadlineMs = "3000"] = process.argv.slice(2);

const isServer = storeName.startsWith("postgres://");

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

/** Dies when the network has done what it was asked, before its answer arrives. */
function selfKillingNetwork(network: CardNetwork): CardNetwork {
  async function diesAfter<Answer>(call: string, answer: Promise<Answer>): Promise<Answer> {
    const answered = await answer;
    die(`after ${call}`);
    return answered;
  }
  return {
    ...network,
    authenticate: (request) => diesAfter("authenticate", network.authenticate(request)),
    issueToken: (request) => diesAfter("issueToken", network.issueToken(request)),
    releaseToken: (request) => diesAfter("releaseToken", network.releaseToken(request)),
    // Of several cards the second one's key ends in 2, which makes this `after approve 2`.
    approve: (request) => diesAfter(nthOf("approve", request.key), network.approve(request)),
    cancel: (request) => diesAfter("cancel", network.cancel(request)),
    reverse: (request) => diesAfter("reverse", network.reverse(request)),
  };
}

function nthOf(call: string, key: string): string {
  const [, nth] = /\.(\d+)$/.exec(key) ?? [];
  return nth === undefined ? call : `${call} ${nth}`;
}

/** A network that may not find yet what it has done: then what stands there has to be undone. */
function forgetfulNetwork(network: CardNetwork): CardNetwork {
  const honest = network.lookUp.bind(network);
  const forgets: CardNetwork["lookUp"] = () => Promise.resolve({ outcome: "not-found" });
  return Object.defineProperty({ ...network }, "lookUp", {
    get: () => (wish.networkForgets === true ? forgets : honest),
  });
}

async function openStore(): Promise<Store> {
  if (storeName === "memory") return memoryStore();
  return postgresStore(isServer ? { url: storeName } : { dataDir });
}

/** How many payments wait for an outcome, once there are none or a minute has passed. */
async function stillWaiting(): Promise<number> {
  for (let tries = 0; ; tries += 1) {
    const { length } = await store.listDue("attempt", 100);
    if (length === 0 || tries > 1_200) return length;
    await pause(50);
  }
}

const store = await openStore();
const network = await sandboxCardNetwork(isServer ? { url: storeName } : { dataDir });
const payments: Payments = createPayments({
  store: selfKillingStore(store),
  cardNetworks: { test: forgetfulNetwork(selfKillingNetwork(network)) },
  secret: "a secret of the tests, at least 32 characters",
  settings: { requestDeadlineMs: Number(deadlineMs), documentationKeys: true },
});
const shop = { mId: 1, mode: "test" } as const;
await payments.merchants.register({ ...shop, name: "Kill test", feeRate: "3.3" });
startWork(payments);
const server = createServer(nodeListener(createHandler(payments, { rateLimits: "off" })));
// Who is killed can't leave to the next one what it has compiled when it ends.
flushCompileCache();
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));

process.on("message", (message: DeathWish | "books") => {
  if (message !== "books") {
    wish = message;
    process.send?.({});
    return;
  }
  void (async () => {
    // Asked first: once nothing waits, the books that are read afterwards are at rest.
    const waiting = await stillWaiting();
    const balances = await payments.ledger.balances(shop);
    const tokens = network.tokens("1:test").map(({ state }) => state);
    const held = network.held("1:test");
    process.send?.({ balances, waiting, records: network.records(), tokens, held });
  })();
});
process.on("disconnect", () => process.exit(0));
