import { once } from "node:events";
import { connect } from "node:net";
import { expect } from "vitest";
import type { CaseContext, Cases } from "./case-context.ts";

/** Begins a confirm on a connection of its own: announces the length of the body, and sends none of it. */
async function begun({ url, authorization }: CaseContext, bytes: number, headers = "") {
  const { hostname, port, host, pathname } = new URL(`${url}/px/intents/confirm`);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  socket.write(
    `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${authorization}\r\n` +
      `Content-Type: application/json\r\n${headers}Content-Length: ${bytes}\r\n\r\n`,
  );
  return socket;
}

/** Refunds 3,000 won with a line for each key, as a retry layer sends it that appends a header to those of its last try. */
async function refundWith(shop: CaseContext, { intentKey }: { readonly intentKey: string }, keys: readonly string[]) {
  const { hostname, port, host, pathname } = new URL(`${shop.url}/px/intents/${intentKey}/cancel`);
  const body = JSON.stringify({ cancelReason: "sold out", cancelAmount: 3_000 });
  const lines = [
    `POST ${pathname} HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: ${shop.authorization}`,
    "Content-Type: application/json",
    ...keys.map((key) => `Idempotency-Key: ${key}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
  ];
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  socket.write(`${lines.join("\r\n")}\r\n\r\n${body}`);
  return /^HTTP\/1\.1 (\d+)/.exec((await socket.setEncoding("utf8").toArray()).join(""))?.[1];
}

export const connectionCases: Cases = {
  async "a key that a retry layer appends to itself refunds once; another key beside it is refused"(shop) {
    const confirmation = await shop.authenticated();
    await shop.ask("POST", "/px/intents/confirm", { body: confirmation });
    const key = crypto.randomUUID();
    for (const keys of [[key], [key, key], [key, key, key]]) {
      expect([keys.length, await refundWith(shop, confirmation, keys)]).toEqual([keys.length, "200"]);
    }
    expect(await refundWith(shop, confirmation, [key, crypto.randomUUID()])).toBe("400");
    const { json } = await shop.ask("GET", `/px/intents/${confirmation.intentKey}`);
    expect(json).toMatchObject({ status: "PARTIAL_CANCELED", cancel: { canceledAmount: 3_000 } });
  },

  async "a request that breaks off has no effect, and can be sent again"(shop) {
    const confirmation = await shop.authenticated();
    // The received part is valid JSON: only the announced length says that more is missing.
    const body = JSON.stringify(confirmation);
    const socket = await begun(shop, Buffer.byteLength(body) + 1);
    // The server ends the connection once it has handled the client's end.
    socket.resume().end(body);
    await once(socket, "close");
    expect(await shop.status()).toBe("IN_PROGRESS");
    const { status } = await shop.ask("POST", "/px/intents/confirm", { body: confirmation });
    expect([status, await shop.status()]).toEqual([200, "DONE"]);
  },

  async "a client that disconnects before its answer gets it by its idempotency key, and has paid once"(shop) {
    const confirmation = await shop.authenticated();
    const body = JSON.stringify(confirmation);
    const key = crypto.randomUUID();
    const socket = await begun(shop, Buffer.byteLength(body), `Idempotency-Key: ${key}\r\n`);
    await new Promise((resolve) => socket.write(body, resolve));
    socket.destroy();
    const headers = { "Idempotency-Key": key };
    // A repeat is refused while the first request runs.
    await expect
      .poll(async () => (await shop.ask("POST", "/px/intents/confirm", { body: confirmation, headers })).status)
      .toBe(200);
    const { json } = await shop.ask("GET", `/px/intents/${confirmation.intentKey}`);
    expect(json).toMatchObject({ status: "DONE", totalAmount: 10_000, methods: [{}] });
  },
};
