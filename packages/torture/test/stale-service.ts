import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  createHandler,
  createPayments,
  developmentClock,
  nodeListener,
  postgresStore,
  sandboxGateway,
  sandboxPayoutBank,
  silentLogger,
  startWork,
} from "wonflow";
import type { Snapshot, Store } from "@wonflow/core";

/**
 * A store that answers some reads from an earlier snapshot, as a cache or a lagging replica would. Its commits are
 * guarded as usual, so no money is lost: only the answers of reads and refusals are stale. Reads are counted, not
 * timed: on a slow machine requests are as stale as on a fast one.
 */
function staleStore<Wrapped extends Store>(store: Wrapped, reuses: number): Wrapped {
  const kept = new Map<string, { readonly snapshot: Snapshot; left: number }>();
  return {
    ...store,
    async read(tenant, request) {
      const key = JSON.stringify([tenant, request]);
      const before = kept.get(key);
      if (before !== undefined && before.left > 0) {
        before.left -= 1;
        return before.snapshot;
      }
      const snapshot = await store.read(tenant, request);
      kept.set(key, { snapshot, left: reuses });
      return snapshot;
    },
    async commit(changeSet) {
      const result = await store.commit(changeSet);
      // A decision that conflicted is retried on the newer state.
      if (result.status !== "committed") kept.clear();
      return result;
    },
  };
}

/** The control: a service in a process of its own whose store answers each read three more times from the same snapshot. */
const { DATABASE_URL: url = "", WONFLOW_SECRET: secret = "" } = process.env;

const store = await postgresStore({ url });
const clock = await developmentClock({ store });
const gateway = await sandboxGateway({ url, clock });
const bank = await sandboxPayoutBank({ url, clock });
const payments = createPayments({
  store: staleStore(store, 3),
  clock,
  gateways: { test: gateway },
  payoutBanks: { test: bank },
  secret,
  logger: silentLogger,
});
startWork(payments, { logger: silentLogger });
const server = createServer(nodeListener(createHandler(payments, { rateLimits: "off" })));
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});
