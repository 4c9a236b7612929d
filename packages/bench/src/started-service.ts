import { once } from "node:events";
import { createServer } from "node:http";

import { createHandler, createPayments, memoryStore, nodeListener, postgresStore, sandboxGateway } from "wonflow";

import { paid } from "./till.ts";

/*
 * A process for `service-start.ts`: a service over HTTP on the given store. It reports its memory when it is ready, and
 * again after the payments it is asked to take.
 */
const [kind, where = ""] = process.argv.slice(2);

async function openStore() {
  if (kind === "memory") return memoryStore();
  return postgresStore(kind === "embedded" ? { dataDir: where } : { url: where });
}

const service = createPayments({
  store: await openStore(),
  gateways: { test: await sandboxGateway() },
  secret: "s".repeat(32),
});
await service.secret.check();
const server = createServer(nodeListener(createHandler(service))).listen(0, "127.0.0.1");
await once(server, "listening");
process.send?.(process.memoryUsage.rss());

const [payments] = (await once(process, "message")) as [number];
const shop = { mId: 7, mode: "test" } as const;
const callers = 16;
const registered = await service.merchants.register({ ...shop, name: "Corner Shop", feeRate: "3.3" });
if (!registered.ok) throw new Error(registered.error.code);
let taken = 0;
const take = async () => {
  while (taken < payments) {
    taken += 1;
    await paid(service, shop, `bench-${process.pid}-${Date.now()}-${taken}`);
  }
};
await Promise.all(Array.from({ length: callers }, take));
process.send?.(process.memoryUsage.rss());
