import { once } from "node:events";
import { createServer } from "node:http";

import type { EmulatedAccount } from "./accounts.ts";
import { answerRequest } from "./answer-request.ts";
import { emulatedGateway, type GatewayControls } from "./emulated-gateway.ts";
import type { DrawnFaults } from "./faults.ts";

export interface NiceEmulatorOptions {
  readonly accounts: readonly EmulatedAccount[];
  /** The machine's by default. */
  readonly clock?: { now(): number };
  /** Any free one by default. */
  readonly port?: number;
  /** None by default. */
  readonly faults?: DrawnFaults;
}

/** An emulated gateway that is running. */
export interface NiceEmulator extends GatewayControls {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  readonly port: number;
  readonly close: () => Promise<void>;
}

const longestBody = 64 * 1_024;

/**
 * Starts the gateway on 127.0.0.1. It keeps its book in memory, keeps no tombstones, and takes an order id again as long
 * as it was not paid. Its controls over HTTP are below `/emulator/`.
 */
export async function startNiceEmulator(options: NiceEmulatorOptions): Promise<NiceEmulator> {
  const { accounts, clock = { now: () => Date.now() }, port: wanted = 0, faults } = options;
  const gateway = emulatedGateway({ accounts, now: () => clock.now(), faults });
  const server = createServer((request, response) => {
    let length = 0;
    request.on("data", (bytes: Uint8Array) => {
      length += bytes.length;
      if (length > longestBody) request.socket.destroy();
    });
    answerRequest(gateway, request, response).catch(() => request.socket.destroy());
  });
  await once(server.listen(wanted, "127.0.0.1"), "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : wanted;
  return {
    ...gateway.controls,
    url: `http://127.0.0.1:${port}`,
    port,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
