import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

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

/**
 * A service in a process of its own that kills itself (SIGKILL) at a named step of a payment, for
 * kill.crash.test.ts and two-services.crash.test.ts. Its arguments say where its data is, and how long a request
 * may take; messages name the step, or ask for its books.
 */
const [dataDir = "", storeName = "", deadlineMs = "300"] = process.argv.slice(2);

const isServer = storeName.startsWith("postgres://");

let deathStep = "never";

function die(step: string): void {
  if (step === deathStep) process.kill(process.pid, "SIGKILL");
}

/** Dies before or after the commits that matter; a commit that takes a step is known by what it writes. */
function selfKillingStore(store: Store): Store {
  return {
    ...store,
    async commit(changeSet) {
      const attempt = changeSet.writes.find(({ key }) => key.kind === "attempt")?.body;
      const moment = attempt?.["status"] === "OPEN" ? "intent" : attempt?.["status"] === "DONE" ? "outcome" : "";
      die(`before ${moment}`);
      const result = await store.commit(changeSet);
      die(`after ${moment}`);
      return result;
    },
  };
}

/** Dies when the network has done what it was asked, before its answer arrives. */
function selfKillingNetwork(network: CardNetwork): CardNetwork {
  return {
    ...network,
    async approve(request) {
      const outcome = await network.approve(request);
      die("after network");
      return outcome;
    },
    async cancel(request) {
      const outcome = await network.cancel(request);
      die("after network");
      return outcome;
    },
  };
}

async function openStore(): Promise<Store> {
  if (storeName === "memory") return memoryStore();
  return postgresStore(isServer ? { url: storeName } : { dataDir });
}

const store = await openStore();
const network = await sandboxCardNetwork(isServer ? { url: storeName } : { dataDir });
const payments: Payments = createPayments({
  store: selfKillingStore(store),
  cardNetworks: { test: selfKillingNetwork(network) },
  secret: "a secret of the tests, at least 32 characters",
  settings: { requestDeadlineMs: Number(deadlineMs), documentationKeys: true },
});
const shop = { mId: 1, mode: "test" } as const;
await payments.merchants.register({ ...shop, name: "Kill test", feeRate: "3.3" });
startWork(payments);
const server = createServer(nodeListener(createHandler(payments)));
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));

process.on("message", (message: { readonly dieAt: string } | "books") => {
  if (message !== "books") {
    deathStep = message.dieAt;
    process.send?.({});
    return;
  }
  void (async () => {
    // Asked first: once nothing waits, the books that are read afterwards are at rest.
    const waiting = await store.listDue("attempt", 100);
    const balances = await payments.ledger.balances(shop);
    process.send?.({ balances, waiting: waiting.length, records: network.records(), held: network.held("1:test") });
  })();
});
process.on("disconnect", () => process.exit(0));
