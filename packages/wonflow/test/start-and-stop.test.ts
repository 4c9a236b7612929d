import { readdir, rm } from "node:fs/promises";
import { Agent, get } from "node:http";
import { connect } from "node:net";

import { freePort } from "@wonflow/testkit/free-port";
import { expect, test } from "vitest";

import { Command, createSession, preparedFolder, quicklyOpened } from "./command.ts";

test("a half-sent request holds up SIGTERM no longer than WONFLOW_STOP_SECONDS", async () => {
  const WONFLOW_DATA = await preparedFolder();
  const service = new Command(["dev"], { WONFLOW_DATA, WONFLOW_STOP_SECONDS: "1" });
  const url = await service.url();
  const { port } = new URL(url);
  const socket = connect(Number(port), "127.0.0.1");
  socket.on("error", () => {}).resume();
  socket.write("POST /px/intents/confirm HTTP/1.1\r\nHost: localhost\r\nContent-Le");
  expect((await createSession(url, "order-20261120-0001")).status).toBe(201);
  const cut = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  const told = Date.now();
  service.child.kill("SIGTERM");
  expect(await service.exitCode()).toBe(0);
  await cut;
  const waitedMs = Date.now() - told;
  expect(waitedMs).toBeGreaterThan(900);
  expect(waitedMs).toBeLessThan(8_000);

  // The folder was closed properly: it has no owner any more.
  expect((await readdir(WONFLOW_DATA)).filter((name) => name.startsWith("owner-"))).toEqual([]);
});

test("a request while the service starts is refused a connection, or gets an answer", async () => {
  const port = await freePort();
  const service = new Command(["dev"], { ...(await quicklyOpened()), PORT: String(port) });
  const asked: Promise<string>[] = [];
  const ask = () =>
    fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(60_000) }).then(
      ({ status }) => String(status),
      (error: unknown) => (error instanceof Error && error.name === "TimeoutError" ? "hung" : "not let in"),
    );
  const asking = setInterval(() => asked.push(ask()), 20);
  await service.url();
  clearInterval(asking);
  // On a slow machine there may have been no request in between.
  asked.push(ask());
  expect([...new Set(await Promise.all(asked))].toSorted()).toEqual(["200", "not let in"]);
});

test("a stopping service fails /readyz first, still answers for WONFLOW_DRAIN_SECONDS, and logs its life in JSON", async () => {
  const settings = { WONFLOW_DRAIN_SECONDS: "3", WONFLOW_LOG: "json" };
  const service = new Command(["dev"], { ...(await quicklyOpened()), ...settings });
  const url = await service.url();
  const ready = async () => (await fetch(`${url}/readyz`)).status;
  expect(await ready()).toBe(200);
  const told = Date.now();
  service.child.kill("SIGTERM");
  await expect.poll(ready).toBe(503);
  expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: "not-ready", process: "stopping" });
  const answer = await createSession(url, "order-20261120-0001");
  // A caller asks elsewhere next, on a new connection.
  expect([answer.status, answer.headers.get("connection")]).toEqual([201, "close"]);
  expect(await service.exitCode()).toBe(0);
  expect(Date.now() - told).toBeGreaterThan(2_500);

  const lines = service.output.split("\n").filter((line) => line.startsWith("{"));
  const logged = { level: "info", time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) };
  const started = { notice: "service-started", mode: "development", part: "both", url };
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    { ...logged, msg: "the service has started", ...started },
    { ...logged, msg: "the service is stopping", notice: "service-stopping" },
  ]);
});

test("callers that ask until /readyz says no are all answered, and an unused connection holds up nothing", async () => {
  const settings = { WONFLOW_DRAIN_SECONDS: "1", WONFLOW_STOP_SECONDS: "120" };
  const service = new Command(["dev"], { ...(await quicklyOpened()), ...settings });
  const url = await service.url();
  const unused = connect(Number(new URL(url).port), "127.0.0.1").on("error", () => {});
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  // Each asks again on its connection as soon as it has its answer.
  const clients = askAgain(`${url}/readyz`, { clients: 4, agent });
  await expect.poll(clients.answered).toBeGreaterThan(50);
  const told = performance.now();
  service.child.kill("SIGTERM");
  expect(await service.exitCode()).toBe(0);
  expect(performance.now() - told).toBeLessThan(60_000);
  expect(await clients.ends).toEqual(["503", "503", "503", "503"]);
  agent.destroy();
  unused.destroy();
});

test("of callers that come on new connections until the port is closed, none is cut off", async () => {
  const service = new Command(["dev"], await quicklyOpened());
  const url = await service.url();
  const clients = askAgain(`${url}/healthz`, { clients: 50, agent: false });
  await expect.poll(clients.answered).toBeGreaterThan(200);
  service.child.kill("SIGTERM");
  expect(await service.exitCode()).toBe(0);
  expect([...new Set(await clients.ends)]).toEqual(["ECONNREFUSED"]);
});

interface Asking {
  readonly clients: number;
  /** False for a new connection each time. */
  readonly agent: Agent | false;
}

/** Clients that ask as long as they are answered 200, and how each of them ended. */
function askAgain(address: string, { clients, agent }: Asking) {
  let answered = 0;
  const ends = Array.from({ length: clients }, async () => {
    for (;;) {
      const outcome = await ask(address, agent);
      if (outcome !== "200") return outcome;
      answered += 1;
    }
  });
  return { answered: () => answered, ends: Promise.all(ends) };
}

/** The status of the answer, or the code of the connection's error. */
function ask(address: string, agent: Agent | false): Promise<string> {
  return new Promise((resolve) => {
    const request = get(address, { agent }, (response) => {
      response.resume().once("end", () => resolve(String(response.statusCode)));
    });
    request.once("error", (error: Error & { readonly code?: string }) => resolve(error.code ?? error.message));
  });
}

test("a service whose data folder is removed ends with one error about it", async () => {
  const WONFLOW_DATA = await preparedFolder();
  const service = new Command(["dev"], { WONFLOW_DATA });
  await service.url();
  await rm(WONFLOW_DATA, { recursive: true });
  expect(await service.exitCode()).toBe(1);
  expect(service.output.split("data-folder-lost")).toHaveLength(2);
  expect(service.output.split("\n").length).toBeLessThan(40);
});
