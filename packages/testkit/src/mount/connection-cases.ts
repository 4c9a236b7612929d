import { once } from "node:events";
import { connect } from "node:net";
import { expect } from "vitest";
import type { MountCases } from "./contract.ts";
import type { MountedShop } from "./mounted-shop.ts";

/** A confirm on a connection of its own, which announces so many bytes and sends none of them yet. */
async function begun({ url, authorization }: MountedShop, bytes: number, headers = "") {
  const { hostname, port, host, pathname } = new URL(`${url}/px/intents/confirm`);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  socket.write(
    `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${authorization}\r\n` +
      `Content-Type: application/json\r\n${headers}Content-Length: ${bytes}\r\n\r\n`,
  );
  return socket;
}

/** Clients that leave in the middle. */
export const connectionCases: MountCases = {
  async "a request that breaks off has done nothing, and can be sent again"(shop) {
    const confirmation = await shop.authenticated();
    // What has arrived would be good alone: only its announced length says that there is more.
    const body = JSON.stringify(confirmation);
    const socket = await begun(shop, Buffer.byteLength(body) + 1);
    // The server hears of the end, and ends the connection once it has dealt with it.
    socket.resume().end(body);
    await once(socket, "close");
    expect(await shop.status()).toBe("IN_PROGRESS");
    const { status } = await shop.ask("POST", "/px/intents/confirm", { body: confirmation });
    expect([status, await shop.status()]).toEqual([200, "DONE"]);
  },

  async "a client that leaves before its answer finds it under its idempotency key, and has paid once"(shop) {
    const confirmation = await shop.authenticated();
    const body = JSON.stringify(confirmation);
    const key = crypto.randomUUID();
    const socket = await begun(shop, Buffer.byteLength(body), `Idempotency-Key: ${key}\r\n`);
    await new Promise((resolve) => socket.write(body, resolve));
    socket.destroy();
    const headers = { "Idempotency-Key": key };
    // While the first is under way, the repeat is told so.
    await expect
      .poll(async () => (await shop.ask("POST", "/px/intents/confirm", { body: confirmation, headers })).status)
      .toBe(200);
    const { json } = await shop.ask("GET", `/px/intents/${confirmation.intentKey}`);
    expect(json).toMatchObject({ status: "DONE", totalAmount: 10_000, methods: [{}] });
  },
};
