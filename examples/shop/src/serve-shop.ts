import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

import { nodeListener } from "wonflow";

import { openOrderStore } from "./orders.ts";
import { createShop } from "./shop.ts";
import type { WonflowAccount } from "./wonflow-client.ts";

/** Runs the shop on a port of this machine, 0 for any that is free; answers where it is. */
export async function serveShop(options: {
  readonly port: number;
  readonly dataDir: string;
  readonly account: WonflowAccount;
}): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, "127.0.0.1", resolve);
  });
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const orders = openOrderStore(join(options.dataDir, "shop-orders.json"));
  server.on("request", nodeListener(createShop({ url, account: options.account, orders })));
  return { url, server };
}
