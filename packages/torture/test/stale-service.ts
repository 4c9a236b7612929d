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

import { staleStore } from "./stale-store.ts";

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
