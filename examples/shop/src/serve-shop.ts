import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

import { setWebhookEndpoint } from "./development.ts";
import { openOrders } from "./orders.ts";
import { createShop, type WonflowAccount } from "./shop.ts";
import { openReportedSettlements } from "./reported-settlements.ts";

/** A shop that runs. */
export interface RunningShop {
  readonly url: string;
  readonly server: Server;
  /** Fulfils once the service has answered the shop, which may start before it. */
  readonly serviceAnswers: Promise<void>;
}

/** Runs the shop on a port of this machine, 0 for any that is free; answers where it is. */
export async function serveShop(options: {
  readonly port: number;
  readonly dataDir: string;
  readonly account: WonflowAccount;
}): Promise<RunningShop> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, "127.0.0.1", resolve);
  });
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const { account, dataDir } = options;
  const orders = openOrders(join(dataDir, "shop-orders.json"));
  const reported = openReportedSettlements(join(dataDir, "shop-settlements.json"));
  let secret: string | undefined;
  const shop = createShop({ url, account, orders, reported, webhookSecret: () => secret });
  // It comes with a whole service, whose modules take a second to load: the service starts meanwhile, a request waits.
  const listener = import("wonflow").then(({ nodeListener }) => nodeListener(shop));
  server.on("request", (request, response) => void listener.then((answer) => answer(request, response)));

  const serviceAnswers = new Promise<void>((resolve) => {
    async function askForWebhooks(): Promise<void> {
      secret = await setWebhookEndpoint(account, `${url}/webhook`).catch(() => undefined);
      if (secret !== undefined) resolve();
      else if (server.listening) setTimeout(() => void askForWebhooks(), 100).unref();
    }
    void askForWebhooks();
  });
  return { url, server, serviceAnswers };
}
