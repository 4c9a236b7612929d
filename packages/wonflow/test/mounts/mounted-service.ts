import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { documentationMerchant } from "@wonflow/core";
import { sandboxGateway } from "@wonflow/sandbox";

import { createHandler, createPayments, memoryStore, silentLogger, systemClock } from "../../src/index.ts";
import { randomIds } from "../../src/machine.ts";
import type { HandlerSettings, HttpHandler, Logger } from "../../src/index.ts";

/** Mounts a handler in a framework, and returns the listener for node:http. */
export type Mount = (handler: HttpHandler) => RequestListener | Promise<RequestListener>;

export interface Mounted {
  /** The path below which it is mounted. */
  readonly at?: string;
  /** Where links lead, where that is wrong. */
  readonly linksTo?: string;
  readonly logger?: Logger;
  readonly settings?: HandlerSettings;
}

/** A service in memory, mounted and listening. */
export async function openMounted(mount: Mount, { at = "", linksTo = at, logger, settings }: Mounted = {}) {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const payments = createPayments({
    store: memoryStore(),
    gateways: { test: sandboxGateway({ clock: systemClock, ids: randomIds }) },
    secret: "s".repeat(32),
    settings: { checkoutUrl: `${origin}${linksTo}/checkout`, documentationKeys: true },
  });
  await payments.merchants.register(documentationMerchant);
  const handler = createHandler(payments, { logger: logger ?? silentLogger, rateLimits: "off", ...settings });
  server.on("request", await mount(handler));
  return { url: origin + at, handler, payments, close: () => closed(server) };
}

async function closed(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, "close");
}
