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

interface Staleness {
  /** How long a snapshot is reused, in milliseconds. */
  readonly staleMs: number;
  readonly now: () => number;
}

/**
 * A store that answers a read from an earlier snapshot, as a cache or a lagging replica would. Its commits are guarded
 * as usual, so no money is lost: only the answers of reads and refusals are stale.
 */
function staleStore<Wrapped extends Store>(store: Wrapped, { staleMs, now }: Staleness): Wrapped {
  const kept = new Map<string, { readonly at: number; readonly snapshot: Snapshot }>();
  return {
    ...store,
    async read(tenant, request) {
      const key = JSON.stringify([tenant, request]);
      const before = kept.get(key);
      if (before !== undefined && now() - before.at < staleMs) return before.snapshot;
      const at = now();
      const snapshot = await store.read(tenant, request);
      kept.set(key, { at, snapshot });
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

/** The control: a service in a process of its own whose store answers reads from snapshots of up to 400 ms ago. */
const { DATABASE_URL: url = "", WONFLOW_SECRET: secret = "" } = process.env;

const store = await postgresStore({ url });
const clock = await developmentClock({ store });
const gateway = await sandboxGateway({ url, clock });
const bank = await sandboxPayoutBank({ url, clock });
const payments = createPayments({
  store: staleStore(store, { staleMs: 400, now: () => performance.now() }),
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
