import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as nextRound, setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { answer } from "./connections.ts";
import { newServer, stopInOrder } from "./http-server.ts";

/** Keeps the process busy in every round of its event loop. */
function keepBusy(): void {
  let isOver = false;
  onTestFinished(() => void (isOver = true));
  const burn = async () => {
    while (!isOver) {
      for (const until = performance.now() + 3; performance.now() < until;);
      await nextRound();
    }
  };
  void burn();
}

/** The status of an answer on a connection of its own, or the code of the connection's error. */
function ask(port: number): Promise<string> {
  return new Promise((resolve) => {
    const request = get({ port, host: "127.0.0.1", agent: false }, (response) => {
      response.resume().once("end", () => resolve(String(response.statusCode)));
    });
    request.once("error", (error: Error & { readonly code?: string }) => resolve(error.code ?? error.message));
  });
}

test("a process that is never idle still stops in time, and answers the last requests that it accepted", async () => {
  const server = newServer();
  // A request accepted at the end of the time to stop would not be answered within it.
  answer(server, (_request, response) => void setTimeout(() => response.end("done"), 300));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  keepBusy();
  const settings = { drainMs: 0, stopMs: 2_000 };
  const stopped = stopInOrder(settings, { server, work: { stop: async () => {} }, closed: [] });
  await pause(250);
  const last = ask(port);
  await stopped;
  expect(await last).toBe("200");
  expect(await ask(port)).toBe("ECONNREFUSED");
});

test("a server that does not listen has nothing to stop", async () => {
  await stopInOrder(
    { drainMs: 0, stopMs: 800 },
    { server: createServer(), work: { stop: async () => {} }, closed: [] },
  );
});
