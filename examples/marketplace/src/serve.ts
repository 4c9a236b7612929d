import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { nodeListener } from "wonflow";

import { openMarketplace, type Marketplace, type MarketplaceOptions } from "./marketplace.ts";
import { createSite } from "./site.ts";

interface Served {
  readonly url: string;
  readonly market: Marketplace;
  /** Answers requests in progress, and closes the data. */
  readonly stop: () => Promise<void>;
}

/** Runs the marketplace on a port of this machine, 0 for any that is free. */
export async function serveMarketplace({
  port,
  ...options
}: Omit<MarketplaceOptions, "url"> & { readonly port: number }): Promise<Served> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const market = await openMarketplace({ ...options, url });
  server.on("request", nodeListener(createSite(market)));
  return {
    url,
    market,
    async stop() {
      server.close();
      server.closeIdleConnections();
      await market.close();
      server.closeAllConnections();
    },
  };
}
