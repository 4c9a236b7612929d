import { once } from "node:events";
import { createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as turn } from "node:timers/promises";

import { documentationMerchant, ok } from "@wonflow/core";
import { expect, onTestFinished, test } from "vitest";

import { createHandler, createPayments, memoryStore, nodeListener } from "./index.ts";

/** 2,000 settlements of a hundred lines, ten a page: 25 megabytes, more than a machine keeps for a socket. */
const pages = 200;
const lines = Array.from({ length: 100 }, (_, index) => {
  const orderId = `order-20261120-${String(index).padStart(4, "0")}`;
  return { orderId, transactionAmount: 10_000, feeRate: 3.3, feeAmount: 330, vatAmount: 33, settledAmount: 9_637 };
});
const settlement = { settlementId: "stl.1", amount: 963_700, settledAt: "2026-11-24T15:00:00.000Z", lines };
const items = Array.from({ length: 10 }, () => settlement);

/** A service over a real socket whose list of settlements is long, and how many pages of it were read. */
async function openList() {
  let read = 0;
  const payments = createPayments({
    store: memoryStore(),
    gateways: {},
    secret: "s".repeat(32),
    settings: { documentationKeys: true },
  });
  await payments.merchants.register(documentationMerchant);
  const handler = createHandler({
    ...payments,
    settlements: {
      ...payments.settlements,
      async list() {
        read += 1;
        return ok({ items, size: items.length, hasMore: read < pages, nextCursor: read < pages ? "more" : null });
      },
    },
  });
  const server = createServer(nodeListener(handler)).listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, "listening");
  const request = get({
    port: (server.address() as AddressInfo).port,
    path: "/px/settlements?from=2026-11-25&to=2026-11-25",
    headers: { authorization: `Basic ${btoa("test_sk_docs:")}` },
  });
  const [answer] = (await once(request, "response")) as [IncomingMessage];
  /** How many pages were read when, for long, no more were. */
  const readWhenIdle = async () => {
    for (let before = read, turns = 0; turns < 2_000; turns += 1) {
      await turn();
      if (read !== before) [before, turns] = [read, 0];
    }
    return read;
  };
  return { answer, readWhenIdle };
}

test("a list whose reader pauses stops once the sockets are full, and continues with its reader", async () => {
  const { answer, readWhenIdle } = await openList();
  expect(await readWhenIdle()).toBeLessThan(pages / 2);
  let bytes = 0;
  for await (const chunk of answer) bytes += (chunk as Buffer).length;
  expect(bytes).toBeGreaterThan(pages * 100_000);
  expect(await readWhenIdle()).toBe(pages);
});
