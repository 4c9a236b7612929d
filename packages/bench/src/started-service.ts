import { once } from "node:events";
import { createServer } from "node:http";

import { createHandler, createPayments, memoryStore, nodeListener, postgresStore, sandboxCardNetwork } from "wonflow";

// A process for `service-start.ts`: a service over HTTP on the store that is named, which says when it is ready.
const [kind, where = ""] = process.argv.slice(2);

async function openStore() {
  if (kind === "memory") return memoryStore();
  return postgresStore(kind === "embedded" ? { dataDir: where } : { url: where });
}

const service = createPayments({
  store: await openStore(),
  cardNetworks: { test: await sandboxCardNetwork() },
  secret: "s".repeat(32),
});
await service.secret.check();
const server = createServer(nodeListener(createHandler(service))).listen(0, "127.0.0.1");
await once(server, "listening");
process.send?.(process.memoryUsage.rss());
