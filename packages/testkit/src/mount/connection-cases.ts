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

export const connectionCases: Cases = {
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
